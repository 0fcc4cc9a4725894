import { CheckboxGroup } from '../../components/CheckboxGroup.tsx';
import { NumberField, RadioGroup, Select, TextField } from '../../components/fields.tsx';
import { useMessages } from '../../messages/messages.tsx';
import type { WatchedMetric } from './catalog.ts';
import { type FieldsProps, optionsOf } from './fields-of-draft.ts';
import { MetricField } from './MetricField.tsx';
import { signals, takesDimension, type WatchDraft } from './watch-draft.ts';
import styles from './watches.module.css';

type RuleProps = FieldsProps & { readonly faults: Readonly<Record<string, string>> };

const percent = { style: 'percent', maximumFractionDigits: 2 } as const;
const largest = 1e15;

/** What is looked at, and the rule of its kind. */
export function RuleFields(props: RuleProps) {
  const { form } = useMessages().watches;
  const { draft, catalog, onChange } = props;
  return (
    <>
      <MetricField
        {...{ catalog, name: 'metric', label: form.metric, value: draft.metric }}
        {...(draft.kind === 'silence' && { noneLabel: form.wholeConnection })}
        onChange={(metric) => onChange({ metric, ...withoutOldUnit(draft, catalog, metric) })}
      />
      {draft.kind === 'threshold' && <ThresholdFields {...props} />}
      {draft.kind === 'change' && <ChangeFields {...props} />}
      {draft.kind === 'goal' && <GoalFields {...props} />}
      {draft.kind === 'silence' && <SilenceFields {...props} />}
      {draft.kind === 'unusual' && <UnusualFields {...props} />}
      {takesDimension(draft) && <DimensionFields {...props} />}
    </>
  );
}

/** A value that was written in another unit would mean another thing. */
function withoutOldUnit(draft: WatchDraft, { metricOf }: FieldsProps['catalog'], key: string): Partial<WatchDraft> {
  const [before, next] = [metricOf(draft.metric), metricOf(key)];
  if (!before || (before.unit === next?.unit && before.currency === next.currency)) return {};
  return { threshold: { ...draft.threshold, value: null }, change: { ...draft.change, least: 0 } };
}

function ThresholdFields({ draft, onChange, catalog }: RuleProps) {
  const { watches } = useMessages();
  const { form } = watches;
  const { threshold } = draft;
  const change = (part: Partial<WatchDraft['threshold']>) => onChange({ threshold: { ...threshold, ...part } });
  return (
    <div className={styles.pair}>
      <Select
        {...{ name: 'threshold.direction', label: form.side, options: optionsOf(watches.sides) }}
        value={threshold.direction}
        onChange={(direction) => change({ direction })}
      />
      <ValueField
        {...{ name: 'threshold.value', label: form.value, metric: catalog.metricOf(draft.metric) }}
        value={threshold.value ?? Number.NaN}
        onChange={(value) => change({ value: Number.isNaN(value) ? null : value })}
        isRequired
      />
      <Select
        {...{ name: 'threshold.span', label: form.span, options: optionsOf(watches.spans) }}
        value={threshold.span}
        onChange={(span) => change({ span })}
      />
    </div>
  );
}

/** A value in the unit of its metric, which its label names; of one that is not known the advice says how it counts. */
function ValueField({
  metric,
  label,
  ...props
}: {
  readonly name: string;
  readonly label: string;
  readonly metric: WatchedMetric | undefined;
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly isRequired?: boolean;
  readonly minValue?: number;
}) {
  const { form } = useMessages().watches;
  const unit = metric?.unit === 'duration' ? form.seconds : (metric?.currency ?? null);
  return (
    <NumberField
      {...{ minValue: -largest, maxValue: largest }}
      {...props}
      // What is written as a percentage is another number than what is written as a part of one.
      key={metric?.unit}
      label={unit === null ? label : form.inUnit(label, unit)}
      advice={metric ? undefined : form.anyUnit}
      formatOptions={
        metric?.unit === 'percent' ? { ...percent, maximumFractionDigits: 4 } : { maximumFractionDigits: 6 }
      }
    />
  );
}

function ChangeFields({ draft, onChange, catalog }: RuleProps) {
  const { watches } = useMessages();
  const { form, bases } = watches;
  const { change: rule } = draft;
  const change = (part: Partial<WatchDraft['change']>) => onChange({ change: { ...rule, ...part } });
  const basis = rule.span === 'day' && rule.against === 'weekdays' ? 'weekdays' : rule.span;
  return (
    <div className={styles.pair}>
      <Select
        {...{ name: 'change.direction', label: form.direction, options: optionsOf(watches.directions) }}
        value={rule.direction}
        onChange={(direction) => change({ direction })}
      />
      <ShareField
        {...{ name: 'change.ratio', label: form.share, value: rule.ratio }}
        onChange={(ratio) => change({ ratio })}
      />
      <Select
        {...{ name: 'change.against', label: form.against, options: optionsOf(bases) }}
        value={basis}
        onChange={(chosen) =>
          change(chosen === 'weekdays' ? { span: 'day', against: chosen } : { span: chosen, against: 'before' })
        }
      />
      <ValueField
        {...{ name: 'change.least', label: form.least, metric: catalog.metricOf(draft.metric), minValue: 0 }}
        value={rule.least}
        onChange={(least) => change({ least: Number.isNaN(least) ? 0 : least })}
      />
    </div>
  );
}

