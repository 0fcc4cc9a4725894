import { Select, Switch, TextField } from '../../../components/fields.tsx';
import { useFormat } from '../../../messages/format.ts';
import { useMessages } from '../../../messages/messages.tsx';
import styles from './Preview.module.css';
import { type Period, presets } from './periods.ts';
import type { Chosen } from './use-periods.ts';

/** Which days the preview shows. */
export function PeriodFields({ chosen, hasReports }: { readonly chosen: Chosen; readonly hasReports: boolean }) {
  const words = useMessages().layout.preview;
  const format = useFormat();
  const { choice, periods, choose } = chosen;
  const { current } = periods;
  const names = hasReports ? (['lastReport', ...presets, 'own'] as const) : ([...presets, 'own'] as const);
  const write = (change: Partial<Period>) => {
    const own = { ...current, ...change };
    if (own.from && own.to && own.from <= own.to) choose({ ...choice, own });
  };
  return (
    <div className={styles.periods}>
      <Select
        label={words.period}
        options={names.map((id) => ({ id, label: words.presets[id] }))}
        value={choice.preset}
        onChange={(preset) => choose({ ...choice, preset, own: preset === 'own' ? current : choice.own })}
      />
      {choice.preset === 'own' ? (
        <div className={styles.own}>
          <TextField
            isRequired
            type="date"
            label={words.from}
            value={current.from}
            onChange={(from) => write({ from })}
          />
          <TextField isRequired type="date" label={words.to} value={current.to} onChange={(to) => write({ to })} />
        </div>
      ) : (
        <span className={styles.days}>{format.period(current.from, current.to)}</span>
      )}
      <Switch isSelected={choice.compares} onChange={(compares) => choose({ ...choice, compares })}>
        {words.compares}
      </Switch>
    </div>
  );
}
