import { sentimentOf } from '../comparison.ts';
import { type ConnectionFigures, hasRows } from '../figures.ts';
import type { FormatContext } from '../format.ts';
import { messagesFor } from '../messages/messages.ts';
import type { Highlight, Sentiment } from '../model.ts';
import { type PlannedGoal, shownGoals } from '../planned-goals.ts';
import type { PlannedSection } from '../planned-sections.ts';
import { type AskedSection, hasOwnDays } from '../report-plan.ts';
import { findChange } from './change-findings.ts';
import { findExtremes, findOutliers } from './day-findings.ts';
import type { DimensionValue, Finding } from './findings.ts';
import { findGoal } from './goal-findings.ts';
import { findPresence, findShareShifts } from './group-findings.ts';
import { highlightText } from './highlight-text.ts';
import { pickHighlights } from './ranking.ts';
import { findRun, findTrend } from './streak-findings.ts';
import { type Subject, subjectsOf } from './subjects.ts';

export interface HighlightsInput {
  /** The sections that figures were asked for. */
  readonly asked: readonly AskedSection[];
  /** The sections of the document, in its order. */
  readonly shown: readonly PlannedSection[];
  readonly goals: readonly PlannedGoal[];
  readonly connections: readonly ConnectionFigures[];
  /** The calendar day on which the figures were fetched. */
  readonly today: string;
}

/**
 * The sentences of the report, most important first, at most eight and never none (docs/highlights.md). They draw on the
 * figures that were asked for the sections, and each names the section in which its numbers stand.
 */
export function findHighlights(input: HighlightsInput, context: FormatContext): Highlight[] {
  const { asked, goals, connections, today } = input;
  const subjects = subjectsOf(asked, goals, connections, today);
  const goalSections = asked.filter((section) => section.type === 'goals');
  const picked = pickHighlights([
    ...emptyConnections(connections),
    ...subjects.flatMap((subject) => findGoal(subject, goals, goalSections) ?? []),
    ...findAll(subjects, context),
  ]);
  if (picked.length === 0) {
    const { nothing } = messagesFor(context.locale).highlights;
    return [{ rule: 'empty', sentiment: 'neutral', text: nothing, section: null }];
  }
  return picked.map((finding) => ({
    rule: finding.kind,
    sentiment: sentimentOfFinding(finding),
    text: highlightText(finding, context),
    section: sectionOf(finding, input),
  }));
}

function emptyConnections(connections: readonly ConnectionFigures[]): Finding[] {
  const empty = connections.filter((figures) => !hasRows(figures, 'current'));
  return empty.map(({ connection }) => {
    return { kind: 'no_data', connectionId: connection.id, connectionName: connection.name };
  });
}

/** The share of a contributing value, and a run in the direction of the change, belong to that change. */
function findAll(subjects: readonly Subject[], context: FormatContext): Finding[] {
  const bySubject = subjects.flatMap((subject): (Finding | null)[] => {
    const change = findChange(subject, context);
    const run = findRun(subject, context);
    return [
      change,
      ...findShareShifts(subject).filter((shift) => !change?.contributors.some((each) => isSameValue(each, shift))),
      ...findPresence(subject),
      findTrend(subject, context),
      run?.direction === (change?.average?.change ?? change)?.direction ? null : run,
      findExtremes(subject, context),
    ];
  });
  return [...bySubject, ...findOutliers(subjects, context)].filter((finding) => finding !== null);
}

function isSameValue(one: DimensionValue, other: DimensionValue): boolean {
  return one.dimension.key === other.dimension.key && one.label === other.label;
}

function sentimentOfFinding(finding: Finding): Sentiment {
  switch (finding.kind) {
    case 'goal':
      return finding.sentiment;
    case 'no_data':
    case 'extremes':
    case 'share':
      return 'neutral';
    case 'arrival':
      return sentimentOf('up', finding.about.metric.better);
    case 'departure':
      return sentimentOf('down', finding.about.metric.better);
    case 'change':
      // Whether more in all of less each day is good news depends on what it is.
      if (finding.average && finding.average.change?.direction !== finding.direction) return 'neutral';
      return sentimentOf(finding.direction, finding.about.metric.better);
    default:
      return sentimentOf(finding.direction, finding.about.metric.better);
  }
}

/**
 * The first section that shows the finding's numbers: its breakdown, series or key figure, or else any with the metric.
 */
function sectionOf(finding: Finding, { shown, goals }: HighlightsInput): number | null {
  if (finding.kind === 'no_data') return null;
  if (finding.kind === 'goal' && finding.goal !== null) {
    const isIn = (section: PlannedSection) =>
      section.type === 'goals' && shownGoals(section, goals).some(({ goal }) => goal.id === finding.goal);
    const place = shown.findIndex(isIn);
    if (place >= 0) return place;
  }
  const { connectionId, metric } = finding.about;
  const value = 'dimension' in finding ? finding : finding.kind === 'change' ? finding.contributors[0] : undefined;
  const order = value
    ? (['breakdown', 'kpis', 'timeseries'] as const)
    : finding.kind === 'change' || finding.kind === 'goal'
      ? (['kpis', 'timeseries', 'breakdown'] as const)
      : (['timeseries', 'kpis', 'breakdown'] as const);
  const places = order.flatMap((type) => {
    return shown.flatMap((section, index) => {
      const isTable = section.type === 'breakdown' || section.type === 'gallery';
      if (
        (isTable ? 'breakdown' : section.type) !== type ||
        !('connection' in section) ||
        section.connection.id !== connectionId ||
        hasOwnDays(section)
      )
        return [];
      if (isTable && value && section.dimension.key !== value.dimension.key) return [];
      return section.metrics.some(({ key }) => key === metric.key) ? [index] : [];
    });
  });
  return places[0] ?? null;
}
