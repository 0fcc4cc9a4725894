import { TextArea } from '../../components/fields.tsx';
import { useMessages } from '../../messages/messages.tsx';
import type { FieldsProps } from './CadenceFields.tsx';
import styles from './schedules.module.css';

/** When a schedule fires as calendars write it, in place of its days: folded, because few have such a text. */
export function RuleField({ draft, onChange }: FieldsProps) {
  const { form } = useMessages().schedules;
  return (
    <details className={styles.fold} open={draft.rrule !== '' || undefined}>
      <summary>{form.rule}</summary>
      <div className={styles.folded}>
        {draft.savedRule !== null && <p className={styles.more}>{form.rruleSaved(fromLeft(draft.savedRule))}</p>}
        <TextArea
          name="rrule"
          label="RRULE (RFC 5545)"
          advice={form.rruleAdvice}
          maxLength={10_000}
          value={draft.rrule}
          onChange={(rrule) => onChange({ rrule })}
        />
      </div>
    </details>
  );
}

/** Within a sentence that runs from right to left. */
function fromLeft(text: string): string {
  return `\u2066${text}\u2069`;
}
