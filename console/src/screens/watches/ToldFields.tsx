import { CheckboxGroup } from '../../components/CheckboxGroup.tsx';
import { useMessages } from '../../messages/messages.tsx';
import type { FieldsProps } from './fields-of-draft.ts';
import { useTold } from './names.ts';
import styles from './watches.module.css';

/** Who is told: people by e-mail, and channels. Those whom the reader may not know stay as they are. */
export function ToldFields({
  draft,
  onChange,
  faults,
}: Pick<FieldsProps, 'draft' | 'onChange'> & { readonly faults: Readonly<Record<string, string>> }) {
  const { watches, chat } = useMessages();
  const { form } = watches;
  const { people, channels } = useTold();
  const known = new Set(people.map(({ id }) => id));
  const others = draft.people.filter((id) => !known.has(id));
  return (
    <>
      <div className={styles.told}>
        <CheckboxGroup
          {...{ name: 'people', label: form.byMail, fault: faults.people, options: people }}
          advice={others.length > 0 ? form.others(others.length) : undefined}
          value={draft.people.filter((id) => known.has(id))}
          onChange={(chosen) => onChange({ people: [...others, ...chosen] })}
        />
      </div>
      {channels.length > 0 && (
        <div className={styles.told}>
          <CheckboxGroup
            {...{ name: 'channels', label: chat.field, fault: faults.channels, options: channels }}
            value={draft.channels}
            onChange={(chosen) => onChange({ channels: chosen })}
          />
        </div>
      )}
    </>
  );
}
