import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { createMailer } from '../../src/domains/schedules/mail.ts';
import { judgeNext } from '../../src/domains/watches/judge-connection.ts';
import { sendNextNotice } from '../../src/domains/watches/send-notices.ts';
import type { DatabaseLocation } from '../../src/platform/database/connect.ts';
import { isPostgres } from '../../src/platform/database/engine.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { givenAccount } from '../support/accounts.ts';
import { chat } from '../support/chat.ts';
import { createTestDatabase, engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { type MailStage, startMailServer } from '../support/mail-server.ts';
import { givenMember } from '../support/people.ts';
import { silentLog } from '../support/silent-log.ts';
import { rounds, test } from '../support/suite.ts';
import { openShops, steady } from '../support/watches.ts';
import { seed, seededRandom } from './support/random.ts';

const program = fileURLToPath(new URL('../support/judge-watches-process.ts', import.meta.url));
const kills = rounds(4, 2);
const shopsARound = 4;
/** Less than it takes to judge what is due in a round. */
const longestLifeMs = 200;
const past = '2026-01-01T00:00:00.000Z';
const good = { sessions: 1_000, orders: 20 };
const bad = { sessions: 380, orders: 2 };

/** A name for the connections of the processes that are killed. */
const name = 'doomed';

function doomed(location: DatabaseLocation): DatabaseLocation {
  if (location.engine === 'sqlite') return location;
  const url = new URL(location.url);
  url.searchParams.set('application_name', name);
  return { ...location, url: url.href };
}

/** PostgreSQL still does what a dead process had asked for. */
async function untilGone(db: Database): Promise<void> {
  if (!isPostgres(db)) return;
  await eventually(async () => {
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and application_name = ${name}`.execute(db);
    return rows.length === 0;
  });
}

for (const engine of engines) {
  test(`${engine}: no kill loses an incident or a message about one, or tells it twice`, async (t) => {
    await using database = await createTestDatabase(engine);
    /** What the process that lives now is killed at. */
    let aim:
      | { readonly stage: MailStage; mailsBefore: number; readonly reached: PromiseWithResolvers<void> }
      | undefined;
    let dead = Promise.withResolvers<void>();
    await using mails = await startMailServer(async (stage) => {
      if (aim?.stage !== stage || aim.mailsBefore-- > 0) return;
      aim.reached.resolve();
      await dead.promise;
    });
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
    const all: Awaited<ReturnType<typeof shops.shop>>[] = [];
    // Messages by their ids: one may still stand as it did when the next process dies.
    const interrupted = { judgings: 0, recipients: new Set<string>(), handed: new Set<string>() };

    const countInterrupted = async () => {
      const leased = await db
        .selectFrom('watch_turns')
        .select('claims')
        .where('leased_until', 'is not', null)
        .execute();
      const sending = await db
        .selectFrom('incident_notices')
        .select(['id', 'handed_at'])
        .where('status', '=', 'sending')
        .execute();
      interrupted.judgings += leased.length;
      for (const { id, handed_at } of sending) interrupted[handed_at === null ? 'recipients' : 'handed'].add(id);
    };
    const live = async (kill: number) => {
      const stage: MailStage = random() < 0.5 ? 'recipient' : 'whole';
      // A round has a mail for each of its shops.
      const mailsBefore = 1 + Math.floor(random() * 2);
      aim = kill % 2 === 0 ? { stage, mailsBefore, reached: Promise.withResolvers() } : undefined;
      dead = Promise.withResolvers();
      const child = spawn(
        process.execPath,
        [program, JSON.stringify({ location: doomed(location), folder: shops.folder, url: mails.url })],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const exit = once(child, 'exit');
      await once(child.stdout, 'data');
      await (aim?.reached.promise ?? delay(random() * longestLifeMs));
      child.kill('SIGKILL');
      await exit;
      aim = undefined;
      dead.resolve();
      await untilGone(db);
      await countInterrupted();
      // What the dead process had claimed lapses.
      await db.updateTable('watch_turns').set({ leased_until: null }).execute();
      await db.updateTable('incident_notices').set({ next_attempt_at: past }).where('status', '=', 'sending').execute();
    };
    const finish = async () => {
      const sendMail = createMailer({ url: mails.url, from: 'Reports <reports@example.com>' });
      while (await judgeNext(shops.context));
      const telling = { db, sendMail, chat, baseUrl: 'https://reports.example.com', log: silentLog };
      while (await sendNextNotice(telling));
      sendMail.release();
    };
    const recover = async (some: typeof all) => {
      for (const { path, connection } of some) {
        await shops.write(path, steady(30, good));
        const state = db.updateTable('watch_states').where('connection_id', '=', connection.id);
        await state.set({ day: '2026-01-01', calm_days: 1 }).execute();
        const turn = db.updateTable('watch_turns').where('connection_id', '=', connection.id);
        await turn.set({ due_at: past }).execute();
      }
    };
    const inState = async (state: string) => (await shops.incidents()).filter((row) => row.state === state).length;

    const toOpen = Math.ceil(kills / 2);
    for (let kill = 0; kill < toOpen; kill++) {
      for (let index = 0; index < shopsARound; index++) {
        const shop = await shops.shop(steady(30, good, [bad]));
        all.push(shop);
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
      await live(kill);
    }
    const opened = await inState('open');
    assert.ok(opened >= toOpen, `each process that died had opened an incident: ${opened}`);
    const sent = (await shops.notices()).filter(({ status }) => status === 'sent').length;
    assert.ok(sent > 0, 'the processes that died had told of some');
    await finish();
    assert.equal(await inState('open'), all.length, 'one for each cause');

    for (let kill = toOpen; kill < kills; kill++) {
      await recover(all.slice((kill - toOpen) * shopsARound, (kill - toOpen + 1) * shopsARound));
      await live(kill);
    }
    const closed = await inState('closed');
    assert.ok(closed >= kills - toOpen, `each process that died had closed an incident: ${closed}`);
    await recover(all.slice((kills - toOpen) * shopsARound));
    await finish();

    assert.deepEqual([await inState('closed'), await inState('open')], [all.length, 0]);
    const states = await db.selectFrom('watch_states').select(['state', 'incident_id', 'problem']).execute();
    const calm = { state: 'calm', incident_id: null, problem: null };
    assert.deepEqual(states, Array(2 * all.length).fill(calm), 'each watch stands as if nobody had been killed');
    const notices = await shops.notices();
    const occasions = Map.groupBy(notices, ({ occasion }) => occasion);
    assert.deepEqual(
      [occasions.get('opened')?.length, occasions.get('closed')?.length, notices.length],
      [all.length, all.length, 2 * all.length],
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
    const unknown = notices.filter(({ status }) => status === 'unknown').length;
    assert.equal(unknown, interrupted.handed.size, 'only what was handed over at a kill is of unknown fate');
    const events = await db.selectFrom('events').select(['type', 'subject']).execute();
    const heard = new Set(events.map(({ type, subject }) => `${type} ${subject}`));
    assert.deepEqual([events.length, heard.size], [2 * all.length, 2 * all.length], 'webhooks hear of each once');
    assert.ok(interrupted.judgings > 0, 'kills have interrupted judging');
    assert.ok(interrupted.recipients.size + interrupted.handed.size > 0, 'kills have interrupted messages');
    t.diagnostic(
      `${engine}: ${kills} kills interrupted ${interrupted.judgings} judgings, ${interrupted.recipients.size} messages before and ${interrupted.handed.size} after they were handed over; the killed opened ${opened}, told of ${sent} and closed ${closed} of ${all.length} incidents (seed ${seed})`,
    );
  });
}
