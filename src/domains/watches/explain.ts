import { hasParts } from '../../reporting/documents/adding-up.ts';
import type { MetricDescription, Period } from '../../reporting/documents/model.ts';
import type { ReportConnection } from '../../reporting/documents/report-connection.ts';
import type { WatchedConnection } from './ask-connection.ts';
import { addDays } from './days.ts';
import type { Explained, Finding } from './findings.ts';
import { changePeriods } from './needs.ts';
import type { AskedPeriod, WatchedFigures } from './watched-figures.ts';

const mostDimensions = 3;
/** Less than half of a change is not most of it. */
const leastShare = 0.5;

interface Compared {
  readonly current: Period;
  readonly before: Period;
}

/** Names the value of a dimension that explains most of a change, for each finding that has one; asks for it in as few questions as can be. */
export async function explainFindings(
  source: WatchedConnection,
  { description }: ReportConnection,
  figures: WatchedFigures,
  findings: readonly Finding[],
): Promise<ReadonlyMap<Finding, Explained>> {
  const dimensions = description.dimensions.slice(0, mostDimensions);
  const asked = findings.flatMap((finding) => {
    const { metric } = finding;
    const compared = comparedDays(finding);
    return metric && compared && isPartOfWhole(metric) ? [{ finding, metric, compared }] : [];
  });
  const periods = asked.flatMap(({ metric, compared: { current, before } }) =>
    dimensions.flatMap(({ key }) =>
      [current, before].map((period): AskedPeriod => ({ ...period, metrics: [metric.key], dimension: key })),
    ),
  );
  await source.askPeriods(figures, periods);
  return new Map(
    asked.flatMap(({ finding, metric, compared }) => {
      const explained = dimensions.flatMap(
        ({ key, label }) => explain(figures, metric, compared, { key, label }) ?? [],
      );
      const [best] = explained.toSorted((one, other) => other.share - one.share);
      return best ? [[finding, best] as const] : [];
    }),
  );
}

const isPartOfWhole = (metric: MetricDescription) => metric.additive && hasParts(metric);

/** A day is held against the same weekday a week before. */
function comparedDays({ finding, day, span, against }: Finding): Compared | undefined {
  if (finding === 'change' && span !== null) {
    const { current, before } = changePeriods(
      { span, against: against ?? 'before', direction: 'either', ratio: 0, least: 0 },
      day,
    );
    const [first = current] = before;
    return { current, before: first };
  }
  if (finding !== 'unusual' && !(finding === 'threshold' && span === 'day')) return undefined;
  const week = addDays(day, -7);
  return { current: { from: day, to: day }, before: { from: week, to: week } };
}

function explain(
  figures: WatchedFigures,
  metric: MetricDescription,
  { current, before }: Compared,
  { key, label }: { readonly key: string; readonly label: string },
): Explained | undefined {
  const now = figures.groups(metric.key, key, current.from, current.to);
  const then = figures.groups(metric.key, key, before.from, before.to);
  if (!now || !then) return undefined;
  const values = new Set([...now.keys(), ...then.keys()]);
  // Of a single value everything is said already.
  if (values.size < 2) return undefined;
  const moves = [...values].map((value) => ({ value, move: (now.get(value) ?? 0) - (then.get(value) ?? 0) }));
  const whole = moves.reduce((sum, { move }) => sum + move, 0);
  if (whole === 0) return undefined;
  const [greatest] = moves.toSorted((one, other) => other.move / whole - one.move / whole);
  const share = (greatest?.move ?? 0) / whole;
  return greatest && share >= leastShare
    ? { dimension: label, value: greatest.value, share: Math.min(share, 1) }
    : undefined;
}
