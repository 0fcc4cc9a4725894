import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createMailer } from '../../src/domains/schedules/mail.ts';
import { sendNextNotice } from '../../src/domains/watches/send-notices.ts';
import { givenAccount } from '../support/accounts.ts';
import { chat } from '../support/chat.ts';
import { createTestDatabase, engines } from '../support/databases.ts';
import { startMailServer } from '../support/mail-server.ts';
import { givenMember } from '../support/people.ts';
import { silentLog } from '../support/silent-log.ts';
import { rounds, test, usually } from '../support/suite.ts';
import { openShops, steady } from '../support/watches.ts';
import { seed, seededRandom } from './support/random.ts';

const program = fileURLToPath(new URL('../support/judge-watches-process.ts', import.meta.url));
const kills = rounds(4, 2);
const shopsARound = usually(8, 4);
const longestLifeMs = 400;
const past = '2026-01-01T00:00:00.000Z';

for (const engine of engines) {
  test(`${engine}: no kill loses an incident or a message about one, or tells it twice`, async (t) => {
    await using database = await createTestDatabase(engine);
    await using mails = await startMailServer();
    const { db, location } = database;
    const account = await givenAccount(db);
    const ann = await givenMember(db, account.id);
    await using shops = await openShops(db, account);
    await db
      .insertInto('webhook_endpoints')
      .values({
        ...{ id: 'whk_1', account_id: account.id, url: 'https://example.com/', description: null, events: '[]' },
        ...{ project_ids: null, version: '2026-11-25', signing: 'v1', secret: 'x', public_keys: '[]' },
        ...{ made_by: 'operator', enabled: 1, off_reason: null, off_since: null, failing_since: null },
        ...{ paused_until: null, lease: null, leased_until: null, created_at: past, updated_at: past },
      })
      .execute();
    const random = seededRandom(seed);
    const paths: string[] = [];
    const live = async () => {
      const child = spawn(
        process.execPath,
        [program, JSON.stringify({ location, folder: shops.folder, url: mails.url })],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const exit = once(child, 'exit');
      await once(child.stdout, 'data');
      await delay(random() * longestLifeMs);
      child.kill('SIGKILL');
      await exit;
      // What the dead process had claimed lapses.
      await db.updateTable('watch_turns').set({ leased_until: null }).execute();
      await db.updateTable('incident_notices').set({ next_attempt_at: past }).where('status', '=', 'sending').execute();
    };
    const finish = async () => {
      const sendMail = createMailer({ url: mails.url, from: 'Reports <reports@example.com>' });
      await shops.judge();
      const telling = { db, sendMail, chat, baseUrl: 'https://reports.example.com', log: silentLog };
      while (await sendNextNotice(telling));
      sendMail.release();
    };

    for (let kill = 0; kill < Math.ceil(kills / 2); kill++) {
      for (let index = 0; index < shopsARound; index++) {
        const shop = await shops.shop(steady(30, { sessions: 1_000, orders: 20 }, [{ sessions: 380, orders: 2 }]));
        paths.push(shop.path);
        const below = (metric: string, value: number) =>
          ({
            kind: 'threshold',
            metric,
            threshold: { direction: 'below', value },
            people: [ann.id],
          }) satisfies Parameters<typeof shops.add>[1];
        await shops.add(shop, below('sessions', 500));
        await shops.add(shop, below('orders', 10));
      }
      await live();
    }
    const before = (await shops.incidents()).length;
    await finish();
    assert.equal((await shops.incidents()).length, paths.length, 'one for each cause');

    for (const path of paths) await shops.write(path, steady(30, { sessions: 1_000, orders: 20 }));
    await db.updateTable('watch_states').set({ day: '2026-01-01', calm_days: 1 }).execute();
    for (let kill = 0; kill < Math.floor(kills / 2); kill++) {
      await db.updateTable('watch_turns').set({ due_at: past }).where('due_at', '>', past).execute();
      await live();
    }
    await finish();

    const incidents = await shops.incidents();
    assert.equal(incidents.length, paths.length);
    assert.deepEqual([...new Set(incidents.map(({ state }) => state))], ['closed']);
    const notices = await shops.notices();
    const occasions = Map.groupBy(notices, ({ occasion }) => occasion);
    assert.deepEqual(
      [occasions.get('opened')?.length, occasions.get('closed')?.length, notices.length],
      [paths.length, paths.length, 2 * paths.length],
      'each is told once that it opens, and once that it is over',
    );
    const times = (id: string) => mails.received.filter(({ raw }) => raw.includes(`Message-ID: <${id}@`)).length;
    for (const { id, status } of notices) {
      const received = times(id);
      assert.ok(
        status === 'sent' ? received === 1 : status === 'unknown' && received <= 1,
        `${id} ${status} ${received}`,
      );
    }
    const events = await db.selectFrom('events').select(['type', 'subject']).execute();
    const heard = new Set(events.map(({ type, subject }) => `${type} ${subject}`));
    assert.deepEqual([events.length, heard.size], [2 * paths.length, 2 * paths.length], 'webhooks hear of each once');
    const unknown = notices.filter(({ status }) => status === 'unknown').length;
    t.diagnostic(
      `${engine}: ${kills} kills, ${before} of ${paths.length} incidents opened before the last, ${unknown} of ${notices.length} messages with unknown fate (seed ${seed})`,
    );
  });
}
