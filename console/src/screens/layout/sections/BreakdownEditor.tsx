import { NumberField, RadioGroup, Select } from '../../../components/fields.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { hasParts, isMissing, leading, sourceOf } from './choices.ts';
import type { EditorOf } from './FigureEditors.tsx';
import { faultAt, MetricField, MetricsField, SourceField } from './fields.tsx';
import { breakdownFrom, partsOf, rowsOf, showsOne, withDimension, withDisplay } from './figures.ts';
import { SecondaryFields } from './SecondaryFields.tsx';
import { MarksField, OwnColumnsField, SortFields } from './TableFields.tsx';

/** A breakdown: by what, of which figures, shown how. */
export function BreakdownEditor({ section, onChange, faults, sources }: EditorOf<'breakdown'>) {
  const { breakdown: words } = useMessages().sections;
  const source = sourceOf(section, sources);
  const display = section.display ?? 'table';
  const { most, usual } = section.secondary_dimension
    ? { most: partsOf.rows, usual: rowsOf.table.usual }
    : rowsOf[display];
  const isCross = section.layout === 'cross';
  const isFree = !showsOne(display) && !isCross;
  const isGone = section.dimension !== '' && isMissing(source, 'dimensions', section.dimension);
  const { limit, ...unlimited } = section;
  return (
    <>
      <SourceField
        sources={sources}
        value={section.connection_id}
        onChange={(next) => onChange(breakdownFrom(section, next))}
        fault={faults.connection_id}
      />
      <Select
        key={source?.id}
        label={words.dimension}
        options={source?.dimensions.map(({ key, label }) => ({ id: key, label })) ?? []}
        value={isGone || section.dimension === '' ? null : section.dimension}
        onChange={(dimension) => onChange(withDimension(section, dimension, source))}
        fault={isGone ? words.gone(section.dimension) : faults.dimension}
      />
      {display === 'table' && (
        <SecondaryFields section={section} onChange={onChange} faults={faults} sources={sources} />
      )}
      <RadioGroup
        label={words.display}
        isRow
        options={(['table', 'bars', 'columns', 'donut'] as const).map((id) => ({ id, label: words.displays[id] }))}
        value={display}
        onChange={(next) => onChange(withDisplay(section, next, source))}
        fault={faults.display}
      />
      <FiguresField section={section} onChange={onChange} faults={faults} sources={sources} />
      {isFree && <OwnColumnsField section={section} onChange={onChange} faults={faults} sources={sources} />}
      {display !== 'donut' && !isCross && (
        <SortFields section={section} onChange={onChange} faults={faults} sources={sources} />
      )}
      {isFree && <MarksField section={section} onChange={onChange} faults={faults} sources={sources} />}
      <NumberField
        label={words.limit}
        advice={words.limitAdvice(usual, most)}
        value={limit ?? Number.NaN}
        minValue={1}
        maxValue={most}
        formatOptions={{ maximumFractionDigits: 0 }}
        onChange={(next) => onChange(Number.isNaN(next) ? unlimited : { ...section, limit: next })}
        fault={faults.limit}
      />
    </>
  );
}

function FiguresField({ section, onChange, faults, sources }: EditorOf<'breakdown'>) {
  const { breakdown, metrics: words } = useMessages().sections;
  const source = sourceOf(section, sources);
  const { metrics, ...rest } = section;
  const display = section.display ?? 'table';
  if (showsOne(display) || section.layout === 'cross') {
    return (
      <MetricField
        label={words.one}
        source={source}
        value={metrics?.[0] ?? null}
        onChange={(key) => onChange({ ...section, metrics: [key] })}
        fault={faultAt(faults, 'metrics')}
        isOffered={(metric) => display !== 'donut' || hasParts(metric)}
      />
    );
  }
  const first = source ? leading(source, 3).map(({ key }) => key) : [];
  return (
    <>
      <RadioGroup<'usual' | 'chosen'>
        label={words.which}
        isRow
        options={[
          { id: 'usual', label: breakdown.usual },
          { id: 'chosen', label: words.chosen },
        ]}
        value={metrics ? 'chosen' : 'usual'}
        onChange={(which) => onChange(which === 'usual' ? rest : { ...rest, metrics: first })}
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
