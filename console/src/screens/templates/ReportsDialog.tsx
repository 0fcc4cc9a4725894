import { useState } from 'react';
import { ApiError, type Data } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { CheckboxGroup } from '../../components/CheckboxGroup.tsx';
import { ComboBox } from '../../components/ComboBox.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { Checkbox, RadioGroup, Select, Switch } from '../../components/fields.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { localeOptions } from '../projects/choices.ts';
import { CadenceFields, optionsOf } from '../schedules/CadenceFields.tsx';
import type { ScheduleDraft } from '../schedules/schedule-draft.ts';
import { beginReports, type ReportsDraft, reportsBody } from './reports-draft.ts';
import { afterChange } from './stale.ts';

const none = '';

/** Changes how reports of projects are made that follow a template. */
export function ReportsDialog({
  template,
  etag: begunWith,
  onClose,
}: {
  readonly template: Data<'getTemplate'>;
  readonly etag: string | undefined;
  readonly onClose: () => void;
}) {
  const { templates, common, projects, schedules } = useMessages();
  const words = templates.reports;
  const { locale: reader } = useLanguage();
  const [draft, setDraft] = useState(() => beginReports(template.reports));
  const [etag] = useState(begunWith);
  const change = (changes: Partial<ReportsDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const { write, isPending, fault } = useWrite('updateTemplate', {
    refreshes: afterChange,
    onDone() {
      tell(templates.editor.saved);
      onClose();
    },
  });
  const save = (ifMatch: string | undefined) =>
    write({ template_id: template.id, body: { reports: reportsBody(draft) } }, ifMatch);
  const isConflict = fault instanceof ApiError && fault.code === 'edit_conflict';
  const own = { id: none, label: words.own } as const;
  return (
    <Dialog isOpen title={words.title} onClose={onClose}>
      <Form onSubmit={() => save(etag)}>
        <p>{words.text}</p>
        <ComboBox
          label={projects.fields.locale}
          options={[own, ...localeOptions(reader, draft.locale || 'en-US')]}
          value={draft.locale}
          onChange={(locale) => change({ locale })}
        />
        <Select
          label={schedules.form.period}
          options={draft.hasSchedule ? optionsOf(schedules.periods) : [own, ...optionsOf(schedules.periods)]}
          value={draft.period}
          onChange={(period) => change({ period })}
        />
        <Select
          label={schedules.form.compare}
          options={[own, ...optionsOf(schedules.comparisons)]}
          value={draft.compare}
          onChange={(compare) => change({ compare })}
        />
        <Switch
          isSelected={draft.hasSchedule}
          onChange={(hasSchedule) =>
            change({ hasSchedule, ...(hasSchedule && { period: draft.period || 'previous-month' }) })
          }
        >
          {words.schedule}
        </Switch>
        {draft.hasSchedule && (
          <>
            <p>{words.scheduleText}</p>
            <CadenceFields
              draft={draft.schedule}
              onChange={(changes) => change({ schedule: { ...draft.schedule, ...changes } })}
            />
            <PatternFields
              draft={draft.schedule}
              onChange={(changes) => change({ schedule: { ...draft.schedule, ...changes } })}
            />
          </>
        )}
        {isConflict ? (
          <Note tone="warning" text={common.faults.changedMeanwhile}>
            <Button onPress={onClose}>{projects.settings.conflict.take}</Button>
            <Button onPress={() => save(undefined)}>{projects.settings.conflict.keep}</Button>
          </Note>
        ) : (
          fault && <Fault error={fault} />
        )}
        <DialogActions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" isPending={isPending} isDisabled={isConflict}>
            {projects.settings.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** What is made of each report, and whether somebody releases it. */
function PatternFields({
  draft,
  onChange,
}: {
  readonly draft: ScheduleDraft;
  readonly onChange: (changes: Partial<ScheduleDraft>) => void;
}) {
  const { form, formats } = useMessages().schedules;
  return (
    <>
      <CheckboxGroup
        label={form.formats}
        options={optionsOf(formats)}
        value={draft.export}
        onChange={(chosen) => onChange({ export: chosen })}
      />
      <RadioGroup
        label={form.deliver}
        options={optionsOf(form.delivers)}
        value={draft.deliver}
        onChange={(deliver) => onChange({ deliver })}
      />
      <Checkbox isSelected={draft.approve} onChange={(approve) => onChange({ approve })}>
        {form.approve}
      </Checkbox>
    </>
  );
}
