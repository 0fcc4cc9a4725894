import { useState } from 'react';
import { startedJob, watchJob } from '../../api/jobs.ts';
import { useList } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { More } from '../../components/More.tsx';
import { Card } from '../../components/Page.tsx';
import { Badge, Fault, Shown } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { Revoke } from '../report/Links.tsx';
import styles from '../report/report.module.css';
import { ChangeLiveLink } from './ChangeLiveLink.tsx';
import { type LiveShare, presetOf } from './live-words.ts';
import { NewLiveLink } from './NewLiveLink.tsx';

interface LiveLinksProps {
  readonly projectId: string;
  readonly mayMake: boolean;
}

/** The links of a project to pages that are always current. */
export function LiveLinks({ projectId, mayMake }: LiveLinksProps) {
  const { live, report } = useMessages();
  const [isAdding, setAdding] = useState(false);
  const list = useList('listProjectShares', { project_id: projectId, query: { kind: 'live', state: 'active' } });
  const add = (
    <Button icon="add" onPress={() => setAdding(true)}>
      {report.links.add}
    </Button>
  );
  return (
    <Card title={live.title} actions={mayMake && add}>
      <Shown read={{ ...list, data: list.items }} lines={2}>
        {(items) => (
          <>
            {items.length === 0 && <p className={styles.small}>{live.none}</p>}
            {items.length > 0 && (
              <ul className={styles.list}>
                {items.map((share) => (
                  <LiveLink key={share.id} share={share} mayMake={mayMake} />
                ))}
              </ul>
            )}
            <More list={list} />
          </>
        )}
      </Shown>
      {isAdding && <NewLiveLink projectId={projectId} onClose={() => setAdding(false)} />}
    </Card>
  );
}

function LiveLink({ share, mayMake }: { readonly share: LiveShare; readonly mayMake: boolean }) {
  const { common, live: words, report, reports } = useMessages();
  const [isChanging, setChanging] = useState(false);
  const { links } = report;
  const { since, time } = useFormat();
  const mayEdit = useMay('editor');
  const { live, created_at, expires_at, has_password, view_count, last_viewed_at } = share;
  const periods = live?.periods.map((period) => reports.make.presets[presetOf[period]]) ?? [];
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <span className={styles.badges}>
          {periods.map((period) => (
            <Badge key={period}>{period}</Badge>
          ))}
          {has_password && <Badge>{links.withPassword}</Badge>}
        </span>
        <span>
          {view_count === 0 ? links.unopened : links.views(view_count)}
          {last_viewed_at !== null && <span className={styles.small}> · {links.lastView(since(last_viewed_at))}</span>}
        </span>
        <span className={styles.small}>
          {links.madeAt(since(created_at))} · {expires_at === null ? links.always : links.until(time(expires_at))}
        </span>
        {mayMake && <Keep share={share} />}
      </div>
      {mayEdit && live && (
        <Button look="quiet" icon="edit" onPress={() => setChanging(true)}>
          {common.change}
        </Button>
      )}
      {isChanging && live && <ChangeLiveLink id={share.id} choices={live} onClose={() => setChanging(false)} />}
      {mayEdit && <Revoke share={share} text={words.revokeText} />}
    </li>
  );
}

/** Makes a report of what the page shows at first. */
function Keep({ share }: { readonly share: LiveShare }) {
  const { live } = useMessages();
  const keep = useWrite('keepLivePage', {
    refreshes: ['listAllJobs'],
    onDone({ data }) {
      watchJob(startedJob(data));
      tell(live.kept);
    },
  });
  return (
    <>
      <Button look="quiet" isPending={keep.isPending} onPress={() => keep.write({ share_id: share.id, body: {} })}>
        {live.keepReport}
      </Button>
      {keep.fault && <Fault error={keep.fault} />}
    </>
  );
}
