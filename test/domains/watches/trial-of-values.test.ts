import assert from 'node:assert/strict';
import { addDays, endOf } from '../../../src/domains/watches/days.ts';
import { judgeNext } from '../../../src/domains/watches/judge-connection.ts';
import type { GivenWatch } from '../../../src/domains/watches/schema.ts';
import { tryWatch } from '../../../src/domains/watches/try-watch.ts';
import { givenAccount } from '../../support/accounts.ts';
import { createTestDatabase } from '../../support/databases.ts';
import { test } from '../../support/suite.ts';
import { daysOver, openShops, type ShopDay } from '../../support/watches.ts';

type Watch = Omit<GivenWatch, 'project_id' | 'connection_id'>;

const email = { key: 'channel', value: 'Email' };
const watches: readonly Watch[] = [
  {
    ...{ kind: 'threshold', metric: 'sessions', dimension: email },
    threshold: { direction: 'below', value: 6_500, span: 'week' },
  },
  { kind: 'change', metric: 'rate', dimension: email, change: { ratio: 0.5 } },
  { kind: 'change', metric: 'orders', dimension: email, change: { ratio: 0.2, span: 'week' } },
  { kind: 'silence', metric: 'orders', dimension: email, silence: { hours: 48 } },
  { kind: 'silence', metric: 'orders', dimension: email, silence: { hours: 24, while: 'sessions' } },
  { kind: 'unusual', metric: 'sessions', dimension: email },
];

const played = 18;
const days = daysOver(260);
const backOf = (day: string) => days.length - days.indexOf(day);

/** Two channels with a pattern of the week, calm until the days that are played, whatever weekday it is; in the last days Email falls, then orders nothing, then does not come at all. */
function shopDay(day: string): readonly ShopDay[] {
  const { dayOfWeek } = Temporal.PlainDate.from(day);
  const sessions = 900 + 40 * dayOfWeek + ((days.indexOf(day) * 37) % 41);
  const back = backOf(day);
  const search = { sessions, orders: 30, channel: 'Search' };
  const usual = { sessions, orders: 20 + (back % 3), channel: 'Email' };
  if (back === 17 || back === 16) return [search, { ...usual, sessions: 300 }];
  if (back <= 12 && back >= 10) return [search, { ...usual, orders: 0 }];
  return back === 6 || back === 5 ? [search] : [search, usual];
}
const until = (last: string) => new Map(days.filter((day) => day <= last).map((day) => [day, shopDay(day)]));

// Together they would ask more than a connection is asked a day.
for (const some of [watches.slice(0, -1), watches.slice(-1)]) {
  const kinds = [...new Set(some.map(({ kind }) => kind))].join(', ');
  test(`a trial of a value (${kinds}) says what its watch says, judged day by day by what was known then`, async () => {
    await using database = await createTestDatabase('sqlite');
    const { db } = database;
    await using shops = await openShops(db, await givenAccount(db));
    const { project, connection, path } = await shops.shop(until(days.at(-played - 1) ?? ''));
    const made = [];
    for (const watch of some) made.push(await shops.add({ project, connection }, watch));
    const told = new Map<string, Map<string, unknown>>(made.map(({ id }) => [id, new Map()]));
    for (const day of days.slice(-played)) {
      const now = endOf(day, 'UTC').add({ hours: 2 });
      await shops.write(path, until(day), new Date(now.epochMilliseconds - 3_600_000));
      await db.updateTable('watch_turns').set({ due_at: '2026-01-01T00:00:00.000Z', leased_until: null }).execute();
      assert.ok(await judgeNext({ ...shops.context, now }));
      for (const { id } of made) {
        const { judged, incident_id } = await shops.state(id);
        const { ratio: _, ...figures } = JSON.parse(judged ?? '{}');
        if (figures.day === day) told.get(id)?.set(day, { ...figures, is_alerting: incident_id !== null });
      }
    }
    const caller = { account: { id: project.account_id }, projectIds: null } as never;
    for (const [index, watch] of some.entries()) {
      const tried = await tryWatch(shops.context, caller, {
        ...watch,
        project_id: project.id,
        connection_id: connection.id,
      });
      const shown = tried.days.filter(({ day }) => backOf(day) <= played);
      const name = JSON.stringify(watch);
      assert.deepEqual(
        Object.fromEntries(shown.map((one) => [one.day, one])),
        Object.fromEntries(told.get(made[index]?.id ?? '') ?? []),
        name,
      );
      assert.ok(
        shown.some(({ is_alerting }) => is_alerting),
        `${name} is told of`,
      );
      assert.ok(tried.times > 0 && !tried.is_cut && tried.from === addDays(tried.to, -179), name);
    }
  });
}

test('a trial of a value that has no more time tries the newest days, and says that it is cut', async () => {
  await using database = await createTestDatabase('sqlite');
  await using shops = await openShops(database.db, await givenAccount(database.db));
  const { project, connection } = await shops.shop(until(days.at(-1) ?? ''));
  const caller = { account: { id: project.account_id }, projectIds: null } as never;
  const place = { project_id: project.id, connection_id: connection.id };
  const unusual = watches.at(-1);
  assert.ok(unusual);
  const threshold = { ...unusual, kind: 'threshold', threshold: { direction: 'below', value: 700 } } as const;
  const hurried = { ...shops.context, trialMs: 0 };
  const tried = await tryWatch(hurried, caller, { ...threshold, ...place });
  assert.deepEqual([tried.is_cut, tried.days.length, tried.from], [true, 7, days.at(-7)]);
  await assert.rejects(tryWatch(hurried, caller, { ...unusual, ...place }), {
    code: 'connection_unavailable',
    message: /did not tell enough days of this value in time/,
  });
});
