import { useEffect, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { NumberField, Select, TextField } from '../../../components/fields.tsx';
import { OrderedList } from '../../../components/OrderedList.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import type { Section, Source } from '../types.ts';
import { leading, metricOf, sourceOf } from './choices.ts';
import styles from './Editors.module.css';
import type { EditorOf } from './FigureEditors.tsx';
import { faultAt } from './fields.tsx';

type Breakdown = Extract<Section, { readonly type: 'breakdown' }>;
type OwnColumn = NonNullable<Breakdown['own_columns']>[number];

const units = ['count', 'currency', 'percent', 'duration', 'number'] as const;
const mostOwn = 6;
const mostNamed = 8;

/** What the rows of a table are sorted by, which also decides which of them are shown. */
export function SortFields({ section, onChange, faults, sources }: EditorOf<'breakdown'>) {
  const { tables: words } = useMessages().sections;
  const source = sourceOf(section, sources);
  const { sort, ...unsorted } = section;
  const columns = [
    ...shownMetrics(section, source).map((key) => ({ key, label: metricOf(source, key)?.label ?? key })),
    ...(section.own_columns ?? []),
  ];
  const by = sort ? (sort.by == null ? 'name' : `column:${sort.by}`) : 'usual';
  const order = sort?.order ?? (sort?.by == null ? 'ascending' : 'descending');
  return (
    <div className={styles.pair}>
      <Select
        label={words.sort}
        options={[
          { id: 'usual', label: words.usualSort },
          { id: 'name', label: words.byName },
          ...columns.map(({ key, label }) => ({ id: `column:${key}`, label })),
        ]}
        value={by}
        onChange={(next) => {
          if (next === 'usual') onChange(unsorted);
          else onChange({ ...section, sort: next === 'name' ? { by: null } : { by: next.slice('column:'.length) } });
        }}
        fault={faultAt(faults, 'sort')}
      />
      {sort && (
        <Select
          label={words.order}
          options={(['descending', 'ascending'] as const).map((id) => ({ id, label: words.orders[id] }))}
          value={order}
          onChange={(next) => onChange({ ...section, sort: { ...sort, order: next } })}
        />
      )}
    </div>
  );
}

function shownMetrics({ metrics, display }: Breakdown, source: Source | undefined): readonly string[] {
  const usual = display === undefined || display === 'table' ? 3 : 1;
  return metrics ?? (source ? leading(source, usual).map(({ key }) => key) : []);
}

/** What figures of a table are marked against. */
export function MarksField({ section, onChange, faults }: EditorOf<'breakdown'>) {
  const { tables: words } = useMessages().sections;
  const { marks, ...unmarked } = section;
  return (
    <Select
      label={words.marks}
      options={(['none', 'goal', 'compare'] as const).map((id) => ({ id, label: words.markings[id] }))}
      value={marks ?? 'none'}
      onChange={(next) => onChange(next === 'none' ? unmarked : { ...section, marks: next })}
      fault={faults.marks}
    />
  );
}

/** The columns that are worked out from metrics. */
export function OwnColumnsField({ section, onChange, faults, sources }: EditorOf<'breakdown'>) {
  const { tables: words, channels } = useMessages().sections;
  const [opened, open] = useState<string | null>(null);
  const source = sourceOf(section, sources);
  const { own_columns: own = [], ...plain } = section;
  const faulty = own.find((_, index) => faultAt(faults, `own_columns.${index}`) !== undefined)?.key;
  // What is wrong is seen at its field, which stays open while it is mended.
  useEffect(() => {
    if (faulty !== undefined) open(faulty);
  }, [faulty]);
  const write = (columns: readonly OwnColumn[]) =>
    onChange(columns.length === 0 ? plain : { ...plain, own_columns: [...columns] });
  const add = () => {
    const column = newColumn(own, source, words.newOwn);
    write([...own, column]);
    open(column.key);
  };
  return (
    <div className={styles.group}>
      <h3 className={styles.legend}>{words.own}</h3>
      <OrderedList
        label={words.own}
        opened={opened}
        onOpen={(key) => open(key ?? faulty ?? null)}
        items={own.map((column, index) => ({
          id: column.key,
          name: column.label || channels.unnamed,
          details: (
            <OwnColumnFields
              column={column}
              source={source}
              onChange={(next) => write(own.with(index, next))}
              faultOf={(field) => faults[`own_columns.${index}.${field}`]}
            />
          ),
        }))}
        onOrder={(keys) => write(keys.flatMap((key) => own.find((one) => one.key === key) ?? []))}
        onRemove={(key) => write(own.filter((column) => column.key !== key))}
      />
      {own.length < mostOwn && (
        <div className={styles.toolbar}>
          <Button icon="add" onPress={add}>
            {words.addOwn}
          </Button>
        </div>
      )}
      {faults.own_columns && <p className={styles.fault}>{faults.own_columns}</p>}
    </div>
  );
}

/** What a conversion costs, where there is something like that; otherwise the first figure alone. */
function newColumn(own: readonly OwnColumn[], source: Source | undefined, label: string): OwnColumn {
  let number = own.length + 1;
  while (own.some(({ key }) => key === `own-${number}`)) number += 1;
  const metrics = source?.metrics ?? [];
  const cost = metrics.find(({ unit }) => unit === 'currency');
  const count = metrics.find(({ unit, additive }) => unit === 'count' && additive);
  const expression = cost && count ? `${cost.key} / ${count.key}` : (metrics[0]?.key ?? '');
  return { key: `own-${number}`, label, expression, unit: cost && count ? 'currency' : 'number', better: 'none' };
}

interface OwnColumnProps {
  readonly column: OwnColumn;
  readonly source: Source | undefined;
  readonly onChange: (next: OwnColumn) => void;
  readonly faultOf: (field: string) => string | undefined;
}

function OwnColumnFields({ column, source, onChange, faultOf }: OwnColumnProps) {
  const { tables: words, channels, units: unitWords } = useMessages().sections;
  const keys = (source?.metrics ?? []).map(({ key }) => key);
  const named = [...keys.slice(0, mostNamed), ...(keys.length > mostNamed ? ['…'] : [])].join(', ');
  const { goal, ...aimless } = column;
  return (
    <>
      <TextField
        label={channels.columnLabel}
        isRequired
        value={column.label}
        onChange={(label) => onChange({ ...column, label })}
        fault={faultOf('label')}
        maxLength={200}
      />
      <TextField
        label={words.expression}
        advice={words.expressionAdvice(named)}
        isRequired
        value={column.expression}
        onChange={(expression) => onChange({ ...column, expression })}
        fault={faultOf('expression')}
        maxLength={200}
      />
      <div className={styles.pair}>
        <Select
          label={channels.unit}
          options={units.map((id) => ({ id, label: unitWords[id] }))}
          value={column.unit}
          onChange={(unit) => onChange({ ...column, unit })}
          fault={faultOf('unit')}
        />
        <Select
          label={channels.better}
          options={(['up', 'down', 'none'] as const).map((id) => ({ id, label: channels.directions[id] }))}
          value={column.better ?? 'none'}
          onChange={(better) => onChange({ ...column, better })}
          fault={faultOf('better')}
        />
      </div>
      <NumberField
        label={words.goal}
        advice={words.goalAdvice}
        value={goal ?? Number.NaN}
        formatOptions={{ maximumFractionDigits: 6 }}
        onChange={(next) => onChange(Number.isNaN(next) ? aimless : { ...column, goal: next })}
        fault={faultOf('goal')}
      />
    </>
  );
}
