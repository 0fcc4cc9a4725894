import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, type Called } from '../../api/client.ts';
import { useDraft } from '../../api/drafts.ts';
import { useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { isNotFound } from '../../components/faults.ts';
import { Card, Page, TextLink } from '../../components/Page.tsx';
import { Note, Shown } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { NotFound } from '../../shell/Astray.tsx';
import { IncidentList } from '../incidents/IncidentList.tsx';
import { useCatalog } from './catalog.ts';
import { ProblemText } from './ProblemText.tsx';
import { RemoveWatch } from './RemoveWatch.tsx';
import { refreshed } from './refreshed.ts';
import { Standing, WatchSwitch } from './Standing.tsx';
import { TrialCard } from './Trial.tsx';
import { WatchForm } from './WatchForm.tsx';
import { Where } from './Where.tsx';
import { draftOf, updateBody, type Watch } from './watch-draft.ts';
import styles from './watches.module.css';
import { useWatchWords } from './words.ts';

/** One watch: how it stands, what it looks for, what it has found, and what it would have told. */
export function WatchDetails() {
  const { watchId } = useParams({ from: '/watches/$watchId' });
  const read = useRead('getWatch', { watch_id: watchId });
  const [reading, setReading] = useState(0);
  const { shell } = useMessages();
  const words = useWatchWords();
  const mayEdit = useMay('editor');
  const watch = read.data?.data;
  const { metricOf } = useCatalog(watch?.connection_id ?? null, watch?.project_id ?? null);
  if (watch === undefined && isNotFound(read.error)) return <NotFound />;
  return (
    <Page
      title={watch ? words.name(watch, metricOf(watch.metric)) : '…'}
      subtitle={watch && <Where watch={watch} />}
      path={<TextLink to="/watches">{shell.watches}</TextLink>}
      actions={watch && mayEdit && <HeadActions watch={watch} />}
    >
      <Shown read={read}>
        {(answer) => (
          <Parts
            key={`${watchId} ${reading}`}
            read={answer}
            onReread={() => void read.refetch().then(() => setReading(reading + 1))}
          />
        )}
      </Shown>
    </Page>
  );
}

function HeadActions({ watch }: { readonly watch: Watch }) {
  const { common } = useMessages();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button icon="remove" onPress={() => setAsking(true)}>
        {common.remove}
      </Button>
      {isAsking && (
        <RemoveWatch
          watch={watch}
          onClose={() => setAsking(false)}
          onRemoved={() => void navigate({ to: '/watches' })}
        />
      )}
    </>
  );
}

interface PartProps {
  readonly read: Called<'getWatch'>;
  readonly onReread: () => void;
}

function Parts({ read, onReread }: PartProps) {
  const { watches, common } = useMessages();
  const { data: watch } = read;
  const mayEdit = useMay('editor');
  const words = useWatchWords();
  const catalog = useCatalog(watch.connection_id, watch.project_id);
  const metric = catalog.metricOf(watch.metric);
  return (
    <>
      <Card title={watches.kinds[watch.kind]}>
        <div className={styles.line}>
          <Standing watch={watch} />
          {mayEdit && <WatchSwitch watch={watch} name={words.name(watch, metric)} />}
        </div>
        {watch.problem && <Note tone="warning" text={<ProblemText watch={watch} problem={watch.problem} />} />}
        <p>
          {[metric?.label ?? watch.metric, words.dimension(watch), words.rule(watch, metric)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </Card>
      {mayEdit ? <Editing {...{ read, onReread, catalog }} /> : <Note text={common.readOnly} />}
      <Card title={watches.incidents}>
        <IncidentList query={{ watch_id: watch.id }} empty={watches.noIncidents} />
      </Card>
    </>
  );
}

function Editing({ read, onReread, catalog }: PartProps & { readonly catalog: ReturnType<typeof useCatalog> }) {
  const { common, schedules } = useMessages();
  // What was read at first: what comes in later must not change it beneath somebody's hands.
  const [{ data: watch, etag }] = useState(read);
  const draft = useDraft(`watch ${watch.id} ${etag}`, draftOf(watch));
  const reread = () => {
    draft.forget();
    onReread();
  };
  const { write, isPending, fault } = useWrite('updateWatch', {
    refreshes: refreshed,
    onDone() {
      tell(common.saved);
      reread();
    },
  });
  const isConflict = fault instanceof ApiError && fault.code === 'edit_conflict';
  const save = (ifMatch?: string) => write({ watch_id: watch.id, body: updateBody(draft.value) }, ifMatch);
  return (
    <>
      <WatchForm
        {...{ draft: draft.value, onChange: draft.change, catalog, isPending, action: common.save }}
        fault={isConflict ? null : fault}
        onSave={() => save(etag)}
      />
      {isConflict && (
        <Note tone="warning" text={common.faults.changedMeanwhile}>
          <Button onPress={reread}>{schedules.form.takeTheirs}</Button>
          <Button onPress={() => save()}>{schedules.form.keepMine}</Button>
        </Note>
      )}
      <TrialCard draft={draft.value} />
    </>
  );
}
