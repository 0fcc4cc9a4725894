import { NumberField, Select, TextField } from '../../../components/fields.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { leading, metricOf } from '../sections/choices.ts';
import { MetricField, SourceField } from '../sections/fields.tsx';
import type { Faults, Goal, Source } from '../types.ts';
import styles from './Goals.module.css';
import { shownAmount, storedAmount } from './goals.ts';

interface GoalFieldsProps {
  readonly goal: Goal;
  readonly onChange: (next: Goal) => void;
  readonly faults: Faults;
  /** Where the goal's own faults begin, such as `0.`. */
  readonly path: string;
  readonly sources: readonly Source[];
}

/** One goal: of which figure, how much, for which period, and when it holds. */
export function GoalFields({ goal, onChange, faults, path, sources }: GoalFieldsProps) {
  const words = useMessages().sections.goals;
  const source = sources.find(({ id }) => id === goal.connection_id);
  const unit = metricOf(source, goal.metric)?.unit;
  return (
    <>
      <SourceField
        sources={sources}
        value={goal.connection_id}
        onChange={(next) => {
          const isThere = next.metrics.some(({ key }) => key === goal.metric);
          const metric = isThere ? goal.metric : (leading(next, 1)[0]?.key ?? '');
          onChange({ ...goal, connection_id: next.id, metric });
        }}
        fault={faults[`${path}connection_id`]}
      />
      <MetricField
        label={words.metric}
        source={source}
        value={goal.metric}
        onChange={(metric) => onChange({ ...goal, metric })}
        fault={faults[`${path}metric`]}
      />
      <div className={styles.pair}>
        <NumberField
          key={unit}
          label={unit === 'duration' ? words.amountInMinutes : words.amount}
          isRequired
          value={shownAmount(goal.amount, unit)}
          formatOptions={
            unit === 'percent' ? { style: 'percent', maximumFractionDigits: 2 } : { maximumFractionDigits: 6 }
          }
          onChange={(amount) => !Number.isNaN(amount) && onChange({ ...goal, amount: storedAmount(amount, unit) })}
          fault={faults[`${path}amount`]}
        />
        <Select
          label={words.per}
          options={(['month', 'quarter', 'year'] as const).map((id) => ({ id, label: words.periods[id] }))}
          value={goal.per}
          onChange={(per) => onChange({ ...goal, per })}
          fault={faults[`${path}per`]}
        />
      </div>
      <div className={styles.days}>
        <TextField
          label={words.from}
          type="date"
          value={goal.from ?? ''}
          onChange={(from) => onChange({ ...goal, from: from || null })}
          fault={faults[`${path}from`]}
        />
        <TextField
          label={words.to}
          type="date"
          value={goal.to ?? ''}
          onChange={(to) => onChange({ ...goal, to: to || null })}
          fault={faults[`${path}to`]}
        />
      </div>
    </>
  );
}
