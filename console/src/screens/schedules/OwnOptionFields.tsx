import { Button } from '../../components/Button.tsx';
import { Select, TextArea } from '../../components/fields.tsx';
import { languages, useMessages } from '../../messages/messages.tsx';
import { type FieldsProps, optionsOf } from './CadenceFields.tsx';
import { type OwnOptions, recipientsOf } from './schedule-draft.ts';
import styles from './schedules.module.css';

/** What single recipients get otherwise than the others: language, way, sections. */
export function OwnOptionFields({ draft, onChange }: FieldsProps) {
  const { own } = useMessages().deliveries.mail;
  const { ownOptions } = draft;
  const hasOwn = new Set(ownOptions.map(({ address }) => address.toLowerCase()));
  const recipients = recipientsOf(draft);
  const others = recipients.filter((address) => !hasOwn.has(address.toLowerCase()));
  const isRecipient = (address: string) => recipients.some((each) => each.toLowerCase() === address.toLowerCase());
  const change = (changed: readonly OwnOptions[]) => onChange({ ownOptions: changed });
  return (
    <fieldset className={styles.own}>
      <legend>{own.title}</legend>
      {ownOptions
        .filter(({ address }) => isRecipient(address))
        .map((options) => (
          <OptionsOf
            key={options.address}
            options={options}
            onChange={(changed) => change(ownOptions.map((each) => (each === options ? changed : each)))}
            onRemove={() => change(ownOptions.filter((each) => each !== options))}
          />
        ))}
      {others.length > 0 && (
        <Select
          label={own.add}
          options={[{ id: 'none', label: '–' }, ...others.map((id) => ({ id, label: id }))]}
          value="none"
          onChange={(address) => {
            if (address !== 'none') change([...ownOptions, { address, language: null, deliver: null, sections: '' }]);
          }}
        />
      )}
    </fieldset>
  );
}

function OptionsOf({
  options,
  onChange,
  onRemove,
}: {
  readonly options: OwnOptions;
  readonly onChange: (changed: OwnOptions) => void;
  readonly onRemove: () => void;
}) {
  const { deliveries, schedules, common } = useMessages();
  const { own } = deliveries.mail;
  const { address, language, deliver, sections } = options;
  const named: Readonly<Record<string, string>> = languages;
  // One that somebody named by the API, such as pt-BR.
  const spoken = language === null || named[language] ? named : { ...named, [language]: language };
  return (
    <fieldset aria-label={address} className={styles.own}>
      <div className={styles.head}>
        <bdi className={styles.recipients}>{address}</bdi>
        <Button look="quiet" icon="close" aria-label={`${common.remove}: ${address}`} onPress={onRemove} />
      </div>
      <div className={styles.pair}>
        <Select
          label={own.language}
          options={[{ id: 'report', label: own.ofReport }, ...optionsOf(spoken)]}
          value={language ?? 'report'}
          onChange={(chosen) => onChange({ ...options, language: chosen === 'report' ? null : chosen })}
        />
        <Select
          label={own.deliver}
          options={[{ id: 'same' as const, label: own.asOthers }, ...optionsOf(schedules.form.delivers)]}
          value={deliver ?? 'same'}
          onChange={(chosen) => onChange({ ...options, deliver: chosen === 'same' ? null : chosen })}
        />
      </div>
      <TextArea
        label={own.sections}
        advice={own.sectionsAdvice}
        value={sections}
        onChange={(text) => onChange({ ...options, sections: text })}
      />
    </fieldset>
  );
}
