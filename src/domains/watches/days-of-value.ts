import { ConnectorError, type QueryResult } from '../../reporting/connectors/contract.ts';
import type { Period } from '../../reporting/documents/model.ts';
import type { WatchedConnection } from './ask-connection.ts';
import { addDays, daysBetween } from './days.ts';
import { metricsOf, type Watched } from './given-watch.ts';
import type { WatchedFigures } from './watched-figures.ts';

const daysAtOnce = 7;

/**
 * Asks what a watch's value of a dimension had on each day of a period, a question a day, the newest first, and returns the
 * first day that is known: a later one than was wanted where the source does not answer any more, or it is `until` (epoch
 * milliseconds). Throws ConnectorError where it does not even tell the newest days, or for more than the moment.
 */
export async function askDaysOfValue(
  source: WatchedConnection,
  figures: WatchedFigures,
  watched: Watched,
  { from, to }: Period,
  until: number,
): Promise<string> {
  const { dimension } = watched;
  if (!dimension) throw new TypeError('Only watches of a value have days of one');
  const metrics = metricsOf(watched);
  let known = addDays(to, 1);
  do {
    const [begin = from] = [from, addDays(known, -daysAtOnce)].toSorted().reverse();
    const days = daysBetween(begin, addDays(known, -1));
    const periods = days.map((day) => ({ from: day, to: day, metrics, dimension: dimension.key }));
    try {
      await source.askPeriods(figures, periods, (answer) => onlyOf(dimension.value, answer));
    } catch (error) {
      if (known > to || !passes(error)) throw error;
      return known;
    }
    known = begin;
  } while (known > from && Date.now() < until);
  return known;
}

/** Months of all values would be a lot to keep. How many were not told stays as it is. */
function onlyOf(value: string | null, answer: QueryResult): QueryResult {
  const rows = answer.rows.filter(({ key }) => key === value);
  return { ...answer, rows, groupCount: answer.groupCount - (answer.rows.length - rows.length) };
}

function passes(error: unknown): boolean {
  if (error instanceof ConnectorError) return error.kind === 'transient';
  return error instanceof DOMException && error.name === 'TimeoutError';
}
