import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { explain } from '../../components/faults.ts';
import { Switch } from '../../components/fields.tsx';
import { Menu } from '../../components/Menu.tsx';
import { TextLink } from '../../components/Page.tsx';
import { Fault } from '../../components/states.tsx';
import { type Column, Table } from '../../components/Table.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { EditSchedule, refreshed } from './ScheduleDialog.tsx';
import { ScheduleRuns } from './ScheduleRuns.tsx';
import styles from './schedules.module.css';
import { ownZone, type Schedule, useScheduleWords } from './words.ts';

/** Schedules, each with what can be done with it. */
export function ScheduleTable({
  schedules: rows,
  label,
  mayChange,
  showsProjects = false,
}: {
  readonly schedules: readonly Schedule[];
  readonly label: string;
  readonly mayChange: boolean;
  readonly showsProjects?: boolean;
}) {
  const { columns } = useMessages().schedules;
  const project: Column<Schedule> = {
    id: 'project',
    label: columns.project,
    cell: ({ project_id, project_name }) => (
      <TextLink to="/projects/$projectId/schedules" params={{ projectId: project_id }}>
        {project_name}
      </TextLink>
    ),
  };
  const others: Column<Schedule>[] = [
    { id: 'when', label: columns.when, cell: (schedule) => <When schedule={schedule} /> },
    { id: 'report', label: columns.report, cell: (schedule) => <About schedule={schedule} /> },
    { id: 'recipients', label: columns.recipients, cell: (schedule) => <Recipients schedule={schedule} /> },
    {
      id: 'active',
      label: columns.active,
      cell: (schedule) => <Active key={schedule.id} schedule={schedule} mayChange={mayChange} />,
    },
  ];
  const actions: Column<Schedule> = {
    ...{ id: 'actions', label: useMessages().common.details, isAtEnd: true, hidesLabel: true },
    cell: (schedule) => <RowActions schedule={schedule} mayChange={mayChange} />,
  };
  return (
    <Table
      label={label}
      keyOf={({ id }) => id}
      rows={rows}
      columns={[...(showsProjects ? [project] : []), ...others, actions]}
    />
  );
}

function When({ schedule }: { readonly schedule: Schedule }) {
  const { schedules } = useMessages();
  const words = useScheduleWords();
  const { time_zone: zone, next_runs } = schedule;
  const [next] = next_runs;
  return (
    <span className={`${styles.cell} ${styles.when}`}>
      <span>{words.whole(schedule)}</span>
      <span className={styles.more}>
        {zone !== ownZone && `${words.place(zone)} · `}
        {next !== undefined && schedules.next(words.dueDay(next, zone))}
        {next === undefined && (schedule.enabled ? schedules.ended : schedules.paused)}
      </span>
    </span>
  );
}

function About({ schedule: { period, export: files } }: { readonly schedule: Schedule }) {
  const { schedules } = useMessages();
  const made = files.length === 0 ? schedules.webOnly : files.map((file) => schedules.formats[file]).join(', ');
  return (
    <span className={styles.cell}>
      <span>{schedules.periods[period]}</span>
      <span className={styles.more}>{made}</span>
    </span>
  );
}

function Recipients({ schedule: { email, channels, deliver } }: { readonly schedule: Schedule }) {
  const { schedules, chat } = useMessages();
  const posted = channels.length > 0 && (
    <span className={styles.more}>
      {chat.field}: {channels.length}
    </span>
  );
  if (email.length === 0) return posted || <span className={styles.more}>{schedules.nobody}</span>;
  return (
    <span className={`${styles.cell} ${styles.recipients}`}>
      <span>{email.length > 2 ? schedules.people(email.length) : email.join(', ')}</span>
      {deliver === 'link' && <span className={styles.more}>{schedules.byLink}</span>}
      {posted}
    </span>
  );
}

/** Whether a schedule fires: it changes at once, and back with a word if the service refuses. */
function Active({ schedule, mayChange }: { readonly schedule: Schedule; readonly mayChange: boolean }) {
  const { common, schedules } = useMessages();
  const words = useScheduleWords();
  const [wanted, setWanted] = useState<boolean | null>(null);
  const { write } = useWrite('updateSchedule', {
    refreshes: refreshed,
    onDone: () => setWanted(null),
    onFault(error) {
      setWanted(null);
      tell(`${schedules.toggleFailed} ${explain(error, common.faults).text}`, 'bad');
    },
  });
  if (!mayChange) return schedule.enabled ? common.yes : schedules.paused;
  const change = (enabled: boolean) => {
    setWanted(enabled);
    write({ schedule_id: schedule.id, body: { enabled } });
  };
  return (
    <Switch isSelected={wanted ?? schedule.enabled} isDisabled={wanted !== null} onChange={change}>
      <span className="unseen">{schedules.toggle(words.when(schedule))}</span>
    </Switch>
  );
}

function RowActions({ schedule, mayChange }: { readonly schedule: Schedule; readonly mayChange: boolean }) {
  const { common, schedules } = useMessages();
  const { user } = useSession();
  const words = useScheduleWords();
  const [open, setOpen] = useState<'edit' | 'runs' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const test = useWrite('testSchedule', {
    refreshes: ['listScheduleRuns'],
    onDone: () => {
      tell(schedules.tested(user?.email ?? ''));
      setOpen('runs');
    },
    onFault: (error) => tell(explain(error, common.faults).text, 'bad'),
  });
  const onRemoved = () => {
    close();
    tell(schedules.removed);
  };
  const removal = useWrite('removeSchedule', { refreshes: refreshed, onDone: onRemoved });
  const input = { schedule_id: schedule.id };
  const actions = [
    { id: 'edit', label: common.edit, icon: 'edit' as const, run: () => setOpen('edit') },
    { id: 'test', label: schedules.test, icon: 'mail' as const, run: () => test.write(input) },
    {
      ...{ id: 'remove', label: schedules.remove, icon: 'remove' as const, isDangerous: true },
      run: () => setOpen('remove'),
    },
  ];
  const when = words.when(schedule);
  return (
    <span className={styles.rowActions}>
      <Button look="quiet" onPress={() => setOpen('runs')}>
        {schedules.runs.title}
      </Button>
      {mayChange && (
        <Menu label={common.actions(when)} actions={actions}>
          <Button look="quiet" icon="more" aria-label={common.actions(when)} isPending={test.isPending} />
        </Menu>
      )}
      {open === 'runs' && <ScheduleRuns schedule={schedule} onClose={close} />}
      {open === 'edit' && <EditSchedule scheduleId={schedule.id} onClose={close} />}
      <ConfirmDialog
        title={schedules.remove}
        action={schedules.remove}
        isDangerous
        isOpen={open === 'remove'}
        isPending={removal.isPending}
        onClose={close}
        onConfirm={() => removal.write(input)}
      >
        <p>{schedules.removeText(when)}</p>
        {removal.fault && <Fault error={removal.fault} />}
      </ConfirmDialog>
    </span>
  );
}
