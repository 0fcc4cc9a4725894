import { RadioGroup, TextField } from '../../components/fields.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { type FieldsProps, optionsOf } from './CadenceFields.tsx';
import styles from './schedules.module.css';

/** What becomes of a report whose connections have no figures of its last day: folded, because most go out at once. */
export function FreshnessFields({ draft, onChange }: FieldsProps) {
  const { form } = useMessages().schedules;
  return (
    <details className={styles.fold} open={draft.late !== 'now' || undefined}>
      <summary>{form.freshness}</summary>
      <div className={styles.folded}>
        <RadioGroup
          name="fresh_by"
          label={form.late}
          options={optionsOf(form.lates)}
          value={draft.late}
          onChange={(late) => onChange({ late })}
        />
        {draft.late !== 'now' && (
          <div className={styles.pair}>
            <TextField
              name="fresh_by.hour"
              type="time"
              label={form.lateUntil}
              advice={form.lateAdvice}
              isRequired
              value={draft.lateUntil}
              onChange={(lateUntil) => onChange({ lateUntil })}
            />
          </div>
        )}
      </div>
    </details>
  );
}
