import { useMemo } from 'react';
import { CheckboxGroup, Label } from 'react-aria-components';
import { ComboBox } from '../../components/ComboBox.tsx';
import { Checkbox, NumberField, RadioGroup, Select, TextField } from '../../components/fields.tsx';
import { TagsField } from '../../components/TagsField.tsx';
import { useMessages } from '../../messages/messages.tsx';
import type { ScheduleDraft } from './schedule-draft.ts';
import { isAddress } from './schedule-draft.ts';
import styles from './schedules.module.css';
import { cityOf, useScheduleWords, weekdays } from './words.ts';

interface FieldsProps {
  readonly draft: ScheduleDraft;
  readonly onChange: (changes: Partial<ScheduleDraft>) => void;
}

/** When a schedule fires, and what its reports are about. */
export function TimingFields({ draft, onChange }: FieldsProps) {
  const { form, periods, comparisons } = useMessages().schedules;
  const words = useScheduleWords();
  return (
    <>
      <RadioGroup
        name="cadence"
        label={form.cadence}
        isRow
        options={optionsOf(form.cadences)}
        value={draft.cadence}
        onChange={(cadence) => onChange({ cadence, ...usualPeriod(draft, cadence) })}
      />
      <div className={styles.pair}>
        {draft.cadence === 'weekly' && (
          <Select
            name="weekday"
            label={form.weekday}
            options={weekdays.map((id) => ({ id, label: words.weekday(id) }))}
            value={draft.weekday}
            onChange={(weekday) => onChange({ weekday })}
          />
        )}
        {draft.cadence === 'monthly' && (
          <NumberField
            name="day"
            label={form.day}
            advice={draft.day > 28 ? form.dayAdvice : undefined}
            isRequired
            minValue={1}
            maxValue={31}
            formatOptions={{ maximumFractionDigits: 0 }}
            value={draft.day}
            onChange={(day) => onChange({ day: Number.isNaN(day) ? 1 : day })}
          />
        )}
        <TextField
          name="at"
          type="time"
          label={form.at}
          isRequired
          value={draft.at}
          onChange={(at) => onChange({ at })}
        />
      </div>
      <ComboBox
        name="time_zone"
        label={form.timeZone}
        options={useZones(draft.time_zone)}
        value={draft.time_zone}
        onChange={(time_zone) => onChange({ time_zone })}
      />
      <div className={styles.pair}>
        <Select
          name="period"
          label={form.period}
          options={optionsOf(periods)}
          value={draft.period}
          onChange={(period) => onChange({ period })}
        />
        <Select
          name="compare"
          label={form.compare}
          options={optionsOf(comparisons)}
          value={draft.compare}
          onChange={(compare) => onChange({ compare })}
        />
      </div>
    </>
  );
}

/** What is made, and who gets it. */
export function DeliveryFields({ draft, onChange, fault }: FieldsProps & { readonly fault: string | undefined }) {
  const { form, formats } = useMessages().schedules;
  return (
    <>
      <CheckboxGroup
        className={styles.formats ?? ''}
        value={[...draft.export]}
        onChange={(chosen) => onChange({ export: chosen as ScheduleDraft['export'] })}
      >
        <Label>{form.formats}</Label>
        {optionsOf(formats).map(({ id, label }) => (
          <Checkbox key={id} value={id}>
            {label}
          </Checkbox>
        ))}
      </CheckboxGroup>
      <TagsField
        label={form.recipients}
        advice={form.recipientsAdvice}
        shownLabel={form.recipientsShown}
        fault={fault}
        tags={draft.email}
        typed={draft.typed}
        onChange={(email, typed) => onChange({ email: [...email], typed })}
        isTag={isAddress}
        wrong={form.wrongAddress}
      />
      {draft.email.length > 0 && (
        <RadioGroup
          name="deliver"
          label={form.deliver}
          options={optionsOf(form.delivers)}
          value={draft.deliver}
          onChange={(deliver) => onChange({ deliver })}
        />
      )}
    </>
  );
}

/** Whoever turns to another cadence mostly means the period that goes with it. */
function usualPeriod(draft: ScheduleDraft, cadence: ScheduleDraft['cadence']): Partial<ScheduleDraft> {
  const usual = { daily: 'previous-day', weekly: 'previous-week', monthly: 'previous-month' } as const;
  return draft.period === usual[draft.cadence] ? { period: usual[cadence] } : {};
}

function optionsOf<Key extends string>(labels: Readonly<Record<Key, string>>) {
  return (Object.entries(labels) as [Key, string][]).map(([id, label]) => ({ id, label }));
}

function useZones(own: string) {
  return useMemo(() => {
    const names = [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
    return names.toSorted().map((id) => ({ id, label: id.replaceAll('_', ' '), words: cityOf(id) }));
  }, [own]);
}
