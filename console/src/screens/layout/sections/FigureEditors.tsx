import { Checkbox, RadioGroup, Select } from '../../../components/fields.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import type { Faults, Section, Source } from '../types.ts';
import { metricOf } from './choices.ts';
import { faultAt, MetricField, MetricsField, SourceField } from './fields.tsx';
import {
  funnelFrom,
  heatmapFrom,
  kpisFrom,
  seriesFrom,
  seriesOf,
  withIncidents,
  withSeries,
  withSpan,
} from './figures.ts';

type Of<Type extends Section['type']> = Extract<Section, { readonly type: Type }>;

export interface EditorOf<Type extends Section['type']> {
  readonly section: Of<Type>;
  readonly onChange: (next: Of<Type>) => void;
  readonly faults: Faults;
  readonly sources: readonly Source[];
}

/** Key figures: which ones, in which order. */
export function KpisEditor({ section, onChange, faults, sources }: EditorOf<'kpis'>) {
  const words = useMessages().sections.metrics;
  const source = sources.find(({ id }) => id === section.connection_id);
  const { metrics, ...rest } = section;
  return (
    <>
      <SourceField
        sources={sources}
        value={section.connection_id}
        onChange={(next) => onChange(kpisFrom(section, next))}
        fault={faults.connection_id}
      />
      <RadioGroup<'all' | 'chosen'>
        label={words.which}
        isRow
        options={[
          { id: 'all', label: words.all },
          { id: 'chosen', label: words.chosen },
        ]}
        value={metrics ? 'chosen' : 'all'}
        onChange={(which) =>
          onChange(
            which === 'all' ? rest : { ...rest, metrics: (source?.metrics ?? []).slice(0, 20).map(({ key }) => key) },
          )
        }
      />
      {metrics && (
        <MetricsField
          label={words.label}
          source={source}
          keys={metrics}
          onChange={(keys) => onChange({ ...section, metrics: keys })}
          fault={faultAt(faults, 'metrics')}
          most={20}
        />
      )}
    </>
  );
}

/** A series: one figure or a few of the same unit, how they are drawn and by which unit of the calendar. */
export function TimeseriesEditor({ section, onChange, faults, sources }: EditorOf<'timeseries'>) {
  const { metrics: words, series } = useMessages().sections;
  const source = sources.find(({ id }) => id === section.connection_id);
  const [first = '', ...others] = seriesOf(section);
  const unit = metricOf(source, first)?.unit;
  const draw = (keys: readonly string[]) => onChange(withSeries(section, keys));
  const isAlike = (key: string, other: string) => metricOf(source, key)?.unit === metricOf(source, other)?.unit;
  return (
    <>
      <SourceField
        sources={sources}
        value={section.connection_id}
        onChange={(next) => onChange(seriesFrom(section, next))}
        fault={faults.connection_id}
      />
      <MetricField
        label={words.one}
        source={source}
        value={first}
        onChange={(key) => draw([key, ...others.filter((other) => other !== key && isAlike(other, key))])}
        fault={faults.metric ?? faults['metrics.0']}
      />
      <MetricsField
        label={series.others}
        showsLabel
        source={source}
        keys={others}
        onChange={(keys) => draw([first, ...keys])}
        fault={faults.metrics}
        fewest={0}
        most={3}
        isOffered={(metric) => metric.unit === unit && metric.key !== first}
      />
      <RadioGroup
        label={series.display}
        isRow
        options={(['line', 'area', 'columns'] as const).map((id) => ({ id, label: series.displays[id] }))}
        value={section.display ?? 'line'}
        onChange={(display) => onChange({ ...section, display })}
        fault={faults.display}
      />
      <Select
        label={series.by}
        options={(['auto', 'day', 'week', 'month'] as const).map((id) => ({ id, label: series.units[id] }))}
        value={section.by ?? 'day'}
        onChange={(by) => onChange({ ...section, by })}
        fault={faults.by}
      />
      <Select
        label={series.span}
        advice={series.spanAdvice}
        options={(['own', '13_months', '4_quarters', '12_weeks'] as const).map((id) => ({
          id,
          label: series.spans[id],
        }))}
        value={section.span ?? 'own'}
        onChange={(next) => onChange(withSpan(section, next))}
        fault={faults.span}
      />
      <Checkbox
        isSelected={section.show_incidents === true}
        onChange={(isShown) => onChange(withIncidents(section, isShown))}
      >
        {series.incidents}
      </Checkbox>
    </>
  );
}

/** A heatmap: one figure, by the hours of the week or by its weeks. */
export function HeatmapEditor({ section, onChange, faults, sources }: EditorOf<'heatmap'>) {
  const { metrics: words, heatmap } = useMessages().sections;
  const source = sources.find(({ id }) => id === section.connection_id);
  return (
    <>
      <SourceField
        sources={sources}
        value={section.connection_id}
        onChange={(next) => onChange(heatmapFrom(section, next))}
        fault={faults.connection_id}
      />
      <MetricField
        label={words.one}
        source={source}
        value={section.metric}
        onChange={(metric) => onChange({ ...section, metric })}
        fault={faults.metric}
      />
      <RadioGroup
        label={heatmap.by}
        advice={heatmap.advice}
        isRow
        options={(['hour', 'week'] as const).map((id) => ({ id, label: heatmap.units[id] }))}
        value={section.by}
        onChange={(by) => onChange({ ...section, by })}
        fault={faults.by}
      />
    </>
  );
}

/** A funnel: its steps in their order. */
export function FunnelEditor({ section, onChange, faults, sources }: EditorOf<'funnel'>) {
  const { funnel } = useMessages().sections;
  const source = sources.find(({ id }) => id === section.connection_id);
  return (
    <>
      <SourceField
        sources={sources}
        value={section.connection_id}
        onChange={(next) => onChange(funnelFrom(section, next))}
        fault={faults.connection_id}
      />
      <MetricsField
        label={funnel.steps}
        showsLabel
        source={source}
        keys={section.metrics}
        onChange={(metrics) => onChange({ ...section, metrics })}
        fault={section.metrics.length < 2 ? funnel.tooFew : faultAt(faults, 'metrics')}
        fewest={2}
        most={8}
      />
    </>
  );
}
