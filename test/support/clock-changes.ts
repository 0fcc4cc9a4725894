import assert from 'node:assert/strict';
import type { Connector, Query } from '../../src/reporting/connectors/contract.ts';
import { localNetwork, openTestContext } from './connector-context.ts';
import { test } from './suite.ts';

/** Days on which a clock changes: by an hour, over midnight, and by half an hour. */
const changes = [
  { timeZone: 'Europe/Berlin', day: '2024-03-31' },
  { timeZone: 'Europe/Berlin', day: '2024-10-27' },
  { timeZone: 'America/Sao_Paulo', day: '2018-11-04' },
  { timeZone: 'Australia/Lord_Howe', day: '2024-10-06' },
  { timeZone: 'UTC', day: '2024-02-29' },
];

/** A moment as the server writes it in UTC, `2024-03-31 00:30:00`; as a column without zone it is wall time. */
export const moments: readonly string[] = changes.flatMap(({ day }) => {
  const begin = Temporal.PlainDateTime.from(day).subtract({ days: 3 });
  return Array.from({ length: 7 * 48 }, (_, index) => written(begin.add({ minutes: 30 * index })));
});

function written(time: Temporal.PlainDateTime): string {
  return time.toString({ smallestUnit: 'second' }).replace('T', ' ');
}

/**
 * Tests that each moment counts on its day, in its week and month, in the zone of the query. `configOf` gives a
 * configuration over `moments` with the metric `entries`, whose date is the column of instants or of wall times.
 */
export function testClockChanges(
  connector: Connector,
  secret: unknown,
  configOf: Partial<Readonly<Record<'instant' | 'local', unknown>>>,
  network = localNetwork,
): void {
  for (const [kind, config] of Object.entries(configOf)) {
    for (const { timeZone, day } of changes) {
      test(`${connector.system}: rows by ${kind} count on their days around ${day} in ${timeZone}`, async () => {
        const from = Temporal.PlainDate.from(day).subtract({ days: 1 });
        const period = { from: from.toString(), to: from.add({ days: 2 }).toString(), timeZone };
        await using context = openTestContext({ secret, network });
        for (const by of ['hour', 'day', 'week', 'month'] as const) {
          const unit = by === 'hour' ? ({ by: 'day', hourly: true } as const) : { by };
          const query: Query = { ...period, metrics: ['entries'], ...unit, limit: 1000 };
          const { rows } = await connector.query(config, secret, query, context);
          assert.deepEqual(Object.fromEntries(rows.map(({ key, values }) => [key, values[0]])), expected(query, kind));
        }
      });
    }
  }
}

function expected({ from, to, timeZone, by, hourly }: Query, kind: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const moment of moments) {
    const local =
      kind === 'local'
        ? Temporal.PlainDateTime.from(moment)
        : Temporal.Instant.from(`${moment}Z`).toZonedDateTimeISO(timeZone).toPlainDateTime();
    const day = local.toPlainDate();
    if (day.toString() < from || day.toString() > to) continue;
    const first =
      by === 'week' ? day.subtract({ days: day.dayOfWeek - 1 }) : by === 'month' ? day.with({ day: 1 }) : day;
    const key = hourly ? local.toString().slice(0, 13) : first.toString();
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
