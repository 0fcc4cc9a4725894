import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useList, useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { isNotFound } from '../../components/faults.ts';
import { Select } from '../../components/fields.tsx';
import { More } from '../../components/More.tsx';
import { Card, Page } from '../../components/Page.tsx';
import { Fault, Shown } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { NotFound } from '../../shell/Astray.tsx';
import { BulkLinks } from './BulkLinks.tsx';
import styles from './bulk-jobs.module.css';
import { ItemTable } from './ItemTable.tsx';
import { BulkProgress, type ItemState, itemStates, nameOfAction } from './progress.tsx';

type BulkJob = Data<'getBulkJob'>;

const route = getRouteApi('/bulk-jobs/$bulkJobId');
const refreshes = ['getBulkJob', 'listBulkItems', 'listBulkJobs'] as const;
/** How often it is looked at while it runs. */
const lookMs = 1_500;

/** How far a bulk job is, live, and what failed project by project. */
export function BulkJobDetails() {
  const { bulkJobId } = route.useParams();
  const [isRunning, setRunning] = useState(true);
  const read = useRead('getBulkJob', { bulk_job_id: bulkJobId }, { refetchInterval: isRunning ? lookMs : false });
  const isNow = read.data?.data.state !== 'ended';
  if (isNow !== isRunning) setRunning(isNow);
  if (isNotFound(read.error)) return <NotFound />;
  return <Shown read={read}>{({ data }) => <Details job={data} />}</Shown>;
}

function Details({ job }: { readonly job: BulkJob }) {
  const { bulk } = useMessages();
  const format = useFormat();
  const mayEdit = useMay('editor');
  const by = job.asked_by_name ?? job.asked_by;
  return (
    <Page
      title={nameOfAction(bulk, job.action)}
      subtitle={`${format.time(job.created_at)} · ${by}`}
      actions={mayEdit && <Actions job={job} />}
    >
      <Card title={bulk.states[job.state]}>
        <div aria-live="polite">
          <BulkProgress job={job} />
        </div>
      </Card>
      <Items job={job} mayEdit={mayEdit} />
    </Page>
  );
}

function Actions({ job: { id, action, counts } }: { readonly job: BulkJob }) {
  const { bulk } = useMessages();
  const [open, setOpen] = useState<'stop' | 'links' | null>(null);
  const again = useWrite('retryBulkJob', { refreshes });
  const close = () => setOpen(null);
  return (
    <>
      {counts.waiting > 0 && <Button onPress={() => setOpen('stop')}>{bulk.stop}</Button>}
      {action === 'share' && counts.done > 0 && <Button onPress={() => setOpen('links')}>{bulk.links.show}</Button>}
      {counts.failed > 0 && (
        <Button
          look="primary"
          icon="refresh"
          isPending={again.isPending}
          onPress={() => again.write({ bulk_job_id: id })}
        >
          {bulk.again}
        </Button>
      )}
      {again.fault && <Fault error={again.fault} />}
      {open === 'stop' && <StopDialog id={id} onClose={close} />}
      {open === 'links' && <BulkLinks id={id} onClose={close} />}
    </>
  );
}

function StopDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { bulk } = useMessages();
  const { write, isPending, fault } = useWrite('stopBulkJob', { refreshes, onDone: onClose });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={bulk.stopTitle}
      action={bulk.stop}
      isPending={isPending}
      onConfirm={() => write({ bulk_job_id: id })}
      onClose={onClose}
    >
      <p>{bulk.stopText}</p>
      {fault && <Fault error={fault} />}
    </ConfirmDialog>
  );
}

function Items({ job, mayEdit }: { readonly job: BulkJob; readonly mayEdit: boolean }) {
  const { bulk, projects } = useMessages();
  const [chosen, choose] = useState<ItemState | 'all' | null>(null);
  // What failed matters most, as soon as something has.
  const shown = chosen ?? (job.counts.failed > 0 ? 'failed' : 'all');
  const query = { direction: 'asc' as const, ...(shown !== 'all' && { state: shown }) };
  // Read anew whenever the counts say that it is another list.
  const list = useList('listBulkItems', { bulk_job_id: job.id, query });
  const counted = JSON.stringify(job.counts);
  const [seen, see] = useState(counted);
  if (seen !== counted) {
    see(counted);
    void list.refetch();
  }
  const options = [
    { id: 'all' as const, label: projects.shown.all },
    ...itemStates.map((id) => ({ id, label: bulk.items[id] })),
  ];
  return (
    <div className={styles.progress}>
      <div className={styles.choice}>
        <Select<ItemState | 'all'> label={projects.show} options={options} value={shown} onChange={choose} />
      </div>
      <Shown read={{ ...list, data: list.items }}>
        {(items) => (
          <>
            {items.length === 0 ? <p>{bulk.none}</p> : <ItemTable items={items} bulkJobId={job.id} mayEdit={mayEdit} />}
            <More list={list} />
          </>
        )}
      </Shown>
    </div>
  );
}
