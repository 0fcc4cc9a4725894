import { NumberField, RadioGroup, Select } from '../../../components/fields.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import type { EditorOf } from './FigureEditors.tsx';
import { partsOf, secondaryOf, withLayout, withParts, withSecondary } from './figures.ts';

const none = 'none';

/** The second dimension of a table by two, and how the table is laid out; nothing where the connection knows no pairs. */
export function SecondaryFields({ section, onChange, faults, sources }: EditorOf<'breakdown'>) {
  const { pairs: words, breakdown } = useMessages().sections;
  const source = sources.find(({ id }) => id === section.connection_id);
  const { secondary_dimension: secondary = null, layout = 'grouped', secondary_limit: parts } = section;
  const offered = secondaryOf(section, source);
  if (offered.length === 0 && secondary === null) return null;
  const isOffered = offered.some(({ key }) => key === secondary);
  return (
    <>
      <Select
        label={words.secondary}
        options={[
          { id: none, label: words.none },
          ...(secondary === null || isOffered ? [] : [{ id: `by:${secondary}`, label: secondary }]),
          ...offered.map(({ key, label }) => ({ id: `by:${key}`, label })),
        ]}
        value={secondary === null ? none : `by:${secondary}`}
        onChange={(next) => onChange(withSecondary(section, next === none ? null : next.slice('by:'.length)))}
        fault={faults.secondary_dimension}
      />
      {secondary !== null && (
        <>
          <RadioGroup
            label={words.layout}
            isRow
            options={(['grouped', 'cross'] as const).map((id) => ({ id, label: words.layouts[id] }))}
            value={layout}
            onChange={(next) => onChange(withLayout(section, next, source))}
            fault={faults.layout}
          />
          <NumberField
            label={words.parts[layout]}
            advice={breakdown.limitAdvice(partsOf.usual[layout], partsOf.most)}
            value={parts ?? Number.NaN}
            minValue={1}
            maxValue={partsOf.most}
            formatOptions={{ maximumFractionDigits: 0 }}
            onChange={(next) => onChange(withParts(section, Number.isNaN(next) ? null : next))}
            fault={faults.secondary_limit}
          />
        </>
      )}
    </>
  );
}