/** A change as a percentage; an empty field leaves what was there. */
function ShareField({
  onChange,
  ...props
}: {
  readonly name: string;
  readonly label: string;
  readonly value: number;
  readonly onChange: (ratio: number) => void;
}) {
  return (
    <NumberField
      {...props}
      {...{ isRequired: true, minValue: 0.01, maxValue: 100, formatOptions: percent }}
      onChange={(ratio) => !Number.isNaN(ratio) && onChange(ratio)}
    />
  );
}

function GoalFields({ draft, onChange, catalog, faults }: RuleProps) {
  const { watches, common } = useMessages();
  const { form, measures, measureTexts } = watches;
  const { goal } = draft;
  const change = (part: Partial<WatchDraft['goal']>) => onChange({ goal: { ...goal, ...part } });
  const isOfAds = goal.measure === 'ads';
  return (
    <>
      <RadioGroup
        {...{ name: 'goal.measure', label: form.measure }}
        options={optionsOf(measures).map((one) => ({ ...one, advice: measureTexts[one.id] }))}
        value={goal.measure}
        onChange={(measure) => change({ measure })}
      />
      <ShareField
        {...{ name: 'goal.ratio', label: form.off, value: goal.ratio }}
        onChange={(ratio) => change({ ratio })}
      />
      {isOfAds && (
        <CheckboxGroup
          {...{ name: 'goal.signals', label: form.signals, fault: faults['goal.signals'] }}
          options={optionsOf(watches.signals, signals)}
          value={goal.signals}
          onChange={(chosen) => change({ signals: chosen })}
        />
      )}
      {isOfAds && (
        <MetricField
          {...{ catalog, name: 'goal.conversions', label: form.conversions, noneLabel: common.none }}
          value={goal.conversions ?? ''}
          onChange={(key) => change({ conversions: key === '' ? null : key })}
        />
      )}
    </>
  );
}

function SilenceFields({ draft, onChange, catalog }: RuleProps) {
  const { watches, common } = useMessages();
  const { form } = watches;
  const { silence, metric } = draft;
  const change = (part: Partial<WatchDraft['silence']>) => onChange({ silence: { ...silence, ...part } });
  return (
    <>
      <NumberField
        {...{ name: 'silence.hours', label: form.hours, isRequired: true, minValue: 1, maxValue: 720 }}
        formatOptions={{ maximumFractionDigits: 0 }}
        value={silence.hours}
        onChange={(hours) => !Number.isNaN(hours) && change({ hours })}
      />
      {metric !== '' && (
        <MetricField
          {...{ catalog, name: 'silence.while', label: form.goesOn, noneLabel: common.none }}
          value={silence.while ?? ''}
          onChange={(key) => change({ while: key === '' ? null : key })}
        />
      )}
    </>
  );
}

function UnusualFields({ draft, onChange }: RuleProps) {
  const { watches } = useMessages();
  const { form } = watches;
  const { unusual } = draft;
  const change = (part: Partial<WatchDraft['unusual']>) => onChange({ unusual: { ...unusual, ...part } });
  return (
    <div className={styles.pair}>
      <Select
        {...{ name: 'unusual.direction', label: form.direction, options: optionsOf(watches.directions) }}
        value={unusual.direction}
        onChange={(direction) => change({ direction })}
      />
      <Select
        {...{ name: 'unusual.sensitivity', label: form.sensitivity, options: optionsOf(watches.sensitivities) }}
        value={unusual.sensitivity}
        onChange={(sensitivity) => change({ sensitivity })}
      />
    </div>
  );
}

function DimensionFields({ draft, onChange, catalog }: RuleProps) {
  const { watches, common } = useMessages();
  const { form } = watches;
  const { dimension } = draft;
  const offered = catalog.dimensions?.map(({ key, label }) => ({ id: key, label })) ?? [];
  const kept =
    dimension && offered.every(({ id }) => id !== dimension.key) ? [{ id: dimension.key, label: dimension.key }] : [];
  const choose = (key: string) => onChange({ dimension: key === '' ? null : { key, value: '' } });
  return (
    <div className={styles.pair}>
      {catalog.dimensions ? (
        <Select
          {...{ name: 'dimension.key', label: form.dimension, onChange: choose }}
          options={[{ id: '', label: common.none }, ...offered, ...kept]}
          value={dimension?.key ?? ''}
        />
      ) : (
        <TextField
          {...{ name: 'dimension.key', label: form.dimension, onChange: choose, maxLength: 200 }}
          value={dimension?.key ?? ''}
        />
      )}
      {dimension && (
        <TextField
          {...{ name: 'dimension.value', label: form.dimensionValue, advice: form.dimensionAdvice, maxLength: 500 }}
          value={dimension.value}
          onChange={(value) => onChange({ dimension: { ...dimension, value } })}
        />
      )}
    </div>
  );
}
