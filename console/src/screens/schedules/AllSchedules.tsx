import { useState } from 'react';
import { useList } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { Select } from '../../components/fields.tsx';
import { LabelFilter } from '../../components/LabelFilter.tsx';
import { isNarrowed, type LabelQuery } from '../../components/labels.ts';
import { More } from '../../components/More.tsx';
import { Page } from '../../components/Page.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { Empty, Fault, Shown } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { refreshed } from './ScheduleDialog.tsx';
import { ScheduleTable } from './ScheduleTable.tsx';
import { isAddress } from './schedule-draft.ts';
import styles from './schedules.module.css';

type Kind = 'all' | 'on' | 'paused';

/** The schedules of all projects; who gets what, and taking somebody out of all of them. */
export function AllSchedules() {
  const { schedules, deliveries } = useMessages();
  const mayChange = useMay('editor');
  const [kind, setKind] = useState<Kind>('all');
  const [typed, setTyped] = useState('');
  const [narrowed, setNarrowed] = useState<LabelQuery>({});
  const recipient = isAddress(typed.trim()) ? typed.trim() : undefined;
  const list = useList('listSchedules', {
    query: { ...narrowed, ...(recipient && { recipient }), ...(kind !== 'all' && { enabled: kind === 'on' }) },
  });
  const isFiltered = recipient !== undefined || kind !== 'all' || isNarrowed(narrowed);
  return (
    <Page
      title={schedules.title}
      subtitle={schedules.about}
      actions={<ButtonLink to="/deliveries">{deliveries.title}</ButtonLink>}
    >
      <div className={styles.filters}>
        <SearchField label={schedules.recipient} value={typed} onChange={setTyped} />
        <Select
          label={schedules.filter.label}
          options={(['all', 'on', 'paused'] as const).map((id) => ({ id, label: schedules.filter[id] }))}
          value={kind}
          onChange={setKind}
        />
        <LabelFilter value={narrowed} onChange={setNarrowed} />
        {mayChange && recipient && list.items && list.items.length > 0 && (
          <RemoveRecipient recipient={recipient} count={list.total ?? 0} onRemoved={() => setTyped('')} />
        )}
      </div>
      <Shown read={{ ...list, data: list.items }}>
        {(items) => (
          <>
            {items.length > 0 && (
              <ScheduleTable label={schedules.title} schedules={items} mayChange={mayChange} showsProjects />
            )}
            {items.length === 0 && isFiltered && <p role="status">{schedules.empty.filtered}</p>}
            {items.length === 0 && !isFiltered && (
              <Empty icon="schedules" title={schedules.empty.title} text={schedules.empty.all}>
                <ButtonLink look="primary" to="/projects">
                  {schedules.empty.projects}
                </ButtonLink>
              </Empty>
            )}
            <More list={list} />
          </>
        )}
      </Shown>
    </Page>
  );
}

function RemoveRecipient({
  recipient,
  count,
  onRemoved,
}: {
  readonly recipient: string;
  readonly count: number;
  readonly onRemoved: () => void;
}) {
  const { schedules } = useMessages();
  const [isAsking, setAsking] = useState(false);
  const onDone = () => {
    setAsking(false);
    tell(schedules.removedRecipient(recipient));
    onRemoved();
  };
  const { write, isPending, fault } = useWrite('removeRecipient', { refreshes: refreshed, onDone });
  return (
    <>
      <Button icon="remove" look="danger" onPress={() => setAsking(true)}>
        {schedules.removeRecipient}
      </Button>
      <ConfirmDialog
        title={schedules.removeRecipientTitle}
        action={schedules.removeRecipient}
        isDangerous
        isOpen={isAsking}
        isPending={isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => write({ body: { recipient } })}
      >
        <p>{schedules.removeRecipientText(recipient, count)}</p>
        {fault && <Fault error={fault} />}
      </ConfirmDialog>
    </>
  );
}
