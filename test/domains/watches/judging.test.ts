import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { updateProject } from '../../../src/domains/projects/projects.ts';
import { partText } from '../../../src/domains/watches/alert-words/alert-words.ts';
import { addDays, daysBetween } from '../../../src/domains/watches/days.ts';
import type { Part } from '../../../src/domains/watches/findings.ts';
import type { WatchStateRow } from '../../../src/domains/watches/watches.ts';
import { givenAccount } from '../../support/accounts.ts';
import { createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';
import { daysOver, openShops, steady } from '../../support/watches.ts';

const usual = { sessions: 1_000, orders: 20, cost: 50 };
const judgedOf = ({ judged }: WatchStateRow) => JSON.parse(judged ?? 'null');
const problemOf = ({ problem }: WatchStateRow) => JSON.parse(problem ?? 'null');
const partsOf = ({ parts }: { parts: string }) => JSON.parse(parts) as Part[];

for (const engine of engines) {
  describe(`${engine}: judging watches`, () => {
    let database: TestDatabase;
    let shops: Awaited<ReturnType<typeof openShops>>;
    before(async () => {
      database = await createTestDatabase(engine);
    });
    beforeEach(async () => {
      shops = await openShops(database.db, await givenAccount(database.db));
    });
    afterEach(() => shops[Symbol.asyncDispose]());
    after(() => database[Symbol.asyncDispose]());

    const below = (value: number, more = {}) =>
      ({ kind: 'threshold', metric: 'sessions', threshold: { direction: 'below', value, ...more } }) as const;

    test('a value beyond its limit opens an incident once, and the next day adds nothing', async () => {
      const shop = await shops.shop(steady(60, usual, [{ ...usual, sessions: 380 }]));
      const watch = await shops.add(shop, below(500));
      await shops.judge();
      const [yesterday] = daysOver(1);
      const state = await shops.state(watch.id);
      assert.deepEqual([state.state, state.day, judgedOf(state).value], ['alerting', yesterday, 380]);
      const [incident, ...others] = await shops.incidents();
      assert.deepEqual([incident?.state, others], ['open', []]);
      const [part] = partsOf(incident ?? { parts: '[]' });
      assert.deepEqual(
        [part?.finding, part?.direction, part?.value, part?.expected, part?.ratio],
        ['threshold', 'below', 380, 500, -0.24],
      );
      await shops.judge();
      assert.equal((await shops.incidents()).length, 1);
    });

    test('it closes by itself after two calm days, and not within a twentieth of its limit', async () => {
      const shop = await shops.shop(steady(60, usual, [{ sessions: 380 }]));
      const watch = await shops.add(shop, below(500));
      await shops.judge();
      const [before = ''] = daysOver(3);
      /** As if the days before had been judged then. */
      const backdate = (day: string) =>
        database.db.updateTable('watch_states').set({ day }).where('watch_id', '=', watch.id).execute();
      await shops.write(shop.path, steady(60, usual, [{ sessions: 510 }]));
      await backdate(before);
      await shops.judge();
      assert.deepEqual([(await shops.state(watch.id)).state, (await shops.state(watch.id)).calm_days], ['alerting', 0]);
      await shops.write(shop.path, steady(60, usual));
      await backdate(before);
      await shops.judge();
      assert.deepEqual([(await shops.incidents())[0]?.state, (await shops.state(watch.id)).calm_days], ['open', 1]);
      await shops.judge();
      assert.equal((await shops.incidents())[0]?.state, 'open', 'the same day again says nothing');
      await backdate(before);
      await shops.judge();
      const [closed] = await shops.incidents();
      assert.deepEqual([closed?.state, closed?.close_reason, closed?.open_cause], ['closed', 'recovered', null]);
      assert.deepEqual(
        [(await shops.state(watch.id)).state, (await shops.state(watch.id)).incident_id],
        ['calm', null],
      );
    });

    test('metrics of a connection that fall together are one incident, which names what explains it', async () => {
      const parts = [
        { ...usual, channel: 'Email' },
        { ...usual, channel: 'Search' },
      ];
      const shop = await shops.shop(
        steady(60, parts, [
          [
            { sessions: 40, orders: 1, channel: 'Email' },
            { ...usual, channel: 'Search' },
          ],
        ]),
      );
      const change = { kind: 'change', change: { direction: 'below', ratio: 0.3 } } as const;
      await shops.add(shop, { ...change, metric: 'sessions' });
      await shops.add(shop, { ...change, metric: 'orders' });
      await shops.add(shop, { kind: 'threshold', metric: 'rate', threshold: { direction: 'above', value: 0.019 } });
      await shops.judge();
      const incidents = await shops.incidents();
      assert.deepEqual(
        incidents.map((each) => partsOf(each).map(({ metric }) => metric)).toSorted(),
        [['rate'], ['sessions', 'orders']].toSorted(),
      );
      const [first] = incidents.flatMap(partsOf).filter(({ metric }) => metric === 'sessions');
      assert.deepEqual(first?.explained, { dimension: 'Channel', value: 'Email', share: 1 });
    });

    test('of one value of a dimension its own figures are judged', async () => {
      const parts = [
        { ...usual, channel: 'Email' },
        { ...usual, channel: 'Search' },
      ];
      const shop = await shops.shop(
        steady(60, parts, [
          [
            { sessions: 40, channel: 'Email' },
            { ...usual, channel: 'Search' },
          ],
        ]),
      );
      const of = (value: string) => ({ ...below(500), dimension: { key: 'channel', value } });
      const [email, search] = [await shops.add(shop, of('Email')), await shops.add(shop, of('Search'))];
      const none = await shops.add(shop, of('Radio'));
      await shops.judge();
      const states = await Promise.all([email, search, none].map(({ id }) => shops.state(id)));
      assert.deepEqual(
        states.map(({ state }) => state),
        ['alerting', 'calm', 'alerting'],
      );
      assert.deepEqual(
        states.map((state) => judgedOf(state).value),
        [40, 1_000, 0],
      );
    });

    const channels = (email: object, search: object = usual) => [
      { ...usual, ...email, channel: 'Email' },
      { ...usual, ...search, channel: 'Search' },
    ];
    const email = { key: 'channel', value: 'Email' };

    test('a value of a dimension is silent when it counts nothing that was to come, and is over when it counts again', async () => {
      const gone = [{ ...usual, channel: 'Search' }];
      const shop = await shops.shop(steady(60, channels({}), [gone, gone]));
      const silence = { kind: 'silence', metric: 'orders', dimension: email, silence: { hours: 48 } } as const;
      const silent = await shops.add(shop, silence);
      const other = await shops.add(shop, { ...silence, dimension: { key: 'channel', value: 'Search' } });
      const rare = await shops.add(shop, { ...silence, dimension: { key: 'channel', value: 'Radio' } });
      await shops.judge();
      const states = await Promise.all([silent, other, rare].map(({ id }) => shops.state(id)));
      assert.deepEqual(
        states.map(({ state }) => state),
        ['alerting', 'calm', 'waiting'],
        'of a value that never counted nothing is expected',
      );
      const [part] = partsOf((await shops.incidents())[0] ?? { parts: '[]' });
      const [since] = daysOver(2);
      assert.deepEqual([part?.finding, part?.value, part?.expected, part?.since], ['silence', 0, 40, since]);
      assert.equal(partText(part as Part, 'en').startsWith('Orders (Email): no figures, since'), true);
      await shops.write(shop.path, steady(60, channels({})));
      await database.db.updateTable('watch_states').set({ day: '2020-01-01' }).execute();
      await shops.judge();
      assert.deepEqual([(await shops.state(silent.id)).state, (await shops.incidents())[0]?.state], ['calm', 'closed']);
    });

    test('with another metric a value is silent while that goes on for the same value alone', async () => {
      const shop = await shops.shop(steady(60, channels({}), [channels({ orders: 0 }), channels({ orders: 0 })]));
      const tag = { kind: 'silence', metric: 'orders', silence: { hours: 48, while: 'sessions' } } as const;
      const own = await shops.add(shop, { ...tag, dimension: email });
      const other = await shops.add(shop, { ...tag, dimension: { key: 'channel', value: 'Search' } });
      await shops.judge();
      assert.deepEqual([(await shops.state(own.id)).state, (await shops.state(other.id)).state], ['alerting', 'calm']);
      const [part] = partsOf((await shops.incidents())[0] ?? { parts: '[]' });
      assert.equal(part?.finding, 'counts_nothing');
      assert.match(partText(part as Part, 'en'), /^Orders \(Email\) counts nothing, while Sessions goes on/);
    });

    test('what is unusual of a value is judged by the nine weeks of that value, asked for once a day', async () => {
      const wave = (index: number) => 1_000 + 20 * (index % 5);
      const days = new Map(
        [...steady(70, usual).keys()].map((day, index) => [day, channels({ sessions: wave(index) }, { sessions: 5 })]),
      );
      const [yesterday = ''] = daysOver(1);
      days.set(yesterday, channels({ sessions: 200 }, { sessions: 5 }));
      const shop = await shops.shop(days);
      const watch = await shops.add(shop, { kind: 'unusual', metric: 'sessions', dimension: email });
      await shops.judge();
      const state = await shops.state(watch.id);
      assert.deepEqual([state.state, judgedOf(state).value], ['alerting', 200]);
      assert.ok(judgedOf(state).low > 500 && judgedOf(state).expected < 1_100);
      const [part] = partsOf((await shops.incidents())[0] ?? { parts: '[]' });
      assert.deepEqual(part?.dimension, email);
      // A day that was judged is not asked for again, though the source says something else by now.
      await shops.write(shop.path, steady(70, channels({ sessions: 1_000 })));
      await shops.judge();
      assert.equal(judgedOf(await shops.state(watch.id)).value, 200);
      const young = await shops.shop(new Map([...days].slice(-20)));
      const early = await shops.add(young, { kind: 'unusual', metric: 'sessions', dimension: email });
      await shops.judge();
      assert.equal((await shops.state(early.id)).state, 'not_enough');
    });

    test('half-fetched days are not judged: a file that was written before its last day was over', async () => {
      const [yesterday = ''] = daysOver(1);
      const days = steady(60, usual, [{ sessions: 3 }]);
      const shop = await shops.shop(days);
      // Written at noon of the day itself, in UTC.
      await shops.write(shop.path, days, new Date(`${yesterday}T12:00:00Z`));
      const watch = await shops.add(shop, below(500));
      await shops.judge();
      const state = await shops.state(watch.id);
      assert.deepEqual([state.state, judgedOf(state).value], ['calm', 1_000]);
      assert.ok((state.day ?? '') < yesterday, 'the day before was judged');
      assert.deepEqual(await shops.incidents(), []);
      await shops.write(shop.path, days);
      await shops.judge();
      assert.equal((await shops.state(watch.id)).state, 'alerting');
    });

    test('the day that is running is never judged', async () => {
      const days = steady(60, usual);
      days.set(Temporal.Now.plainDateISO('UTC').toString(), [{ sessions: 1 }]);
      const watch = await shops.add(await shops.shop(days), below(500));
      await shops.judge();
      const state = await shops.state(watch.id);
      assert.deepEqual([state.state, state.day], ['calm', daysOver(1)[0]]);
    });

    test('a source that fails leaves all as it was, and the watch says what is wrong', async () => {
      const shop = await shops.shop(steady(60, usual, [{ sessions: 380 }]));
      const watch = await shops.add(shop, below(500));
      await shops.judge();
      await rm(shop.path);
      await shops.judge();
      const state = await shops.state(watch.id);
      assert.deepEqual(
        [state.state, problemOf(state).code, judgedOf(state).value],
        ['problem', 'resource_missing', 380],
      );
      assert.deepEqual(
        (await shops.incidents()).map((each) => each.state),
        ['open'],
      );
      await shops.write(shop.path, steady(60, usual, [{ sessions: 380 }]));
      await shops.judge();
      assert.deepEqual([(await shops.state(watch.id)).state, (await shops.incidents()).length], ['alerting', 1]);
    });

    test('a metric that vanished is said at once', async () => {
      const shop = await shops.shop(steady(60, usual));
      const watch = await shops.add(shop, below(500));
      const config = JSON.parse(shop.connection.config);
      config.metrics = config.metrics.slice(1);
      const own = database.db.updateTable('connections').where('id', '=', shop.connection.id);
      await own.set({ config: JSON.stringify(config) }).execute();
      await shops.judge();
      assert.equal(problemOf(await shops.state(watch.id)).code, 'metric_missing');
    });

    test('what is unusual is judged by the days before, and too few of them are said', async () => {
      const noisy = (count: number, last: number) =>
        steady(count, usual, [
          ...Array.from({ length: count - 1 }, (_, index) => ({ sessions: 1_000 + ((index * 37) % 50) })),
          { sessions: last },
        ]);
      const unusual = { kind: 'unusual', metric: 'sessions' } as const;
      const fell = await shops.add(await shops.shop(noisy(120, 300)), unusual);
      const young = await shops.add(await shops.shop(noisy(20, 300)), unusual);
      await shops.judge();
      const state = await shops.state(fell.id);
      const judged = judgedOf(state);
      assert.deepEqual([state.state, judged.value], ['alerting', 300]);
      assert.ok(
        judged.low > 300 && judged.low < judged.expected && judged.expected < judged.high,
        JSON.stringify(judged),
      );
      assert.equal((await shops.state(young.id)).state, 'not_enough');
    });

    test('silence is told when no rows have come for the hours given, and is over with the next ones', async () => {
      const days = new Map([...steady(60, usual)].slice(0, -3));
      const shop = await shops.shop(days);
      const silent = await shops.add(shop, { kind: 'silence', silence: { hours: 48 } });
      const patient = await shops.add(shop, { kind: 'silence', silence: { hours: 600 } });
      await shops.judge();
      assert.deepEqual(
        [(await shops.state(silent.id)).state, (await shops.state(patient.id)).state],
        ['alerting', 'calm'],
      );
      const [since] = daysOver(3);
      assert.equal(partsOf((await shops.incidents())[0] ?? { parts: '' })[0]?.since, since);
      await shops.write(shop.path, steady(60, usual));
      await shops.judge();
      assert.deepEqual(
        (await shops.incidents()).map(({ state }) => state),
        ['closed'],
      );
    });

    test('of a source that has not changed for long, nothing but that is told: its newest rows were written in advance', async () => {
      const days = steady(60, usual, [{ sessions: 0 }]);
      const shop = await shops.shop(days);
      const [written = ''] = daysOver(12);
      await shops.write(shop.path, days, new Date(`${written}T12:00:00Z`));
      const watch = await shops.add(shop, { kind: 'goal', metric: 'cost', goal: { measure: 'ads' } });
      await shops.judge();
      assert.equal((await shops.state(watch.id)).state, 'alerting');
      const parts = (await shops.incidents()).flatMap(partsOf);
      assert.deepEqual(
        parts.map(({ finding, since }) => [finding, since]),
        [['stale', written]],
      );
    });

    test('a tag that counts nothing while visits go on is told', async () => {
      const tag = { kind: 'silence', metric: 'orders', silence: { while: 'sessions' } } as const;
      const watch = await shops.add(await shops.shop(steady(60, usual, [{ ...usual, orders: 0 }])), tag);
      const rare = await shops.add(
        await shops.shop(steady(60, { sessions: 1_000, orders: 1 }, [{ sessions: 1_000 }])),
        tag,
      );
      await shops.judge();
      assert.deepEqual(
        [(await shops.state(watch.id)).state, (await shops.state(rare.id)).state],
        ['alerting', 'waiting'],
        'where one a day is usual, a day without is none',
      );
    });

    /** A budget of a year in a shop that spent 50 on each day up to one; the file was written when that was over. */
    async function budgetOf(amount: number, lastRow: string) {
      const rows = daysBetween('2099-10-01', lastRow).map((day) => [day, [usual]] as const);
      const shop = await shops.shop(new Map(rows), { time_zone: 'UTC' });
      await shops.write(shop.path, new Map(rows), new Date(`${addDays(lastRow, 1)}T06:00:00Z`));
      const place = { id: 'budget', connection_id: shop.connection.id, metric: 'cost' };
      const settings = { goals: [{ ...place, amount, per: 'year' as const }] };
      await database.db
        .transaction()
        .execute((transaction) =>
          updateProject(transaction, shop.project.account_id, shop.project.id, { settings } as never),
        );
      return shops.add(shop, { kind: 'goal', metric: 'cost', goal: { measure: 'budget', ratio: 0.1 } });
    }

    test('a budget that is not spent is told, with what a day would mend it', async () => {
      const watch = await budgetOf(36_500, '2100-04-10');
      await shops.judge(Temporal.Instant.from('2100-04-11T07:00:00Z'));
      const state = await shops.state(watch.id);
      assert.deepEqual([state.state, state.day], ['alerting', '2100-04-10']);
      const [incident] = await shops.incidents();
      const [part] = partsOf(incident ?? { parts: '[]' });
      // A hundred days are gone, and 265 are left.
      const { finding, direction, value, expected, daily, currency } = part ?? {};
      assert.deepEqual(
        { finding, direction, value, expected, daily, currency },
        {
          ...{ finding: 'budget', direction: 'below', value: 18_250, expected: 36_500 },
          ...{ daily: 31_500 / 265, currency: 'EUR' },
        },
      );
    });

    test('a source that is late at the turn of the year is judged by all of the year before', async () => {
      const watch = await budgetOf(18_250, '2100-12-29');
      await shops.judge(Temporal.Instant.from('2101-01-02T07:00:00Z'));
      const state = await shops.state(watch.id);
      assert.deepEqual([state.state, state.day, judgedOf(state).value], ['calm', '2100-12-29', 18_250]);
      assert.deepEqual(await shops.incidents(), []);
    });

    test('a watch that is changed meanwhile is not stored by what was asked for before', async () => {
      const shop = await shops.shop(steady(60, usual, [{ sessions: 380 }]));
      const watch = await shops.add(shop, below(500));
      await database.db.updateTable('watches').set({ revision: 2 }).where('id', '=', watch.id).execute();
      await shops.judge();
      assert.equal((await shops.state(watch.id)).state, 'alerting', 'the next turn reads it anew');
    });
  });
}
