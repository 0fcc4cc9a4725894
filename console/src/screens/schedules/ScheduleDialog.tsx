import { type ReactNode, useState } from 'react';
import { ApiError, type Called } from '../../api/client.ts';
import { readDraft, useDraft } from '../../api/drafts.ts';
import { useRead } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { Form } from '../../components/Page.tsx';
import { Fault, Note, Shown } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { ApprovalFields } from './ApprovalFields.tsx';
import { ChannelFields } from './ChannelFields.tsx';
import { ConditionFields } from './ConditionFields.tsx';
import { FreshnessFields } from './FreshnessFields.tsx';
import { MailFields } from './MailFields.tsx';
import { NextRuns } from './NextRuns.tsx';
import { DeliveryFields, TimingFields } from './ScheduleFields.tsx';
import { bodyOf, draftOf, mostRecipients, newDraft, type ScheduleDraft, zoneOf } from './schedule-draft.ts';
import styles from './schedules.module.css';

/** What dialogs of schedules make stale. */
export const refreshed = ['listSchedules', 'listProjectSchedules', 'getSchedule', 'getProject', 'getOverview'] as const;

const newName = (projectId: string) => `schedule of ${projectId}`;

/** Whether somebody had begun a new schedule of the project before the page was loaded anew. */
export const hasBegun = (projectId: string): boolean => readDraft(newName(projectId)) !== undefined;

/** Makes a schedule of a project. */
export function NewSchedule({
  projectId,
  timeZone,
  onClose,
}: {
  readonly projectId: string;
  readonly timeZone: string;
  readonly onClose: () => void;
}) {
  const { schedules } = useMessages();
  const draft = useDraft(newName(projectId), newDraft(timeZone));
  const close = () => {
    draft.forget();
    onClose();
  };
  const onDone = () => {
    tell(schedules.created);
    close();
  };
  const { write, isPending, fault } = useWrite('createSchedule', { refreshes: refreshed, onDone });
  return (
    <ScheduleForm
      {...{ projectId, isPending, fault, draft }}
      title={schedules.add}
      action={schedules.create}
      onClose={close}
      onSave={(value) => write({ project_id: projectId, body: bodyOf(value) })}
    />
  );
}

/** Changes a schedule. */
export function EditSchedule({ scheduleId, onClose }: { readonly scheduleId: string; readonly onClose: () => void }) {
  const { schedules } = useMessages();
  const [reading, setReading] = useState(0);
  const read = useRead('getSchedule', { schedule_id: scheduleId });
  const reread = () => void read.refetch().then(() => setReading(reading + 1));
  if (read.data) return <ReadSchedule key={reading} read={read.data} onReread={reread} onClose={onClose} />;
  return (
    <Dialog title={schedules.edit} isOpen isWide onClose={onClose}>
      <Shown read={read}>{() => null}</Shown>
    </Dialog>
  );
}

function ReadSchedule({
  read,
  onReread,
  onClose,
}: {
  readonly read: Called<'getSchedule'>;
  readonly onReread: () => void;
  readonly onClose: () => void;
}) {
  const { common, schedules } = useMessages();
  // What was read at first: what comes in later must not change it beneath somebody's hands.
  const [{ data: schedule, etag }] = useState(read);
  const draft = useDraft(`schedule ${schedule.id} ${etag}`, draftOf(schedule));
  const close = () => {
    draft.forget();
    onClose();
  };
  const onDone = () => {
    tell(common.saved);
    close();
  };
  const { write, isPending, fault } = useWrite('updateSchedule', { refreshes: refreshed, onDone });
  const save = (value: ScheduleDraft, ifMatch?: string) =>
    write({ schedule_id: schedule.id, body: bodyOf(value) }, ifMatch);
  const isConflict = fault instanceof ApiError && fault.code === 'edit_conflict';
  const takeTheirs = () => {
    draft.forget();
    onReread();
  };
  return (
    <ScheduleForm
      {...{ isPending, draft }}
      projectId={schedule.project_id}
      fault={isConflict ? null : fault}
      title={schedules.edit}
      action={schedules.save}
      onClose={close}
      onSave={(value) => save(value, etag)}
    >
      {isConflict && (
        <Note tone="warning" text={schedules.form.conflict}>
          <Button onPress={takeTheirs}>{schedules.form.takeTheirs}</Button>
          <Button onPress={() => save(draft.value)}>{schedules.form.keepMine}</Button>
        </Note>
      )}
    </ScheduleForm>
  );
}

function ScheduleForm({
  title,
  action,
  projectId,
  draft,
  isPending,
  fault,
  onClose,
  onSave,
  children,
}: {
  readonly title: string;
  readonly action: string;
  readonly projectId: string;
  readonly draft: ReturnType<typeof useDraft<ScheduleDraft>>;
  readonly isPending: boolean;
  readonly fault: Error | null;
  readonly onClose: () => void;
  readonly onSave: (draft: ScheduleDraft) => void;
  readonly children?: ReactNode;
}) {
  const { common, schedules } = useMessages();
  const { form } = schedules;
  const { value, change, wasKept } = draft;
  const faults = fieldFaults(fault);
  const tooMany = value.email.length > mostRecipients ? form.tooMany(mostRecipients) : undefined;
  const save = () => {
    if (value.typed.trim() === '' && value.typedSkip.trim() === '' && value.typedApprover.trim() === '' && !tooMany)
      onSave(value);
  };
  const isByRule = value.rrule.trim() !== '';
  // What a rule says is at fault in fields that are not in sight.
  const isShown = (name: string) => shownFields.has(name) && !(isByRule && saidByRule.has(name));
  const isElsewhere = fault !== null && !Object.keys(faults).some(isShown);
  return (
    <Dialog title={title} isOpen isWide onClose={onClose}>
      <div className={styles.editor}>
        <Form onSubmit={save} validationErrors={faults}>
          {wasKept && <Note text={form.unfinished} />}
          {children}
          <TimingFields draft={value} onChange={change} faults={faults} />
          <DeliveryFields draft={value} onChange={change} fault={tooMany ?? faults.email} />
          <ChannelFields draft={value} onChange={change} fault={faults.channels} />
          {value.email.length > 0 && <MailFields draft={value} onChange={change} />}
          <FreshnessFields draft={value} onChange={change} />
          <ConditionFields draft={value} onChange={change} />
          <ApprovalFields draft={value} onChange={change} fault={faults.approvers} />
          {isElsewhere && <Fault error={fault} />}
          <DialogActions>
            <Button onPress={onClose}>{common.cancel}</Button>
            <Button look="primary" type="submit" isPending={isPending}>
              {action}
            </Button>
          </DialogActions>
        </Form>
        <NextRuns projectId={projectId} body={bodyOf(value)} zone={zoneOf(value)} />
      </div>
    </Dialog>
  );
}

const saidByRule = new Set(['from', 'until', 'skip', 'at', 'time_zone']);
const shownFields = new Set([
  ...['subject', 'message', 'reply_to', 'sender_name', 'cc', 'bcc'],
  ...['cadence', 'weekday', 'day', 'week', 'working_day', 'month', 'at', 'time_zone', 'from', 'until', 'skip'],
  ...['period', 'compare', 'email', 'channels', 'deliver', 'approvers', 'rrule', 'fresh_by.hour'],
]);
