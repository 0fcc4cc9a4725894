import type { ConfigWarning, Query } from '../contract.ts';

const days = 30;

/** What `verify` asks: whether there is anything in the last 30 days, today included or, with `isOver`, up to yesterday. */
export function recentQuery(timeZone = 'UTC', isOver = false): Query {
  const to = Temporal.Now.plainDateISO(timeZone).subtract({ days: isOver ? 1 : 0 });
  const from = to.subtract({ days: days - 1 });
  return { from: from.toString(), to: to.toString(), timeZone, metrics: [], by: 'none', limit: 1 };
}

/** The warning that there is nothing; `subject` says what has none of what, such as `The site has no visits`. */
export function noData(path: string, subject: string): ConfigWarning {
  return { code: 'no_data', path, message: `${subject} in the last ${days} days. Check that it is the right one.` };
}
