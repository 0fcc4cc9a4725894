import { useMemo } from 'react';
import { ComboBox } from '../../components/ComboBox.tsx';
import { TextField } from '../../components/fields.tsx';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { currencyOptions, localeOptions, type ProjectDetails, timeZoneOptions } from './choices.ts';

/** What a project is called, who it is for, and how its reports read. */
export function DetailFields({
  value,
  onChange,
  autoFocus = false,
  isReadOnly = false,
}: {
  readonly value: ProjectDetails;
  readonly onChange: (changes: Partial<ProjectDetails>) => void;
  readonly autoFocus?: boolean;
  readonly isReadOnly?: boolean;
}) {
  const { fields } = useMessages().projects;
  const { locale: reader } = useLanguage();
  const { locale, currency, time_zone } = value;
  const locales = useMemo(() => localeOptions(reader, locale), [reader, locale]);
  const currencies = useMemo(() => currencyOptions(reader, currency), [reader, currency]);
  const zones = useMemo(() => timeZoneOptions(reader, time_zone), [reader, time_zone]);
  return (
    <>
      <TextField
        label={fields.name}
        name="name"
        placeholder={fields.namePlaceholder}
        isRequired
        autoFocus={autoFocus}
        isReadOnly={isReadOnly}
        maxLength={200}
        value={value.name}
        onChange={(name) => onChange({ name })}
      />
      <TextField
        label={fields.client}
        name="client_name"
        advice={fields.clientAdvice}
        isReadOnly={isReadOnly}
        maxLength={200}
        value={value.client_name ?? ''}
        onChange={(client) => onChange({ client_name: client === '' ? null : client })}
      />
      <ComboBox
        label={fields.locale}
        name="locale"
        advice={fields.localeAdvice}
        isReadOnly={isReadOnly}
        options={locales}
        value={locale}
        onChange={(next) => onChange({ locale: next })}
      />
      <ComboBox
        label={fields.timeZone}
        name="time_zone"
        advice={fields.timeZoneAdvice}
        isReadOnly={isReadOnly}
        options={zones}
        value={time_zone}
        onChange={(next) => onChange({ time_zone: next })}
      />
      <ComboBox
        label={fields.currency}
        name="currency"
        advice={fields.currencyAdvice}
        isReadOnly={isReadOnly}
        options={currencies}
        value={currency}
        onChange={(next) => onChange({ currency: next })}
      />
    </>
  );
}
