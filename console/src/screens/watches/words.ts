import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { numbersIn, useFigure } from '../connections/figure.ts';
import type { WatchedMetric } from './catalog.ts';
import type { Watch } from './watch-draft.ts';

type Ruled = Pick<Watch, 'kind' | 'metric' | 'threshold' | 'change' | 'goal' | 'silence' | 'unusual'>;

/** How watches are said in the reader's language. */
export function useWatchWords() {
  const { watches } = useMessages();
  const { locale } = useLanguage();
  const figure = useFigure();
  const { rules, spans, bases, measures, sensitivities, directions } = watches;

  /** What a watch looks for. A value without its metric is left out: nobody could know its unit. */
  function rule({ kind, threshold, change, goal, silence, unusual }: Ruled, metric?: WatchedMetric): string {
    if (kind === 'threshold' && threshold) {
      const { direction, value, span } = threshold;
      const side = metric ? rules[direction](write(value, metric)) : watches.sides[direction];
      return `${side}, ${spans[span]}`;
    }
    if (kind === 'change' && change) {
      const moves = { above: rules.rise, below: rules.fall, either: rules.move };
      const base = change.span === 'day' && change.against === 'weekdays' ? bases.weekdays : bases[change.span];
      return `${moves[change.direction](percent(change.ratio))}, ${base}`;
    }
    if (kind === 'goal' && goal) {
      if (goal.measure === 'ads') return goal.signals.map((signal) => watches.signals[signal]).join(', ');
      return rules.off(measures[goal.measure], percent(goal.ratio));
    }
    if (kind === 'silence' && silence) {
      return silence.while === null ? rules.hours(silence.hours) : rules.nothingWhile(silence.while);
    }
    if (kind === 'unusual' && unusual) {
      const { direction, sensitivity } = unusual;
      return sensitivity === 'normal'
        ? directions[direction]
        : `${directions[direction]}, ${sensitivities[sensitivity]}`;
    }
    return watches.kinds[kind];
  }

  const percent = (share: number) => numbersIn(locale, { style: 'percent', maximumFractionDigits: 2 }).format(share);
  const write = (value: number | null, { unit, currency, decimals }: WatchedMetric) =>
    figure(value, unit, currency, decimals);

  return {
    rule,
    write,
    /** What it is called: as somebody named it, or by what it looks for. */
    name: (watch: Watch, metric?: WatchedMetric) =>
      watch.name || [metric?.label ?? watch.metric, watches.kinds[watch.kind]].filter(Boolean).join(': '),
    /** The value of a dimension that it looks at. */
    dimension: ({ dimension }: Pick<Watch, 'dimension'>) =>
      dimension && rules.value(dimension.key, dimension.value ?? rules.noValue),
  };
}
