import type { Data } from '../../api/client.ts';
import { useList } from '../../api/reads.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { More } from '../../components/More.tsx';
import { Page, TextLink } from '../../components/Page.tsx';
import { Empty, Shown } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { BulkProgress, nameOfAction } from './progress.tsx';

type BulkJob = Data<'listBulkJobs'>['items'][number];

/** What was done for many projects, and how it went. */
export function BulkJobs() {
  const { bulk, schedules } = useMessages();
  const list = useList('listBulkJobs', {});
  return (
    <Page title={bulk.title} subtitle={bulk.subtitle}>
      <Shown read={{ ...list, data: list.items }}>
        {(items) =>
          items.length === 0 ? (
            <Empty icon="list" title={bulk.empty.title} text={bulk.empty.text}>
              <ButtonLink to="/projects">{schedules.empty.projects}</ButtonLink>
            </Empty>
          ) : (
            <>
              <BulkJobTable items={items} />
              <More list={list} />
            </>
          )
        }
      </Shown>
    </Page>
  );
}

function BulkJobTable({ items }: { readonly items: readonly BulkJob[] }) {
  const { bulk, common } = useMessages();
  const format = useFormat();
  return (
    <Table
      label={bulk.title}
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'action',
          label: bulk.what,
          cell: ({ id, action }) => (
            <TextLink to="/bulk-jobs/$bulkJobId" params={{ bulkJobId: id }}>
              {nameOfAction(bulk, action)}
            </TextLink>
          ),
        },
        { id: 'status', label: common.status, cell: (job) => <BulkProgress job={job} /> },
        {
          id: 'by',
          label: bulk.askedBy,
          cell: ({ asked_by_name, asked_by }) => <bdi>{asked_by_name ?? asked_by}</bdi>,
        },
        { id: 'at', label: bulk.when, cell: ({ created_at }) => format.time(created_at) },
      ]}
    />
  );
}
