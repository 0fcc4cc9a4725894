import { ComboBox } from '../../../components/ComboBox.tsx';
import { Select, TextField } from '../../../components/fields.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import type { Faults, Source } from '../types.ts';
import { type ChannelMetric, type ChannelsSection, unitOf, withFigure } from './channels.ts';
import { isMissing, metricOf } from './choices.ts';
import styles from './Editors.module.css';
import { useMetricOptions } from './fields.tsx';

interface ColumnProps {
  readonly metric: ChannelMetric;
  readonly section: ChannelsSection;
  readonly onChange: (next: ChannelMetric) => void;
  readonly faults: Faults;
  readonly sources: readonly Source[];
}

const units = ['count', 'currency', 'percent', 'duration', 'number'] as const;

/** One column of the systems side by side: which metric it is in each, or which two columns it divides. */
export function ColumnFields(props: ColumnProps) {
  const { metric, onChange, faults } = props;
  const { channels: words, units: unitWords } = useMessages().sections;
  return (
    <>
      <TextField
        label={words.columnLabel}
        isRequired
        value={metric.label}
        onChange={(label) => onChange({ ...metric, label })}
        fault={faults.label}
        maxLength={200}
      />
      {metric.ratio ? <RatioFields {...props} /> : <FiguresFields {...props} />}
      <div className={styles.pair}>
        {metric.ratio && (
          <Select
            label={words.unit}
            options={units.map((id) => ({ id, label: unitWords[id] }))}
            value={metric.unit}
            onChange={(unit) => onChange({ ...metric, unit })}
            fault={faults.unit}
          />
        )}
        <Select
          label={words.better}
          options={(['up', 'down', 'none'] as const).map((id) => ({ id, label: words.directions[id] }))}
          value={metric.better ?? 'none'}
          onChange={(better) => onChange({ ...metric, better })}
          fault={faults.better}
        />
      </div>
    </>
  );
}

/** The column in each of the systems. The first that is chosen decides the unit, which the others then share. */
function FiguresFields({ metric, section, onChange, faults, sources }: ColumnProps) {
  return section.rows.map(({ connection_id: id }) => {
    const source = sources.find((each) => each.id === id);
    return source ? (
      <FigureField
        key={id}
        source={source}
        metric={metric}
        onChange={(key) => onChange(withFigure(metric, source, key))}
        fault={faults[`of.${id}`]}
      />
    ) : null;
  });
}

const nothing = '';

function FigureField({
  source,
  metric,
  onChange,
  fault,
}: {
  readonly source: Source;
  readonly metric: ChannelMetric;
  readonly onChange: (key: string | null) => void;
  readonly fault: string | undefined;
}) {
  const words = useMessages().sections;
  const { of = {}, unit } = metric;
  const own = of[source.id] ?? null;
  const isAlone = Object.keys(of).every((id) => id === source.id);
  const plain = (each: string) => (unitOf(each) === 'number' ? 'count' : unitOf(each));
  const options = useMetricOptions(source, (each) => isAlone || plain(each.unit) === plain(unit) || each.key === own);
  const isGone = own !== null && isMissing(source, 'metrics', own);
  return (
    <ComboBox
      label={source.name}
      options={[
        { id: nothing, label: words.channels.noFigure },
        ...(own !== null && !metricOf(source, own) ? [{ id: own, label: own }] : []),
        ...options,
      ]}
      value={own ?? nothing}
      onChange={(key) => onChange(key === nothing ? null : key)}
      fault={isGone ? words.metrics.gone(own) : fault}
    />
  );
}

function RatioFields({ metric, section, onChange, faults }: ColumnProps) {
  const words = useMessages().sections.channels;
  const [dividend = '', divisor = ''] = metric.ratio ?? [];
  const options = section.metrics.filter(({ of }) => of).map(({ key, label }) => ({ id: key, label }));
  return (
    <div className={styles.pair}>
      <Select
        label={words.dividend}
        options={options}
        value={dividend}
        onChange={(key) => onChange({ ...metric, ratio: [key, divisor] })}
        fault={faults.ratio}
      />
      <Select
        label={words.divisor}
        options={options}
        value={divisor}
        onChange={(key) => onChange({ ...metric, ratio: [dividend, key] })}
      />
    </div>
  );
}
