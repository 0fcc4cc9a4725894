import type { Queryable } from '../../platform/database/tables.ts';
import { fieldFault } from '../../platform/faults.ts';
import { daysOfValue } from './needs.ts';
import { watchedOf } from './watches.ts';

/**
 * How often a connection may be asked about the values of dimensions for one day: each is a question of its own. It is enough for
 * what is unusual of the values of one dimension.
 */
const mostQuestions = 70;

/** Throws a fault of `dimension` when the watches of a connection would ask it too much. */
export async function checkQuestions(db: Queryable, connectionId: string): Promise<void> {
  const rows = await db
    .selectFrom('watches')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .where('enabled', '=', 1)
    .where('dimension', 'is not', null)
    .execute();
  const questions = new Set(
    rows.map(watchedOf).flatMap(({ dimension, rules: { threshold, change, silence, unusual } }) => {
      const spans = [
        ...(threshold ? [`to ${threshold.span}`] : []),
        ...(change ? periodsOf(change) : []),
        ...(silence ? silenceOf(silence) : []),
        ...(unusual ? Array.from({ length: daysOfValue }, (_, back) => `${back} days before`) : []),
      ];
      return spans.map((span) => `${dimension?.key} ${span}`);
    }),
  );
  if (questions.size <= mostQuestions) return;
  const message = `The watches of values of this connection would ask it ${questions.size} questions a day, and ${mostQuestions} is the most. Watch other values of the same dimensions, or remove some.`;
  throw fieldFault('dimension', 'most', message);
}

function silenceOf({ hours }: { readonly hours: number }): string[] {
  const days = Math.ceil(hours / 24);
  return [`${days} days`, `before ${days} days`];
}

function periodsOf({ span, against }: { readonly span: string; readonly against: string }): string[] {
  const before = against === 'weekdays' ? [1, 2, 3, 4].map((weeks) => `${weeks} weeks before`) : [`${span} before`];
  return [span, ...before];
}
