import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useList } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { More } from '../../components/More.tsx';
import { Card } from '../../components/Page.tsx';
import { Badge, Fault, Shown } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { NewLink } from './NewLink.tsx';
import styles from './report.module.css';

type Share = Data<'getShare'>;

/** The guest links of a report: who can read it without signing in, and how often they did. */
export function Links({ report }: { readonly report: Data<'getReport'> }) {
  const { links } = useMessages().report;
  const mayEdit = useMay('editor');
  const [isAdding, setAdding] = useState(false);
  const [showsOld, setShowsOld] = useState(false);
  const list = useList('listReportShares', { report_id: report.id });
  const add = (
    <Button icon="add" onPress={() => setAdding(true)}>
      {links.add}
    </Button>
  );
  return (
    <Card title={links.title} actions={mayEdit && report.status === 'ready' && add}>
      <Shown read={{ ...list, data: list.items }} lines={2}>
        {(items) => {
          const old = items.filter(({ state }) => state !== 'active');
          const shown = showsOld ? items : items.filter(({ state }) => state === 'active');
          return (
            <>
              {items.length === 0 && <p className={styles.small}>{links.none}</p>}
              {shown.length > 0 && (
                <ul className={styles.list}>
                  {shown.map((share) => (
                    <Link key={share.id} share={share} mayEdit={mayEdit} />
                  ))}
                </ul>
              )}
              {old.length > 0 && !showsOld && (
                <Button look="quiet" onPress={() => setShowsOld(true)}>
                  {links.old(old.length)}
                </Button>
              )}
              <More list={list} />
            </>
          );
        }}
      </Shown>
      {isAdding && <NewLink report={report} onClose={() => setAdding(false)} />}
    </Card>
  );
}

function Link({ share, mayEdit }: { readonly share: Share; readonly mayEdit: boolean }) {
  const { links } = useMessages().report;
  const { since, time } = useFormat();
  const { state, created_at, expires_at, has_password, figures, view_count, last_viewed_at } = share;
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <span className={styles.badges}>
          <Badge tone={state === 'active' ? 'good' : 'plain'}>{links.states[state]}</Badge>
          {has_password && <Badge>{links.withPassword}</Badge>}
          {figures && <Badge>{links.withFigures}</Badge>}
        </span>
        <span>
          {view_count === 0 ? links.unopened : links.views(view_count)}
          {last_viewed_at !== null && <span className={styles.small}> · {links.lastView(since(last_viewed_at))}</span>}
        </span>
        <span className={styles.small}>
          {links.madeAt(since(created_at))} · {expires_at === null ? links.always : links.until(time(expires_at))}
        </span>
      </div>
      {mayEdit && state === 'active' && <Revoke share={share} />}
    </li>
  );
}

/** Asks before a link is revoked; `text` says what then. */
export function Revoke({ share, text }: { readonly share: Share; readonly text?: string }) {
  const { links } = useMessages().report;
  const { since } = useFormat();
  const [isAsking, setAsking] = useState(false);
  const revoke = useWrite('revokeShare', {
    refreshes: ['listReportShares', 'listProjectShares', 'listShares'],
    onDone: () => {
      setAsking(false);
      tell(links.revoked);
    },
  });
  return (
    <>
      <Button
        look="quiet"
        icon="remove"
        aria-label={`${links.revoke}: ${links.madeAt(since(share.created_at))}`}
        onPress={() => setAsking(true)}
      />
      <ConfirmDialog
        title={links.revokeTitle}
        action={links.revoke}
        isOpen={isAsking}
        isDangerous
        isPending={revoke.isPending}
        onConfirm={() => revoke.write({ share_id: share.id })}
        onClose={() => setAsking(false)}
      >
        <p>{text ?? links.revokeText}</p>
        {revoke.fault && <Fault error={revoke.fault} />}
      </ConfirmDialog>
    </>
  );
}
