import { Checkbox, NumberField, TextField } from '../../components/fields.tsx';
import { useMessages } from '../../messages/messages.tsx';
import type { FieldsProps } from './CadenceFields.tsx';
import type { ScheduleDraft } from './schedule-draft.ts';
import styles from './schedules.module.css';

type Condition = ScheduleDraft['onlyIf'][number];

/** When a report goes out at all: folded, because most go out always. */
export function ConditionFields({ draft, onChange }: FieldsProps) {
  const { form } = useMessages().schedules;
  const { onlyIf } = draft;
  const change = onlyIf.find((each) => each.type === 'change');
  const set = (type: Condition['type'], condition: Condition | null) => {
    const others = onlyIf.filter((each) => each.type !== type);
    onChange({ onlyIf: condition ? [...others, condition] : others });
  };
  const begun = { rows: { type: 'rows' }, goal_off_course: { type: 'goal_off_course' } } as const;
  return (
    <details className={styles.fold} open={onlyIf.length > 0 || undefined}>
      <summary>{form.onlyIf}</summary>
      <div className={styles.folded}>
        {(['rows', 'goal_off_course'] as const).map((type) => (
          <Checkbox
            key={type}
            isSelected={onlyIf.some((each) => each.type === type)}
            onChange={(isOn) => set(type, isOn ? begun[type] : null)}
          >
            {form.onlyIfs[type]}
          </Checkbox>
        ))}
        <Checkbox
          isSelected={change !== undefined}
          onChange={(isOn) => set('change', isOn ? { type: 'change', metric: '', percent: 10 } : null)}
        >
          {form.onlyIfs.change}
        </Checkbox>
        {change && (
          <div className={styles.pair}>
            <TextField
              label={form.metric}
              advice={form.metricAdvice}
              isRequired
              maxLength={200}
              value={change.metric}
              onChange={(metric) => set('change', { ...change, metric })}
            />
            <NumberField
              label={form.percent}
              isRequired
              minValue={0.1}
              maxValue={1_000}
              formatOptions={{ maximumFractionDigits: 1 }}
              value={change.percent}
              onChange={(percent) => set('change', { ...change, percent: Number.isNaN(percent) ? 10 : percent })}
            />
          </div>
        )}
      </div>
    </details>
  );
}
