import { useMemo } from 'react';
import { CheckboxGroup, Label } from 'react-aria-components';
import { ComboBox } from '../../components/ComboBox.tsx';
import { Checkbox, RadioGroup, Select } from '../../components/fields.tsx';
import { TagsField } from '../../components/TagsField.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { AtField, BoundFields, CadenceFields, type FieldsProps, optionsOf } from './CadenceFields.tsx';
import { RuleField } from './RuleField.tsx';
import { besideRule, isAddress, type ScheduleDraft } from './schedule-draft.ts';
import styles from './schedules.module.css';
import { cityOf } from './words.ts';

/** When a schedule fires, and what its reports are about. */
export function TimingFields({
  draft,
  onChange,
  faults,
  hasZone = true,
}: FieldsProps & {
  readonly faults: Readonly<Record<string, string>>;
  /** False where the time of day is that of the place of each project. */
  readonly hasZone?: boolean;
}) {
  const { form, periods, periodAdvice, comparisons } = useMessages().schedules;
  const zones = useZones(draft.time_zone);
  const isByRule = draft.rrule.trim() !== '';
  const beside = besideRule(draft);
  return (
    <>
      {isByRule ? (
        'at' in beside && <AtField draft={draft} onChange={onChange} />
      ) : (
        <CadenceFields draft={draft} onChange={onChange} />
      )}
      <RuleField draft={draft} onChange={onChange} />
      {hasZone && (!isByRule || 'time_zone' in beside) && (
        <ComboBox
          name="time_zone"
          label={form.timeZone}
          options={zones}
          value={draft.time_zone}
          onChange={(time_zone) => onChange({ time_zone })}
        />
      )}
      <BoundFields draft={draft} onChange={onChange} fault={faults.skip} />
      <div className={styles.pair}>
        <Select
          name="period"
          label={form.period}
          advice={draft.period.endsWith('to-date') ? periodAdvice : undefined}
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

function useZones(own: string) {
  return useMemo(() => {
    const names = [...new Set([own, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
    return names.toSorted().map((id) => ({ id, label: id.replaceAll('_', ' '), words: cityOf(id) }));
  }, [own]);
}
