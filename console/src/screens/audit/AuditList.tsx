import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { More } from '../../components/More.tsx';
import { Empty, Shown } from '../../components/states.tsx';
import { type Column, Table } from '../../components/Table.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { AuditDetails } from './AuditDetails.tsx';
import styles from './audit.module.css';
import { actionOf, actorOf, doorOf, type Entry, subjectOf } from './wording.ts';

type Entries = Parameters<typeof More>[0]['list'] & {
  readonly items: readonly Entry[] | undefined;
  readonly refetch: () => unknown;
};

/** Entries of the log, a page at a time; `columns` come before the details. */
export function AuditList({
  entries,
  isFiltered,
  columns = [],
}: {
  readonly entries: Entries;
  readonly isFiltered: boolean;
  readonly columns?: readonly Column<Entry>[];
}) {
  const { audit, common } = useMessages();
  const [open, setOpen] = useState<Entry>();
  const own = useOwnColumns();
  const details: Column<Entry> = {
    ...{ id: 'details', label: common.details, isAtEnd: true, hidesLabel: true },
    cell: (entry) => (
      <Button look="quiet" onPress={() => setOpen(entry)}>
        {common.details} <span className="unseen">{actionOf(entry, audit)}</span>
      </Button>
    ),
  };
  return (
    <Shown read={{ ...entries, data: entries.items }}>
      {(items) =>
        items.length === 0 ? (
          <Empty icon="audit" title={audit.empty.title} text={isFiltered ? audit.empty.filtered : audit.empty.text} />
        ) : (
          <>
            <Table label={audit.title} rows={items} keyOf={({ id }) => id} columns={[...own, ...columns, details]} />
            <More list={entries} />
            {open && <AuditDetails entry={open} onClose={() => setOpen(undefined)} />}
          </>
        )
      }
    </Shown>
  );
}

function useOwnColumns(): readonly Column<Entry>[] {
  const { audit, members } = useMessages();
  const format = useFormat();
  return [
    {
      id: 'what',
      label: audit.what,
      cell: (entry) => (
        <span className={styles.what}>
          {actionOf(entry, audit)}
          <span className={styles.more}>{subjectOf(entry, members)}</span>
        </span>
      ),
    },
    { id: 'who', label: audit.who, cell: (entry) => actorOf(entry, audit) },
    { id: 'when', label: audit.when, cell: ({ at }) => <time dateTime={at}>{format.time(at)}</time> },
    {
      id: 'where',
      label: audit.where,
      cell: (entry) => [doorOf(entry, audit), entry.address].filter(Boolean).join(' · ') || '–',
    },
  ];
}
