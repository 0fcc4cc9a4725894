import { NumberField, RadioGroup, Select, TextField } from '../../components/fields.tsx';
import { TagsField } from '../../components/TagsField.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { isByMonth, isDay, type ScheduleDraft } from './schedule-draft.ts';
import styles from './schedules.module.css';
import { useScheduleWords, weekdays } from './words.ts';

export interface FieldsProps {
  readonly draft: ScheduleDraft;
  readonly onChange: (changes: Partial<ScheduleDraft>) => void;
}

/** How often a schedule fires, and on which day: only what the chosen cadence takes. */
export function CadenceFields({ draft, onChange }: FieldsProps) {
  const { form } = useMessages().schedules;
  const isByWeek = draft.cadence === 'weekly' || draft.cadence === 'fortnightly';
  return (
    <>
      <RadioGroup
        name="cadence"
        label={form.cadence}
        isRow
        options={optionsOf(form.cadences)}
        value={draft.cadence}
        onChange={(cadence) => onChange({ cadence, month: 1, ...usualPeriod(draft, cadence) })}
      />
      <div className={styles.pair}>
        <MonthField draft={draft} onChange={onChange} />
        {isByMonth(draft) && (
          <Select
            label={form.dayKind}
            options={optionsOf(form.dayKinds)}
            value={draft.dayKind}
            onChange={(dayKind) => onChange({ dayKind })}
          />
        )}
        {isByMonth(draft) && <DayOfMonth draft={draft} onChange={onChange} />}
        {isByWeek && <WeekdayField draft={draft} onChange={onChange} />}
        <AtField draft={draft} onChange={onChange} />
      </div>
    </>
  );
}

export function AtField({ draft, onChange }: FieldsProps) {
  const { form } = useMessages().schedules;
  return (
    <TextField name="at" type="time" label={form.at} isRequired value={draft.at} onChange={(at) => onChange({ at })} />
  );
}

function MonthField({ draft, onChange }: FieldsProps) {
  const { form } = useMessages().schedules;
  const words = useScheduleWords();
  const isQuarterly = draft.cadence === 'quarterly';
  if (!isQuarterly && draft.cadence !== 'yearly') return null;
  const months = Array.from({ length: isQuarterly ? 3 : 12 }, (_, index) => index + 1);
  return (
    <Select
      name="month"
      label={isQuarterly ? form.months : form.month}
      options={months.map((month) => ({ id: `${month}`, label: words.months(month, isQuarterly) }))}
      value={`${draft.month}`}
      onChange={(month) => onChange({ month: Number(month) })}
    />
  );
}

function DayOfMonth({ draft, onChange }: FieldsProps) {
  const { form } = useMessages().schedules;
  if (draft.dayKind === 'weekday') {
    return (
      <>
        <Select
          name="week"
          label={form.week}
          options={optionsOf(form.weeks)}
          value={draft.week}
          onChange={(week) => onChange({ week })}
        />
        <WeekdayField draft={draft} onChange={onChange} />
      </>
    );
  }
  if (draft.dayKind === 'working') {
    return (
      <Select
        name="working_day"
        label={form.workingDay}
        options={workingDays.map((day) => ({ id: `${day}`, label: day < 0 ? form.lastWorkingDay : `${day}` }))}
        value={`${draft.workingDay}`}
        onChange={(day) => onChange({ workingDay: Number(day) })}
      />
    );
  }
  return (
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
  );
}

/** As many as every month has, and the last. */
const workingDays = [...Array.from({ length: 20 }, (_, index) => index + 1), -1];

function WeekdayField({ draft, onChange }: FieldsProps) {
  const { form } = useMessages().schedules;
  const words = useScheduleWords();
  return (
    <Select
      name="weekday"
      label={form.weekday}
      options={weekdays.map((id) => ({ id, label: words.weekday(id) }))}
      value={draft.weekday}
      onChange={(weekday) => onChange({ weekday })}
    />
  );
}

/** Between which days it fires, and on which not: folded, because most schedules have neither. */
export function BoundFields({ draft, onChange, fault }: FieldsProps & { readonly fault: string | undefined }) {
  const { form } = useMessages().schedules;
  return (
    <details className={styles.fold} open={Boolean(draft.from || draft.until || draft.skip.length) || undefined}>
      <summary>{form.bounds}</summary>
      <div className={styles.folded}>
        <div className={styles.pair}>
          <TextField
            name="from"
            type="date"
            label={form.from}
            value={draft.from}
            onChange={(from) => onChange({ from })}
          />
          <TextField
            name="until"
            type="date"
            label={form.until}
            value={draft.until}
            onChange={(until) => onChange({ until })}
          />
        </div>
        <TagsField
          label={form.skip}
          advice={form.skipAdvice}
          shownLabel={form.skipShown}
          fault={fault}
          tags={draft.skip}
          typed={draft.typedSkip}
          onChange={(skip, typedSkip) => onChange({ skip: [...skip], typedSkip })}
          isTag={isDay}
          wrong={form.wrongDay}
        />
      </div>
    </details>
  );
}

/** Whoever turns to another cadence mostly means the period that goes with it. */
function usualPeriod(draft: ScheduleDraft, cadence: ScheduleDraft['cadence']): Partial<ScheduleDraft> {
  return draft.period === usual[draft.cadence] ? { period: usual[cadence] } : {};
}

const usual: Readonly<Record<ScheduleDraft['cadence'], ScheduleDraft['period']>> = {
  ...{ daily: 'previous-day', weekdays: 'previous-day', weekly: 'previous-week', fortnightly: 'last-14-days' },
  ...{ monthly: 'previous-month', quarterly: 'previous-quarter', yearly: 'previous-year' },
};

export function optionsOf<Key extends string>(labels: Readonly<Record<Key, string>>) {
  return (Object.entries(labels) as [Key, string][]).map(([id, label]) => ({ id, label }));
}
