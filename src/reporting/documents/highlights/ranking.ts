import { unitsOf } from '../calendar.ts';
import type { About, DimensionValue, Finding } from './findings.ts';

const mostHighlights = 8;
const leastImportance = 0.1;
const sameMetric = 0.7;
const sameKind = 0.9;

/**
 * The most important findings, at most eight, most important first. Each fact appears once: a finding that repeats an
 * earlier pick is dropped, or loses the repeated part. Each pick takes three tenths off the importance of other
 * findings on the same metric and a tenth off those of the same kind, so that the report does not dwell on one topic.
 * Nothing below 0.1 is picked; ties keep their order.
 */
export function pickHighlights(findings: readonly Finding[]): Finding[] {
  const picked: Finding[] = [];
  const told = new Set<string>();
  let rest = [...findings];
  while (picked.length < mostHighlights) {
    rest = rest.flatMap((finding) => untold(finding, told) ?? []);
    const [best] = rest
      .map((finding) => ({ finding, importance: importanceOf(finding) * variety(finding, picked) }))
      .sort((one, other) => other.importance - one.importance);
    if (!best || best.importance < leastImportance) return picked;
    picked.push(best.finding);
    rest = rest.filter((finding) => finding !== best.finding);
    for (const fact of factsOf(best.finding)) told.add(fact);
  }
  return picked;
}

/**
 * From 0 to 1: how surprising the kind is at its strongest, times how strong the finding is, times the weight of the
 * metric's position: the first counts twice as much as the eleventh. A strength is `x / (x + half)` of the kind's own
 * measure, so 0.5 at `half` and never above 1.
 */
export function importanceOf(finding: Finding): number {
  if (finding.kind === 'no_data') return 1;
  return strengthOf(finding) / (1 + finding.about.position / 10);
}

function strengthOf(finding: Exclude<Finding, { kind: 'no_data' }>): number {
  switch (finding.kind) {
    case 'goal':
      return strength(0.1 + finding.distance, 0.1);
    case 'change':
      return strength(finding.ratio ?? 1, 0.05);
    case 'share':
      return 0.8 * strength(finding.to - finding.from, 0.05);
    case 'arrival':
    case 'departure':
      return 0.8 * strength(finding.share, 0.1);
    case 'outlier':
      return 0.8 * strength(finding.score, 7);
    case 'trend':
      return 0.7 * strength(finding.from.value === 0 ? 1 : finding.to.value / finding.from.value - 1, 0.2);
    case 'run':
      return 0.6 * strength(finding.count, 14);
    case 'extremes': {
      const { high, low, median } = finding;
      const distances = [high, low].flatMap((day) => (day ? [Math.abs(day.value - median)] : []));
      const most = Math.max(...distances) / Math.abs(median);
      return (high?.record || low?.record ? 0.5 : 0.3) * (median === 0 ? 0.5 : strength(most, 0.5));
    }
  }
}

function strength(measure: number, half: number): number {
  const size = Math.abs(measure);
  return size === Number.POSITIVE_INFINITY ? 1 : size / (size + half);
}

function variety(finding: Finding, picked: readonly Finding[]): number {
  const ofMetric = picked.filter((other) => 'about' in finding && 'about' in other && sameAbout(finding, other));
  const ofKind = picked.filter(({ kind }) => kind === finding.kind);
  return finding.kind === 'no_data' ? 1 : sameMetric ** ofMetric.length * sameKind ** ofKind.length;
}

function sameAbout({ about: one }: { about: About }, { about: other }: { about: About }): boolean {
  return one.connectionId === other.connectionId && one.metric.key === other.metric.key;
}

/** The part of a finding that is new; null when nothing is. */
function untold(finding: Finding, told: ReadonlySet<string>): Finding | null {
  if (finding.kind === 'no_data') return finding;
  const isTold = (fact: string) => told.has(fact);
  if (finding.kind === 'change') {
    const repeats = finding.contributors.some((value) => isTold(valueFact(finding.about, value)));
    return repeats ? { ...finding, contributors: [] } : finding;
  }
  if (finding.kind === 'extremes') {
    const { about } = finding;
    const high = finding.high && !isTold(dayFact(about, finding.high.date)) ? finding.high : null;
    const low = finding.low && !isTold(dayFact(about, finding.low.date)) ? finding.low : null;
    if (high === finding.high && low === finding.low) return finding;
    return high || low ? { ...finding, high, low } : null;
  }
  const facts = finding.kind === 'outlier' ? [dayFact(finding.about, finding.day.date)] : factsOf(finding);
  return facts.some(isTold) ? null : finding;
}

/** Keys of the facts in a finding: a value of a dimension, a day of a connection. */
function factsOf(finding: Finding): string[] {
  switch (finding.kind) {
    case 'no_data':
    case 'goal':
    case 'run':
    case 'trend':
      return [];
    case 'change':
      return finding.contributors.map((value) => valueFact(finding.about, value));
    case 'share':
    case 'arrival':
    case 'departure':
      return [valueFact(finding.about, finding)];
    case 'outlier':
      return unitsOf(finding.days, 'day').map((date) => dayFact(finding.about, date));
    case 'extremes':
      return [finding.high, finding.low].flatMap((day) => (day ? [dayFact(finding.about, day.date)] : []));
  }
}

function valueFact({ connectionId }: About, { dimension, label }: DimensionValue): string {
  return JSON.stringify(['value', connectionId, dimension.key, label]);
}

function dayFact({ connectionId }: About, date: string): string {
  return JSON.stringify(['day', connectionId, date]);
}
