import { Checkbox, Select, TextField } from '../../components/fields.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { useFigure } from './figure.ts';
import { betterNames, counted, howOf, type Metric, unitNames } from './metrics.ts';
import wizard from './wizard/wizard.module.css';

/** Which figures are made of the rows, what they are called and how they count; totals to compare beside them. */
export function MetricsEditor({
  all,
  metrics,
  onChange,
  totals,
  currency,
  isPending = false,
}: {
  /** Those that could be; what is left out can be taken in again. */
  readonly all: readonly Metric[];
  readonly metrics: readonly Metric[];
  readonly onChange: (metrics: readonly Metric[]) => void;
  readonly totals?: Readonly<Record<string, number | null>>;
  readonly currency: string | undefined;
  readonly isPending?: boolean;
}) {
  const { check } = useMessages().connection;
  const kept = new Map(metrics.map((metric) => [metric.key, metric]));
  const replace = (key: string, next: Metric | null) =>
    onChange(all.flatMap((metric) => (metric.key === key ? (next ?? []) : (kept.get(metric.key) ?? []))));
  return (
    <div className={wizard.metrics} aria-busy={isPending}>
      <div className={`${wizard.metric} ${wizard.metricHead}`} aria-hidden="true">
        <span />
        <span>{check.label}</span>
        <span>{check.unit}</span>
        <span>{check.how}</span>
        <span>{check.better}</span>
        {totals && <span className={wizard.figure}>{check.total}</span>}
      </div>
      {all.map((metric) => (
        <MetricRow
          key={metric.key}
          metric={kept.get(metric.key) ?? metric}
          isKept={kept.has(metric.key)}
          onChange={(next) => replace(metric.key, next)}
          total={totals && { value: totals[metric.key] ?? null }}
          currency={currency}
        />
      ))}
    </div>
  );
}

function MetricRow({
  metric,
  isKept,
  onChange,
  total,
  currency,
}: {
  readonly metric: Metric;
  readonly isKept: boolean;
  readonly onChange: (metric: Metric | null) => void;
  readonly total: { readonly value: number | null } | undefined;
  readonly currency: string | undefined;
}) {
  const { check } = useMessages().connection;
  const write = useFigure(currency);
  const { label, unit, better } = metric;
  const how = howOf(metric);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser.
    <div className={wizard.metric} role="group" aria-label={label}>
      <Checkbox aria-label={check.use(label)} isSelected={isKept} onChange={(is) => onChange(is ? metric : null)}>
        {null}
      </Checkbox>
      <div className={wizard.wide}>
        <TextField
          label={check.label}
          hidesLabel
          isRequired
          maxLength={120}
          isDisabled={!isKept}
          value={label}
          onChange={(next) => onChange({ ...metric, label: next })}
        />
      </div>
      <Select
        label={check.unit}
        hidesLabel
        isDisabled={!isKept}
        options={unitNames.map((id) => ({ id, label: check.units[id] }))}
        value={unit}
        onChange={(next) => onChange({ ...metric, unit: next })}
      />
      {how === null ? (
        <span />
      ) : (
        <Select
          label={check.how}
          hidesLabel
          isDisabled={!isKept}
          options={(['sum', 'avg'] as const).map((id) => ({ id, label: check.hows[id] }))}
          value={how}
          onChange={(next) => onChange(counted(metric, next))}
        />
      )}
      <Select
        label={check.better}
        hidesLabel
        isDisabled={!isKept}
        options={betterNames.map((id) => ({ id, label: check.betters[id] }))}
        value={better}
        onChange={(next) => onChange({ ...metric, better: next })}
      />
      {total && (
        <span className={wizard.figure}>
          <small>{check.total}: </small>
          {isKept ? write(total.value, unit) : '–'}
        </span>
      )}
    </div>
  );
}
