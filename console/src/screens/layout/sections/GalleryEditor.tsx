import { NumberField, Select } from '../../../components/fields.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { isMissing, metricOf, sourceOf } from './choices.ts';
import styles from './Editors.module.css';
import type { EditorOf } from './FigureEditors.tsx';
import { faultAt, MetricsField, SourceField } from './fields.tsx';
import { galleryFrom, picturedDimensions } from './figures.ts';

const cards = { usual: 6, most: 12 } as const;

/** A gallery: of what, with which figures on each card. Only what has pictures is offered. */
export function GalleryEditor({ section, onChange, faults, sources }: EditorOf<'gallery'>) {
  const { breakdown, gallery: words, metrics } = useMessages().sections;
  const source = sourceOf(section, sources);
  const plain = sources.find(({ id }) => id === section.connection_id);
  const offered = source ? picturedDimensions(source) : [];
  const isGone = section.dimension !== '' && isMissing(source, 'dimensions', section.dimension);
  const isShown = !isGone && offered.some(({ key }) => key === section.dimension);
  const without = source && offered.length === 0 ? words.without : undefined;
  const { limit, ...unlimited } = section;
  return (
    <>
      <SourceField
        sources={sources}
        value={section.connection_id}
        onChange={(next) => onChange(galleryFrom(section, next))}
        fault={faults.connection_id}
      />
      <Select
        key={source?.id}
        label={words.dimension}
        options={offered.map(({ key, label }) => ({ id: key, label }))}
        value={isShown ? section.dimension : null}
        onChange={(dimension) => plain && onChange(galleryFrom({ ...section, dimension }, plain))}
        fault={without ?? (isGone ? breakdown.gone(section.dimension) : faults.dimension)}
      />
      <MetricsField
        label={metrics.label}
        showsLabel
        source={source}
        keys={section.metrics}
        onChange={(keys) => onChange({ ...section, metrics: keys })}
        fault={faultAt(faults, 'metrics')}
        fewest={2}
        most={4}
      />
      <SortFields section={section} onChange={onChange} faults={faults} sources={sources} />
      <NumberField
        label={words.limit}
        advice={breakdown.limitAdvice(cards.usual, cards.most)}
        value={limit ?? Number.NaN}
        minValue={1}
        maxValue={cards.most}
        formatOptions={{ maximumFractionDigits: 0 }}
        onChange={(next) => onChange(Number.isNaN(next) ? unlimited : { ...section, limit: next })}
        fault={faults.limit}
      />
    </>
  );
}

/** By which figure the cards are the top ones, and whether the greatest or the least come first. */
function SortFields({ section, onChange, faults, sources }: EditorOf<'gallery'>) {
  const { tables: words } = useMessages().sections;
  const source = sourceOf(section, sources);
  const { sort, ...unsorted } = section;
  return (
    <div className={styles.pair}>
      <Select
        label={words.sort}
        options={[
          { id: 'usual', label: words.usualSort },
          ...section.metrics.map((key) => ({ id: `column:${key}`, label: metricOf(source, key)?.label ?? key })),
        ]}
        value={sort?.by ? `column:${sort.by}` : 'usual'}
        onChange={(next) => {
          onChange(next === 'usual' ? unsorted : { ...section, sort: { ...sort, by: next.slice('column:'.length) } });
        }}
        fault={faultAt(faults, 'sort')}
      />
      {sort?.by && (
        <Select
          label={words.order}
          options={(['descending', 'ascending'] as const).map((id) => ({ id, label: words.orders[id] }))}
          value={sort.order ?? 'descending'}
          onChange={(order) => onChange({ ...section, sort: { ...sort, order } })}
        />
      )}
    </div>
  );
}
