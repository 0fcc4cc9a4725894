import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useList, useRead } from '../../api/reads.ts';
import { useMay, useSession } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { Select } from '../../components/fields.tsx';
import { LabelFilter } from '../../components/LabelFilter.tsx';
import { isNarrowed, type LabelQuery } from '../../components/labels.ts';
import { More } from '../../components/More.tsx';
import { Page } from '../../components/Page.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { Badge, Empty, Fault, Shown, type Tone } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { chatNames } from '../chat/systems.ts';
import { namesOf } from '../schedules/ScheduleRuns.tsx';
import styles from './deliveries.module.css';
import { UnwantedAddresses } from './UnwantedAddresses.tsx';

type Delivery = Data<'listDeliveries'>['items'][number];
type State = Delivery['state'];

const states = ['pending', 'sending', 'sent', 'failed', 'unknown', 'skipped'] as const satisfies readonly State[];
const tones: Readonly<Record<State, Tone>> = {
  ...{ pending: 'accent', sending: 'accent', sent: 'good' },
  ...{ failed: 'bad', unknown: 'warning', skipped: 'plain' },
};
const isAddress = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text);

/** The e-mails of schedules, of all or of one (`schedule` in the address), and the addresses that get none. */
export function Deliveries() {
  const { deliveries } = useMessages();
  const isWhole = useSession().project_ids === null;
  const mayAllow = useMay('admin') && isWhole;
  const { schedule } = useSearch({ strict: false }) as { readonly schedule?: string };
  const [typed, setTyped] = useState('');
  const [state, setState] = useState<State | 'all'>('all');
  const [narrowed, setNarrowed] = useState<LabelQuery>({});
  const recipient = isAddress(typed.trim()) ? typed.trim() : undefined;
  const list = useList('listDeliveries', {
    query: {
      ...narrowed,
      ...(recipient && { recipient }),
      ...(state !== 'all' && { state }),
      ...(schedule && { schedule_id: schedule }),
    },
  });
  const { data: mailing } = useRead('getMailing', {});
  const isFiltered = recipient !== undefined || state !== 'all' || schedule !== undefined || isNarrowed(narrowed);
  return (
    <Page title={deliveries.title} subtitle={deliveries.about}>
      <div className={styles.filters}>
        <SearchField label={deliveries.recipient} value={typed} onChange={setTyped} />
        <Select
          label={deliveries.filter}
          options={[
            { id: 'all' as const, label: deliveries.all },
            ...states.map((id) => ({ id, label: deliveries.states[id] })),
          ]}
          value={state}
          onChange={setState}
        />
        <LabelFilter value={narrowed} onChange={setNarrowed} />
      </div>
      <Shown read={{ ...list, data: list.items }}>
        {(items) => (
          <>
            {items.length > 0 && <DeliveryTable deliveries={items} />}
            {items.length === 0 && isFiltered && <p role="status">{deliveries.filtered}</p>}
            {items.length === 0 && !isFiltered && (
              <Empty icon="schedules" title={deliveries.empty} text={deliveries.emptyText} />
            )}
            <More list={list} />
          </>
        )}
      </Shown>
      <p className={styles.more}>{mailing?.data.bounces_are_read ? deliveries.bouncesRead : deliveries.bounces}</p>
      {mayAllow && <UnwantedAddresses />}
    </Page>
  );
}

function DeliveryTable({ deliveries: rows }: { readonly deliveries: readonly Delivery[] }) {
  const { deliveries } = useMessages();
  const { columns } = deliveries;
  const format = useFormat();
  const mayChange = useMay('editor');
  return (
    <Table
      label={deliveries.title}
      keyOf={({ id }) => id}
      rows={rows}
      columns={[
        { id: 'recipient', label: columns.recipient, cell: (row) => <Recipient row={row} /> },
        { id: 'project', label: columns.project, cell: ({ project_name }) => <bdi>{project_name}</bdi> },
        { id: 'state', label: columns.state, cell: (row) => <DeliveryState row={row} /> },
        {
          id: 'answer',
          label: columns.answer,
          cell: ({ answer }) =>
            answer === null ? (
              '–'
            ) : (
              <bdi lang="en" dir="ltr">
                {answer}
              </bdi>
            ),
        },
        { id: 'attempts', label: columns.attempts, isAtEnd: true, cell: ({ attempts }) => format.number(attempts) },
        {
          id: 'size',
          label: columns.size,
          isAtEnd: true,
          cell: ({ size }) => (size === null ? '–' : format.bytes(size)),
        },
        { id: 'time', label: columns.time, cell: ({ updated_at }) => format.time(updated_at) },
        ...(mayChange
          ? [
              {
                id: 'actions',
                label: columns.actions,
                hidesLabel: true,
                isAtEnd: true,
                cell: (row: Delivery) => <SendAgain row={row} />,
              },
            ]
          : []),
      ]}
    />
  );
}

function Recipient({ row: { recipient, system } }: { readonly row: Delivery }) {
  return (
    <span className={styles.cell}>
      <bdi>{recipient}</bdi>
      {system !== 'email' && <span className={styles.more}>{chatNames[system]}</span>}
    </span>
  );
}

function DeliveryState({ row }: { readonly row: Delivery }) {
  const { deliveries, schedules } = useMessages();
  const { unsent, unsentOther } = schedules.runs;
  const { reason, state } = row;
  const format = useFormat();
  const { locale } = useLanguage();
  const [missing] = row.not_there_yet;
  const names = namesOf(row.not_there_yet, locale);
  const why = deliveries.reasons[reason ?? ''] ?? unsent[reason ?? ''] ?? unsentOther;
  return (
    <span className={styles.cell}>
      <span>
        <Badge tone={tones[state]}>{deliveries.states[state]}</Badge>
      </span>
      {row.message !== null && <span className={styles.more}>{why}</span>}
      {missing && (
        <span className={styles.more}>{schedules.runs.without({ names, day: format.day(missing.day) })}</span>
      )}
    </span>
  );
}

function SendAgain({ row }: { readonly row: Delivery }) {
  const { deliveries } = useMessages();
  const [isAsking, setAsking] = useState(false);
  const onDone = () => {
    setAsking(false);
    tell(deliveries.queued);
  };
  const { write, isPending, fault } = useWrite('sendDelivery', {
    refreshes: ['listDeliveries', 'getOverview'],
    onDone,
  });
  if (row.state === 'pending' || row.state === 'sending' || row.state === 'skipped') return null;
  return (
    <>
      <Button look="quiet" onPress={() => setAsking(true)}>
        {deliveries.again}
      </Button>
      <ConfirmDialog
        title={deliveries.againTitle}
        action={deliveries.again}
        isOpen={isAsking}
        isPending={isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => write({ delivery_id: row.id, body: {} })}
      >
        <p>
          <bdi>{row.recipient}</bdi>: {deliveries.againText} {row.state === 'unknown' && deliveries.againUnknown}
        </p>
        {fault && <Fault error={fault} />}
      </ConfirmDialog>
    </>
  );
}
