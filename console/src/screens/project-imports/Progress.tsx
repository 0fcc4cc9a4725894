import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Data } from '../../api/client.ts';
import { useList, useRead } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { More } from '../../components/More.tsx';
import { Card } from '../../components/Page.tsx';
import { ProgressBar } from '../../components/ProgressBar.tsx';
import { Fault, Note, Shown } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './imports.module.css';

const everyMs = 1_000;

/** How far the projects of an import are, and which of them were not made. */
export function Progress({ id, onMore }: { readonly id: string; readonly onMore: () => void }) {
  const { progress } = useMessages().imports;
  const { number } = useFormat();
  const queries = useQueryClient();
  const first = useRead('getBulkJob', { bulk_job_id: id });
  const isOver = first.data?.data.state === 'ended';
  const job = useRead('getBulkJob', { bulk_job_id: id }, { refetchInterval: isOver ? false : everyMs });
  useEffect(() => {
    if (!isOver) return;
    for (const stale of ['listProjects', 'getSession', 'getOverview']) {
      void queries.invalidateQueries({ queryKey: [stale] });
    }
  }, [isOver, queries]);
  return (
    <Card title={progress.title}>
      <Shown read={{ ...job, data: job.data?.data }} lines={2}>
        {({ total, counts }) => {
          const ended = counts.done + counts.failed + counts.stopped;
          return (
            <div className={styles.stack}>
              <ProgressBar label={progress.title} value={total === 0 ? 1 : ended / total} />
              <p role="status">{progress.done(number(ended), number(total))}</p>
              {isOver ? (
                <Note tone="good" text={progress.ended(counts.done)} />
              ) : (
                <p className={styles.quiet}>{progress.stays}</p>
              )}
              {counts.failed > 0 && isOver && <Failed id={id} />}
              {isOver && (
                <div className={styles.line}>
                  <Button onPress={onMore}>{progress.more}</Button>
                  <ButtonLink to="/projects" look="primary">
                    {progress.see}
                  </ButtonLink>
                </div>
              )}
            </div>
          );
        }}
      </Shown>
    </Card>
  );
}

type Item = Data<'listBulkItems'>['items'][number];

function Failed({ id }: { readonly id: string }) {
  const { imports, projects } = useMessages();
  const list = useList('listBulkItems', { bulk_job_id: id, query: { state: 'failed' } });
  const { write, isPending, fault } = useWrite('retryBulkJob', { refreshes: ['getBulkJob', 'listBulkItems'] });
  return (
    <>
      <Table<Item>
        label={imports.progress.failed}
        rows={list.items ?? []}
        keyOf={(item) => item.id}
        columns={[
          { id: 'name', label: projects.columns.name, cell: ({ label }) => <bdi>{label}</bdi> },
          { id: 'what', label: imports.progress.failed, cell: (item) => <span dir="auto">{item.fault?.message}</span> },
        ]}
      />
      <More list={list} />
      {fault && <Fault error={fault} />}
      <div className={styles.line}>
        <Button icon="refresh" isPending={isPending} onPress={() => write({ bulk_job_id: id, body: {} })}>
          {imports.progress.again}
        </Button>
      </div>
    </>
  );
}
