import type { MetricDescription, Period, SeriesIncident, SeriesIncidents } from './model.ts';
import type { ReportPlan } from './report-plan.ts';

/** Something that watches found in a connection, worded in the report's language. */
export interface FoundIncident {
  readonly connectionId: string;
  /** What they found of each metric. */
  readonly parts: readonly FoundPart[];
}

export interface FoundPart {
  /** Its key; null for the connection as a whole, which is about each of its metrics. */
  readonly metric: string | null;
  /** The first and last day on which it was so; null for one that is not over. */
  readonly from: string;
  readonly to: string | null;
  readonly text: string;
}

/** Days of a connection of which a report shows what was found. */
export interface AskedIncidents extends Period {
  readonly connectionId: string;
}

/** More marks than this cannot be told apart in one chart. */
const mostMarked = 12;
/** Several watches may have found the same in words of their own. */
const mostTexts = 4;

/** Of which connections a report shows what watches found, each with all days of its sections that do. */
export function incidentsAsked({ sections, periods }: ReportPlan): AskedIncidents[] {
  const asked = sections.flatMap((section): AskedIncidents[] => {
    if (section.type !== 'timeseries' || !section.showIncidents) return [];
    return [{ connectionId: section.connection.id, ...(section.span ?? periods.current) }];
  });
  return [...Map.groupBy(asked, ({ connectionId }) => connectionId)].map(([connectionId, all]) => {
    const [from = ''] = all.map((each) => each.from).toSorted();
    return {
      connectionId,
      from,
      to:
        all
          .map((each) => each.to)
          .toSorted()
          .at(-1) ?? from,
    };
  });
}

/** What a series shows of what was found; undefined for nothing. `today` is the day on which the report is made. */
export function seriesIncidents(
  found: readonly FoundIncident[],
  series: { readonly connectionId: string; readonly metrics: readonly MetricDescription[]; readonly days: Period },
  today: string,
): SeriesIncidents | undefined {
  const own = found.filter(({ connectionId }) => connectionId === series.connectionId);
  const incidents = own.flatMap(({ parts }) => incidentOf(parts, series, today) ?? []);
  if (incidents.length === 0) return undefined;
  const items = incidents.toSorted(byDays).slice(-mostMarked);
  return { items, others: incidents.length - items.length };
}

function incidentOf(
  all: readonly FoundPart[],
  { metrics, days }: { readonly metrics: readonly MetricDescription[]; readonly days: Period },
  today: string,
): SeriesIncident | undefined {
  const keys = metrics.map(({ key }) => key);
  const parts = all.filter(({ metric, from, to }) => {
    return (metric === null || keys.includes(metric)) && from <= days.to && (to ?? today) >= days.from;
  });
  const [first] = parts.toSorted((one, other) => (one.from < other.from ? -1 : 1));
  if (!first) return undefined;
  const last =
    parts
      .map(({ to }) => to ?? today)
      .toSorted()
      .at(-1) ?? first.from;
  const [to = last] = [last, days.to, today].toSorted();
  return {
    ...{ from: first.from, to, is_over: parts.every((part) => part.to !== null) },
    metrics: keys.filter((key) => parts.some(({ metric }) => metric === null || metric === key)),
    text: [...new Set(parts.map(({ text }) => text))].slice(0, mostTexts).join(' '),
  };
}

function byDays(one: SeriesIncident, other: SeriesIncident): number {
  if (one.from !== other.from) return one.from < other.from ? -1 : 1;
  return one.to < other.to ? -1 : 1;
}
