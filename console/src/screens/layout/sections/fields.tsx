import { type ReactNode, use } from 'react';
import { ComboBox } from '../../../components/ComboBox.tsx';
import { Select, TextField } from '../../../components/fields.tsx';
import type { Option } from '../../../components/OptionList.tsx';
import { OrderedList } from '../../../components/OrderedList.tsx';
import { Note } from '../../../components/states.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { EditsTemplate } from '../edits-template.ts';
import type { Faults, OfferedMetric, Section, Source } from '../types.ts';
import { isMissing, labelOf } from './choices.ts';
import styles from './Editors.module.css';

/** What is wrong at a path of a section, or at any place below it. */
export function faultAt(faults: Faults, path: string): string | undefined {
  return faults[path] ?? Object.entries(faults).find(([name]) => name.startsWith(`${path}.`))?.[1];
}

/** The heading of a section; the report's own one where it is left empty. */
export function TitleField<Titled extends Exclude<Section, { readonly type: 'page_break' }>>({
  section,
  onChange,
  fault,
  automatic,
}: {
  readonly section: Titled;
  readonly onChange: (next: Titled) => void;
  readonly fault: string | undefined;
  readonly automatic: string;
}) {
  const { title } = useMessages().sections;
  return (
    <TextField
      label={title}
      value={section.title ?? ''}
      placeholder={automatic}
      onChange={(text) => onChange({ ...section, title: text || null })}
      fault={fault}
      maxLength={200}
    />
  );
}

/** Which connection the figures come from; nothing to choose where the project has one alone. */
export function SourceField({
  sources,
  value,
  onChange,
  fault,
  label,
}: {
  readonly sources: readonly Source[];
  readonly value: string;
  readonly onChange: (source: Source) => void;
  readonly fault?: string | undefined;
  readonly label?: string;
}) {
  const words = useSourceWords();
  const source = sources.find(({ id }) => id === value);
  if (sources.length === 0) return <Note tone="warning" text={words.none} />;
  return (
    <>
      {!(sources.length === 1 && source && fault === undefined) && (
        <Select
          label={label ?? words.label}
          options={sources.map(({ id, name }) => ({ id, label: name }))}
          value={source ? value : null}
          onChange={(id) => {
            const chosen = sources.find((each) => each.id === id);
            if (chosen) onChange(chosen);
          }}
          fault={source || value === '' ? fault : words.gone}
        />
      )}
      {source && source.metrics.length === 0 && <Note tone="warning" text={words.silent(source.name)} />}
    </>
  );
}

/** The words for connections; where those of a template are edited, for slots. */
function useSourceWords() {
  const { sections, templates } = useMessages();
  return use(EditsTemplate) ? templates.editor.source : sections.source;
}

/** One metric by its label. */
export function MetricField({
  label,
  advice,
  source,
  value,
  onChange,
  fault,
  isOffered = () => true,
}: {
  readonly label: string;
  readonly advice?: ReactNode;
  readonly source: Source | undefined;
  readonly value: string | null;
  readonly onChange: (key: string) => void;
  readonly fault?: string | undefined;
  readonly isOffered?: (metric: OfferedMetric) => boolean;
}) {
  const words = useMessages().sections.metrics;
  const options = useMetricOptions(source, (metric) => metric.key === value || isOffered(metric));
  const isGone = value !== null && value !== '' && isMissing(source, 'metrics', value);
  return (
    <ComboBox
      key={source?.id}
      label={label}
      advice={advice}
      options={value !== null && !options.some(({ id }) => id === value) ? [optionOfKey(value), ...options] : options}
      value={value === '' ? null : value}
      onChange={onChange}
      fault={isGone ? words.gone(value) : fault}
    />
  );
}

/** Several metrics by their labels, in their order. */
export function MetricsField({
  label,
  source,
  keys,
  onChange,
  fault,
  fewest = 1,
  most,
  isOffered = () => true,
  showsLabel = false,
}: {
  readonly label: string;
  /** Where nothing above says what they are. */
  readonly showsLabel?: boolean;
  readonly source: Source | undefined;
  readonly keys: readonly string[];
  readonly onChange: (keys: string[]) => void;
  readonly fault?: string | undefined;
  readonly fewest?: number;
  readonly most: number;
  readonly isOffered?: (metric: OfferedMetric) => boolean;
}) {
  const words = useMessages().sections.metrics;
  const options = useMetricOptions(source, (metric) => !keys.includes(metric.key) && isOffered(metric));
  const isTold = keys.some((key) => isMissing(source, 'metrics', key));
  const replace = (key: string, by: string) => onChange(keys.map((each) => (each === key ? by : each)));
  return (
    <div className={styles.group}>
      {showsLabel && (keys.length > 0 || options.length > 0) && <h3 className={styles.legend}>{label}</h3>}
      <OrderedList
        label={label}
        fewest={fewest}
        items={keys.map((key) => ({
          id: key,
          name: labelOf(source, key),
          ...(isMissing(source, 'metrics', key) && {
            content: (
              <ComboBox
                label={words.replace}
                fault={words.gone(key)}
                options={options}
                value={null}
                onChange={(by) => replace(key, by)}
              />
            ),
          }),
        }))}
        onOrder={(ids) => onChange([...ids])}
        onRemove={(id) => onChange(keys.filter((key) => key !== id))}
      />
      {keys.length < most && options.length > 0 && (
        <ComboBox
          key={source?.id}
          label={words.add}
          options={options}
          value={null}
          onChange={(key) => onChange([...keys, key])}
        />
      )}
      {fault !== undefined && !isTold && <p className={styles.fault}>{fault}</p>}
    </div>
  );
}

/** Where a metric's label is not enough to tell it from another one, its key stands behind it. */
export function useMetricOptions(
  source: Source | undefined,
  isOffered: (metric: OfferedMetric) => boolean,
): readonly Option[] {
  const { units } = useMessages().sections;
  const all = source?.metrics ?? [];
  return all.filter(isOffered).map(({ key, label, unit }) => ({
    id: key,
    label: all.some((other) => other.label === label && other.key !== key) ? `${label} (${key})` : label,
    advice: Object.hasOwn(units, unit) ? units[unit as keyof typeof units] : unit,
  }));
}

function optionOfKey(key: string): Option {
  return { id: key, label: key };
}
