import { useState } from 'react';
import { RadioGroup, Select } from '../../components/fields.tsx';
import { useFormat } from '../../messages/format.ts';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { useFigure } from './figure.ts';
import type { Metric } from './metrics.ts';
import { type Choice, type Column, type Counted, countedAs, countedOf, knownRatio, ratioOf, summable } from './ways.ts';
import wizard from './wizard/wizard.module.css';

/** How a metric counts, in words. */
export function useWayNames(): (counted: Omit<Counted, 'times'>, metric: Pick<Metric, 'sql'>) => string {
  const { check } = useMessages().connection;
  const { ways } = check;
  const isolated = useIsolated();
  return ({ way, of }, { sql }) => {
    const [first, second] = of.map(isolated);
    if (way === 'ratio') return first && second ? ways.ratio(first, second) : ways.ratioOfTwo;
    if (way === 'weighted_mean') return ways.weighted(first ?? '');
    return way === 'own' && /^count\(\*\)/.test(sql) ? check.rows : ways[way];
  };
}

/** Keeps names from the source apart from a sentence that runs from right to left. */
export function useIsolated(): (name: string) => string {
  const { language } = useLanguage();
  return (name) => (language === 'ar' ? `\u2068${name}\u2069` : name);
}

interface WaysProps {
  /** As it was before somebody changed it here. */
  readonly first: Metric;
  readonly metric: Metric;
  readonly column: Column;
  readonly columns: readonly Column[];
  readonly onChange: (metric: Metric) => void;
  readonly currency: string | undefined;
}

interface Option {
  readonly id: Counted['way'];
  readonly label: string;
  /** What is taken over when somebody chooses it; undefined where they have to name columns first. */
  readonly choice: Pick<Choice, 'metric' | 'total'> | undefined;
}

/** The ways in which a figure can count, each with what it comes to, so that one sees the difference before it is stored. */
export function Ways(props: WaysProps) {
  const { check } = useMessages().connection;
  const { metric, column, columns, onChange, currency } = props;
  const write = useFigure(currency);
  const [isPairing, setPairing] = useState(false);
  const options = useOptions(props);
  const counted = countedOf(metric, column, columns);
  const way = isPairing ? 'ratio' : counted.way;
  const choose = (id: Counted['way']) => {
    const choice = options.find((option) => option.id === id)?.choice;
    setPairing(id === 'ratio');
    if (choice) onChange(countedAs(metric, choice));
  };
  return (
    <>
      <RadioGroup
        label={check.how}
        options={options.map(({ id, label, choice }) => ({
          ...{ id, label },
          ...(choice?.total !== undefined && { advice: write(choice.total, choice.metric.unit) }),
        }))}
        value={way}
        onChange={choose}
        isRow
      />
      {way === 'ratio' && (
        <Pair
          names={summable(columns)}
          given={counted.way === 'ratio' ? counted : { of: [], times: 1 }}
          onChoose={(of, times) => {
            const choice = knownRatio(column, of, times) ?? ratioOf(of, times, columns, metric);
            if (choice) onChange(countedAs(metric, choice));
          }}
        />
      )}
      {way === 'own' && (
        <code className={wizard.expression} dir="ltr">
          {metric.sql}
        </code>
      )}
    </>
  );
}

function useOptions({ first, metric, column, columns }: WaysProps): readonly Option[] {
  const nameOf = useWayNames();
  const counted = countedOf(metric, column, columns);
  const optionOf = (choice: Choice): Option => ({
    ...{ id: choice.counted, choice },
    label: nameOf({ way: choice.counted, of: choice.of }, metric),
  });
  const others = column.choices.filter((choice) => choice.counted !== 'ratio').map(optionOf);
  const chosen = counted.way === 'ratio' && ratioOf(counted.of, counted.times, columns, metric);
  const ratio = knownRatio(column, counted.of, counted.times) ?? (chosen || knownRatio(column));
  const open: Option = { id: 'ratio', choice: undefined, label: nameOf({ way: 'ratio', of: [] }, metric) };
  const ratios = ratio ? [optionOf(ratio)] : summable(columns).length > 1 ? [open] : [];
  const isOwn = countedOf(first, column, columns).way === 'own';
  const own: Option = { id: 'own', choice: { metric: first }, label: nameOf({ way: 'own', of: [] }, first) };
  return [...(isOwn ? [own] : []), ...ratios, ...others];
}

/** The columns of a ratio, and by what it is multiplied. */
function Pair({
  names,
  given,
  onChoose,
}: {
  readonly names: readonly string[];
  readonly given: Pick<Counted, 'of' | 'times'>;
  readonly onChoose: (of: readonly string[], times: number) => void;
}) {
  const { ways } = useMessages().connection.check;
  const { number } = useFormat();
  const [{ above, below, times }, set] = useState({
    ...{ above: given.of[0] ?? null, below: given.of[1] ?? null },
    times: given.times,
  });
  const change = (next: { above: string | null; below: string | null; times: number }) => {
    set(next);
    if (next.above !== null && next.below !== null) onChoose([next.above, next.below], next.times);
  };
  const options = names.map((id) => ({ id, label: id }));
  return (
    <div className={wizard.pair}>
      <Select
        label={ways.above}
        options={options}
        value={above}
        onChange={(name) => change({ times, above: name, below: name === below ? above : below })}
      />
      <Select
        label={ways.below}
        options={options}
        value={below}
        onChange={(name) => change({ times, below: name, above: name === above ? below : above })}
      />
      <Select
        label={ways.times}
        options={[1, 100, 1000].map((by) => ({ id: String(by), label: `× ${number(by)}` }))}
        value={String(times)}
        onChange={(by) => change({ above, below, times: Number(by) })}
      />
    </div>
  );
}
