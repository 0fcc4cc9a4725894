import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Account } from '../../../src/domains/accounts/accounts.ts';
import { makeDocument } from '../../../src/domains/generation-jobs/make-document.ts';
import { getProject, updateProject } from '../../../src/domains/projects/projects.ts';
import type { Settings } from '../../../src/domains/projects/schema.ts';
import { readIncidents } from '../../../src/domains/watches/report-incidents.ts';
import { givenAccount } from '../../support/accounts.ts';
import { createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';
import { givenFollowedTemplate } from '../../support/templates.ts';
import { daysOver, openShops, steady } from '../../support/watches.ts';

const usual = { sessions: 1_000, orders: 20, cost: 50 };
const fallen = { ...usual, sessions: 380 };
const below = { kind: 'threshold', metric: 'sessions', threshold: { direction: 'below', value: 500 } } as const;

for (const engine of engines) {
  describe(`${engine}: incidents in reports`, () => {
    let database: TestDatabase;
    let account: Account;
    let shops: Awaited<ReturnType<typeof openShops>>;
    let from: string;
    let to: string;
    before(async () => {
      database = await createTestDatabase(engine);
    });
    beforeEach(async () => {
      account = await givenAccount(database.db);
      shops = await openShops(database.db, account);
      // Of this test alone, since midnight may come between two.
      [from = '', to = ''] = [daysOver(20)[0], daysOver(1)[0]];
    });
    afterEach(() => shops[Symbol.asyncDispose]());
    after(() => database[Symbol.asyncDispose]());

    /** The series of a report of the last twenty days, as a generation would freeze it. */
    const report = async (projectId: string, locale = 'en-US') => {
      await database.db.updateTable('projects').set({ locale }).where('id', '=', projectId).execute();
      const project = await getProject(database.db, account.id, projectId);
      const run = {
        ...{ signal: new AbortController().signal, deadline: Date.now() + 60_000, log: shops.context.log },
        ...{ takeMeasure: () => {}, progress: () => {}, isLastTry: true },
      };
      const draft = {
        ...{ project, settings: JSON.parse(project.settings) as Settings },
        periods: { current: { from, to }, compare: null },
      };
      const { document } = await makeDocument({ ...shops.context, readIncidents }, draft, run);
      const series = document.sections.find((section) => section.type === 'timeseries');
      return series?.incidents?.items ?? [];
    };
    const asking = (connection_id: string, show_incidents = true) => ({
      sections: [{ type: 'timeseries', connection_id, metric: 'sessions', show_incidents }] as const,
    });
    type Shop = Awaited<ReturnType<typeof shops.shop>>;
    const lay = ({ project, connection }: Shop, isShown = true) =>
      updateProject(database.db, account.id, project.id, { settings: asking(connection.id, isShown) } as never);

    test('a report whose layout asks for it shows what a watch found, in its own language, and keeps it', async () => {
      const shop = await shops.shop(steady(60, usual, [fallen, fallen]));
      await lay(shop);
      await shops.add(shop, below);
      await shops.judge();
      const [found, ...others] = await report(shop.project.id);
      assert.deepEqual(
        [found, others],
        [{ from: to, to, is_over: false, metrics: ['sessions'], text: 'Sessions: 380, below 500.' }, []],
      );
      const [german] = await report(shop.project.id, 'de-DE');
      assert.equal(german?.text, 'Sessions: 380, unter 500.');
      await lay(shop, false);
      assert.deepEqual(await report(shop.project.id), []);
    });

    test('what is over, acknowledged or of a removed watch is shown with its days; another project has none of it', async () => {
      const shop = await shops.shop(steady(60, usual, [fallen]));
      const other = await shops.shop(steady(60, usual));
      for (const each of [shop, other]) await lay(each);
      const watch = await shops.add(shop, below);
      await shops.judge();
      const { db } = database;
      await db.updateTable('incidents').set({ acknowledged_at: '2026-01-01T00:00:00.000Z' }).execute();
      assert.equal((await report(shop.project.id)).length, 1);
      const { removeWatch } = await import('../../../src/domains/watches/change-watch.ts');
      await db.transaction().execute((transaction) => removeWatch(transaction, account.id, watch.id));
      const [closed] = await report(shop.project.id);
      assert.deepEqual([closed?.from, closed?.to, closed?.is_over], [to, to, true]);
      assert.deepEqual(await report(other.project.id), []);
    });

    test('a watch of one value of a dimension is named with it', async () => {
      const parts = [
        { ...usual, channel: 'Email' },
        { ...usual, channel: 'Search' },
      ];
      const shop = await shops.shop(steady(60, parts, [[{ ...fallen, channel: 'Email' }, parts[1] ?? {}]]));
      await lay(shop);
      await shops.add(shop, { ...below, dimension: { key: 'channel', value: 'Email' } });
      await shops.judge();
      assert.deepEqual(
        (await report(shop.project.id)).map(({ text }) => text),
        ['Sessions (Email): 380, below 500.'],
      );
    });

    test('a template carries the setting to the projects that follow it, and silence is about every metric', async () => {
      const shop = await shops.shop(new Map([...steady(20, usual)].slice(0, 15)));
      await givenFollowedTemplate(database.db, shop.project, {
        slots: [{ slot: 'sales', systems: ['file'] }],
        settings: asking('slot:sales') as never,
      });
      await shops.add(shop, { kind: 'silence', silence: { hours: 24 } });
      await shops.judge();
      const [silent] = await report(shop.project.id);
      assert.deepEqual([silent?.text, silent?.is_over, silent?.metrics], ['No figures.', false, ['sessions']]);
      assert.ok((silent?.from ?? '') < to && silent?.to === to);
    });

    test('a context that cannot read what was found says so rather than leave it out', async () => {
      const shop = await shops.shop(steady(20, usual));
      await lay(shop);
      const project = await getProject(database.db, account.id, shop.project.id);
      const draft = {
        ...{ project, settings: JSON.parse(project.settings) as Settings },
        periods: { current: { from, to }, compare: null },
      };
      const run = {
        ...{ signal: new AbortController().signal, deadline: Date.now() + 60_000, log: shops.context.log },
        ...{ takeMeasure: () => {}, progress: () => {}, isLastTry: true },
      };
      await assert.rejects(makeDocument(shops.context, draft, run), /Nothing reads the incidents/);
    });
  });
}
