import { findChanges } from './change-highlights.ts';
import { findOutliers, findRecords } from './day-highlights.ts';
import { type ConnectionFigures, hasRows } from './figures.ts';
import type { FormatContext } from './format.ts';
import { findArrivals } from './group-highlights.ts';
import { type Candidate, subjectsOf } from './highlight-subjects.ts';
import { messagesFor } from './messages/messages.ts';
import type { Highlight } from './model.ts';
import type { DataSection } from './sections.ts';
import { nothingStandsOut } from './sentences.ts';

const mostHighlights = 8;

/**
 * The sentences of the report, most important first, at most eight: up to two connections without data in the current
 * period, the four greatest changes with what they come from, the two farthest outliers, the two greatest new or vanished
 * values of dimensions, two records. They draw on the figures that the sections show, so each can be checked there; equal
 * weights keep the sections' order. `today` is the day on which the figures were fetched. Never empty.
 */
export function findHighlights(
  sections: readonly DataSection[],
  connections: readonly ConnectionFigures[],
  today: string,
  context: FormatContext,
): Highlight[] {
  const subjects = subjectsOf(sections, connections);
  const found = [
    ...strongest(emptyConnections(connections, context), 2),
    ...strongest(findChanges(subjects, context), 4),
    ...strongest(findOutliers(subjects, today, context), 2),
    ...strongest(findArrivals(subjects, context), 2),
    ...strongest(findRecords(subjects, today, context), 2),
  ];
  if (found.length === 0) return [{ rule: 'empty', sentiment: 'neutral', text: nothingStandsOut }];
  return found.slice(0, mostHighlights).map(({ rule, sentiment, text }) => ({ rule, sentiment, text }));
}

function emptyConnections(connections: readonly ConnectionFigures[], { locale }: FormatContext): Candidate[] {
  const { noData } = messagesFor(locale).warnings;
  const empty = connections.filter((figures) => !hasRows(figures, 'current'));
  return empty.map(({ connection }) => {
    return { rule: 'empty', sentiment: 'neutral', text: noData(connection.name, 'current'), weight: 0 };
  });
}

function strongest(candidates: readonly Candidate[], count: number): Candidate[] {
  return candidates.toSorted((one, other) => other.weight - one.weight).slice(0, count);
}
