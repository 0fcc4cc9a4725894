import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Account } from '../../../src/domains/accounts/accounts.ts';
import { createMailer } from '../../../src/domains/schedules/mail.ts';
import { RenderedMails } from '../../../src/domains/schedules/rendered-mails.ts';
import { addUnwanted } from '../../../src/domains/schedules/unwanted.ts';
import { quietUntil, saveAlertSettings } from '../../../src/domains/watches/alert-settings.ts';
import { partText, wordsOf } from '../../../src/domains/watches/alert-words/alert-words.ts';
import { alertLanguages } from '../../../src/domains/watches/alert-words/languages.ts';
import type { Part } from '../../../src/domains/watches/findings.ts';
import { incidentMessage } from '../../../src/domains/watches/incident-message.ts';
import { tellOpened } from '../../../src/domains/watches/incident-notices.ts';
import { getIncident, partsOf, snooze } from '../../../src/domains/watches/incidents.ts';
import { sendNextNotice, type TellingContext } from '../../../src/domains/watches/send-notices.ts';
import { showIncident } from '../../../src/domains/watches/show-incidents.ts';
import { usualPictureOf } from '../../../src/domains/watches/usual-days.ts';
import type { UsualPictureOrder } from '../../../src/reporting/renderers/mail/usual-picture.ts';
import { givenAccount } from '../../support/accounts.ts';
import { chat, givenChannel } from '../../support/chat.ts';
import { createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { givenMember } from '../../support/people.ts';
import { silentLog } from '../../support/silent-log.ts';
import { openShops, steady } from '../../support/watches.ts';

const usual = { sessions: 1_000, orders: 20 };
const decoded = (raw: string) =>
  raw
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());

for (const engine of engines) {
  describe(`${engine}: telling of incidents`, () => {
    let database: TestDatabase;
    let mails: MailServer;
    let account: Account;
    let shops: Awaited<ReturnType<typeof openShops>>;
    before(async () => {
      database = await createTestDatabase(engine);
      mails = await startMailServer();
    });
    beforeEach(async () => {
      account = await givenAccount(database.db);
      shops = await openShops(database.db, account);
      mails.received.length = 0;
      await database.db.updateTable('incident_notices').set({ next_attempt_at: null }).execute();
    });
    afterEach(() => shops[Symbol.asyncDispose]());
    after(async () => {
      await mails[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    });

    const tell = async (more: Pick<TellingContext, 'drawUsual' | 'pictureMs'> = {}) => {
      const sendMail = createMailer({ url: mails.url, from: 'Reports <reports@example.com>' });
      const baseUrl = 'https://reports.example.com';
      while (await sendNextNotice({ db: database.db, sendMail, chat, baseUrl, log: silentLog, ...more }));
      sendMail.release();
    };
    const fallen = steady(60, usual, [{ sessions: 380 }]);
    const below = { kind: 'threshold', metric: 'sessions', threshold: { direction: 'below', value: 500 } } as const;
    const close = async (shop: { path: string }) => {
      await shops.write(shop.path, steady(60, usual));
      for (const _ of [1, 2]) {
        await database.db.updateTable('watch_states').set({ day: '2026-01-01' }).execute();
        await shops.judge();
      }
    };

    test('who is named is told once that it opens, and once that it is over', async () => {
      const ann = await givenMember(database.db, account.id);
      const shop = await shops.shop(fallen);
      await shops.add(shop, { ...below, people: [ann.id] });
      await shops.judge();
      await tell();
      await tell();
      assert.deepEqual(
        mails.received.map(({ to }) => to),
        [[ann.email]],
      );
      const text = decoded(mails.received[0]?.raw ?? '');
      assert.match(text, /Alert:_Sessions:_380,_below_500[\s\S]*_Shop/);
      const [incident] = await shops.incidents();
      assert.ok(text.includes(`https://reports.example.com/console/incidents/${incident?.id}`), text);
      await close(shop);
      await tell();
      await tell();
      assert.equal(mails.received.length, 2);
      assert.match(decoded(mails.received[1]?.raw ?? ''), /Over:_Sessions/);
    });

    const unusualShop = (last: number) =>
      shops.shop(
        steady(120, usual, [
          ...Array.from({ length: 119 }, (_, index) => ({ sessions: 1_000 + ((index * 37) % 50) })),
          { sessions: last },
        ]),
      );

    test('what is unusual is told with a picture of the last 60 days as they were judged', async () => {
      const ann = await givenMember(database.db, account.id);
      await shops.add(await unusualShop(300), { kind: 'unusual', metric: 'sessions', people: [ann.id] });
      await shops.judge();
      const [incident] = await shops.incidents();
      const [part] = partsOf(incident ?? { parts: '[]' });
      const orders: UsualPictureOrder[] = [];
      await using rendered = new RenderedMails();
      await tell({
        drawUsual: (order) => {
          orders.push(order);
          return rendered.drawUsual(order);
        },
      });
      const days = orders[0]?.days ?? [];
      assert.equal(days.length, 60);
      assert.deepEqual(days.at(-1), {
        ...{ day: part?.day, value: 300, usual: { low: part?.low, high: part?.high }, isMarked: true },
      });
      assert.deepEqual(
        days[0]?.day,
        Temporal.PlainDate.from(part?.day ?? '')
          .subtract({ days: 59 })
          .toString(),
      );
      assert.deepEqual(
        days.filter(({ isMarked }) => isMarked).map(({ day }) => day),
        [part?.day],
      );
      assert.ok(days.every(({ value, usual: range }) => value !== null && range && range.low < range.high));
      const raw = mails.received[0]?.raw ?? '';
      assert.match(raw, /Content-Type: image\/png/);
      assert.match(raw, /Content-ID: <usual@alert>/);
      assert.match(
        decoded(raw),
        /<img src="cid:usual@alert" width="544" alt="Sessions\. [^"]*: 300 \(Usual: [^"]*Unusual: /,
      );
      assert.match(raw, /Content-Type: text\/plain/);
      assert.ok(incident);
      assert.ok(!JSON.stringify(await showIncident(database.db, incident, 'en')).includes('usual_days'));
    });

    test('a picture that fails or takes too long holds no message back', async () => {
      const ann = await givenMember(database.db, account.id);
      await shops.add(await unusualShop(300), { kind: 'unusual', metric: 'sessions', people: [ann.id] });
      await shops.judge();
      await tell({ drawUsual: () => Promise.reject(new Error('not drawn')) });
      await database.db.deleteFrom('incident_notices').execute();
      const [incident] = await shops.incidents();
      assert.ok(incident);
      await database.db.transaction().execute((transaction) => tellOpened(transaction, incident, partsOf(incident)));
      await tell({ drawUsual: () => new Promise(() => {}), pictureMs: 20 });
      assert.equal(mails.received.length, 2);
      for (const { raw } of mails.received) assert.doesNotMatch(raw, /image\/png|<img/);
      assert.deepEqual(
        (await shops.notices()).map(({ status }) => status),
        ['sent'],
      );
    });

    test('what is no longer so, and other kinds of watches, are told without a picture', async () => {
      const ann = await givenMember(database.db, account.id);
      let drawn = 0;
      const drawUsual = () => {
        drawn++;
        return Promise.reject(new Error('nothing is to be drawn'));
      };
      const shop = await shops.shop(fallen);
      await shops.add(shop, { ...below, people: [ann.id] });
      const odd = await unusualShop(300);
      await shops.add(odd, { kind: 'unusual', metric: 'sessions', people: [ann.id] });
      await shops.judge();
      const parts = (await shops.incidents()).flatMap(partsOf);
      assert.equal(parts.filter((part) => usualPictureOf([part], 'en') !== undefined).length, 1);
      assert.equal(
        usualPictureOf(
          parts.map((part) => ({ ...part, is_over: true })),
          'en',
        ),
        undefined,
      );
      await tell({ drawUsual });
      assert.equal(drawn, 1, 'only of what is unusual');
      await close(shop);
      await shops.write(odd.path, steady(120, { sessions: 1_020 }));
      await database.db.updateTable('watch_states').set({ day: '2026-01-01', calm_days: 1 }).execute();
      await shops.judge();
      await tell({ drawUsual });
      assert.equal(mails.received.filter(({ raw }) => /Over:/.test(decoded(raw))).length, 2);
      assert.equal(drawn, 1, 'nothing of what is over');
    });

    test('quiet hours hold a message back, and what is over by then is told in one', async () => {
      const ann = await givenMember(database.db, account.id);
      const shop = await shops.shop(fallen);
      await shops.add(shop, { ...below, people: [ann.id] });
      const now = Temporal.Now.zonedDateTimeISO('UTC');
      const at = (hours: number) => now.add({ hours }).toPlainTime().toString().slice(0, 5);
      await database.db
        .transaction()
        .execute((transaction) =>
          saveAlertSettings(transaction, ann.id, { quiet_hours: { from: at(-1), until: at(2) }, time_zone: 'UTC' }),
        );
      await shops.judge();
      await tell();
      assert.equal(mails.received.length, 0);
      const [held] = await shops.notices();
      assert.deepEqual([held?.status, held?.attempt], ['pending', 0]);
      assert.equal(held?.next_attempt_at?.slice(11, 16), at(2));
      await close(shop);
      await database.db.deleteFrom('alert_settings').execute();
      await tell();
      assert.deepEqual(
        (await shops.notices()).map(({ occasion, status, reason }) => [occasion, status, reason]),
        [
          ['opened', 'skipped', 'over'],
          ['closed', 'sent', null],
        ],
      );
      assert.equal(mails.received.length, 1);
      assert.match(decoded(mails.received[0]?.raw ?? ''), /Over:_Sessions[\s\S]*380, below 500/);
    });

    test('who has left, or wants no e-mail of the account, gets none', async () => {
      const [gone, unwilling] = [
        await givenMember(database.db, account.id),
        await givenMember(database.db, account.id),
      ];
      const shop = await shops.shop(fallen);
      await shops.add(shop, { ...below, people: [gone.id, unwilling.id] });
      await shops.judge();
      await database.db.deleteFrom('memberships').where('user_id', '=', gone.id).execute();
      await addUnwanted(database.db, account.id, unwilling.email, 'unsubscribed');
      await tell();
      assert.equal(mails.received.length, 0);
      assert.deepEqual((await shops.notices()).map(({ reason }) => reason).toSorted(), ['not_member', 'unwanted']);
    });

    test('a refusal that passes is tried again, and what a killed process had handed over is not', async () => {
      const ann = await givenMember(database.db, account.id);
      const shop = await shops.shop(fallen);
      await shops.add(shop, { ...below, people: [ann.id] });
      await shops.judge();
      mails.refusals.push(451);
      await tell();
      const [refused] = await shops.notices();
      assert.deepEqual([refused?.status, refused?.attempt, refused?.handed_at], ['pending', 1, null]);
      const due = '2026-01-01T00:00:00.000Z';
      const notices = database.db.updateTable('incident_notices').where('incident_id', '=', refused?.incident_id ?? '');
      await notices.set({ status: 'sending', handed_at: due, next_attempt_at: due }).execute();
      await tell();
      assert.deepEqual([(await shops.notices())[0]?.status, mails.received.length], ['unknown', 0]);
    });

    test('a snoozed incident is told once more when the time has come, if it is open still', async () => {
      const ann = await givenMember(database.db, account.id);
      const shop = await shops.shop(fallen);
      await shops.add(shop, { ...below, people: [ann.id] });
      await shops.judge();
      await tell();
      const [{ id } = { id: '' }] = await shops.incidents();
      const put = async (until: string) =>
        database.db
          .transaction()
          .execute(async (transaction) => snooze(transaction, await getIncident(transaction, account.id, id), until));
      await put('2026-01-02T00:00:00.000Z');
      await put('2026-01-01T00:00:00.000Z');
      await tell();
      assert.deepEqual(
        (await shops.notices()).map(({ occasion, status }) => [occasion.split(' ')[0], status]),
        [
          ['opened', 'sent'],
          ['reminded', 'skipped'],
          ['reminded', 'sent'],
        ],
      );
      assert.match(decoded(mails.received[1]?.raw ?? ''), /Still_so:_Sessions/);
    });

    test('a chat channel that is gone is said, and not tried again', async () => {
      const { id } = await givenChannel(database.db, account.id);
      await database.db
        .updateTable('chat_channels')
        .set({ gone_at: '2026-01-01T00:00:00.000Z' })
        .where('id', '=', id)
        .execute();
      const shop = await shops.shop(fallen);
      await shops.add(shop, { ...below, channels: [id], people: [] });
      await shops.judge();
      await tell();
      assert.deepEqual(
        (await shops.notices()).map(({ status, reason }) => [status, reason]),
        [['failed', 'channel_gone']],
      );
    });

    test('webhooks hear of an incident once when it opens and once when it closes', async () => {
      await database.db
        .insertInto('webhook_endpoints')
        .values({
          ...{
            id: `whk_${account.id.slice(4)}`,
            account_id: account.id,
            url: 'https://example.com/',
            description: null,
          },
          ...{ events: '["alert.opened","alert.closed"]', project_ids: null, version: '2026-11-25', signing: 'v1' },
          ...{ secret: 'x', public_keys: '[]', made_by: 'operator', enabled: 1, off_reason: null, off_since: null },
          ...{ failing_since: null, paused_until: null, lease: null, leased_until: null },
          ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
        })
        .execute();
      const shop = await shops.shop(fallen);
      await shops.add(shop, below);
      await shops.judge();
      await shops.judge();
      await close(shop);
      const own = database.db.selectFrom('events').selectAll().where('account_id', '=', account.id);
      const events = await own.orderBy('at').orderBy('id').execute();
      assert.deepEqual(events.map(({ type, state }) => [type, state]).toSorted(), [
        ['alert.closed', 'closed'],
        ['alert.opened', 'open'],
      ]);
    });
  });
}

test('quiet time ends when clocks in its zone say so, also where they are changed', () => {
  const hours = (from: string, until: string, weekends = true, time_zone = 'Europe/Berlin') =>
    ({ quiet_hours: { from, until }, weekends, time_zone }) as const;
  const end = (settings: Parameters<typeof quietUntil>[0], at: string) =>
    quietUntil(settings, Temporal.Instant.from(at))?.toString() ?? null;
  assert.equal(end(hours('22:00', '07:00'), '2026-06-10T12:00:00Z'), null);
  assert.equal(end(hours('22:00', '07:00'), '2026-06-10T20:30:00Z'), '2026-06-11T05:00:00Z');
  assert.equal(end(hours('22:00', '07:00'), '2026-06-11T04:59:00Z'), '2026-06-11T05:00:00Z');
  assert.equal(end(hours('12:00', '13:00'), '2026-06-10T10:30:00Z'), '2026-06-10T11:00:00Z');
  // On 29 March 2026 clocks skip from two to three, on 25 October they go back from three to two.
  assert.equal(end(hours('22:00', '02:30'), '2026-03-28T23:00:00Z'), '2026-03-29T01:30:00Z');
  assert.equal(end(hours('22:00', '07:00'), '2026-10-24T23:00:00Z'), '2026-10-25T06:00:00Z');
  assert.equal(
    end({ quiet_hours: null, weekends: false, time_zone: 'UTC' }, '2026-06-13T12:00:00Z'),
    '2026-06-15T00:00:00Z',
  );
  assert.equal(end(hours('22:00', '07:00', false, 'UTC'), '2026-06-12T23:00:00Z'), '2026-06-15T07:00:00Z');
});

test('quiet time always ends, not before now, at a time that is not quiet, in all zones and on all days', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Cairo', 'Asia/Kathmandu', 'UTC'];
  const times = ['00:00', '02:00', '02:30', '03:00', '07:00', '22:00', '23:59'];
  const begin = Temporal.Instant.from('2026-01-01T00:17:00Z');
  for (let step = 0; step < 4_000; step++) {
    const pick = <T>(list: readonly T[], salt: number): T => list[(step * salt) % list.length] as T;
    const [from, until] = [pick(times, 1), pick(times, 3)];
    const settings = {
      quiet_hours: from === until ? null : { from, until },
      weekends: step % 5 !== 0,
      time_zone: pick(zones, 7),
    };
    const now = begin.add({ minutes: step * 131 });
    const end = quietUntil(settings, now);
    if (!end) continue;
    assert.ok(Temporal.Instant.compare(end, now) > 0, JSON.stringify({ settings, now }));
    assert.equal(quietUntil(settings, end), null, JSON.stringify({ settings, now, end }));
  }
});

test('every language has words of its own for all that an incident says', () => {
  const told = { metric: 'M', value: 'V', expected: 'E' };
  const english = JSON.stringify(saysOf('en'));
  assert.equal(alertLanguages.length, 10);
  for (const language of alertLanguages) {
    const said = saysOf(language);
    assert.ok(
      said.every((text) => text.trim() !== '' && !text.includes('undefined')),
      language,
    );
    if (language !== 'en') assert.notEqual(JSON.stringify(said), english, language);
  }
  function saysOf(language: string): string[] {
    const words = wordsOf(language);
    return [
      ...Object.values(words.spans).map((span) => span('M')),
      ...Object.values(words.changed).map((changed) => changed(told, 'C')),
      ...[words.above(told), words.below(told), words.unusual(told, 'C', 'L', 'H'), words.pace(told, 'C')],
      ...[words.forecast(told, 'C'), words.spentOn(told, 'D', 'A'), words.spent(told), words.unspent(told, 'A')],
      ...[words.stopped(told), words.paused(told), words.withoutConversions(told, 'O'), words.countsNothing('M', 'O')],
      ...[words.silence, words.since('D'), words.explained('V', 'D', 'S'), words.noValue, words.opened('W')],
      ...[words.reminded('W'), words.closed('W'), words.place('P', 'C'), words.over('D'), words.more(2), words.look],
    ];
  }
});

test('what somebody called a metric stays one line, and keeps its direction among others', () => {
  const part: Part = {
    ...{
      watch_id: '',
      watch_name: '',
      kind: 'unusual',
      finding: 'unusual',
      metric: 'a',
      label: 'Sessions',
      unit: 'count',
    },
    ...{ currency: null, decimals: null, other_label: null, dimension: null, direction: 'below', since: '2026-11-24' },
    ...{ span: null, against: null, explained: { dimension: 'Channel', value: 'Email', share: 0.8 }, daily: null },
    ...{
      spent_on: null,
      is_over: false,
      day: '2026-11-25',
      value: 38,
      expected: 100,
      low: 84,
      high: 117,
      ratio: -0.62,
    },
  };
  assert.equal(
    partText(part, 'en'),
    'Sessions −62%: 38, where 100 is usual (84 to 117), since Nov 24, 2026. Email (Channel) makes 80.0% of the change.',
  );
  assert.match(partText(part, 'ar'), /\u2068Sessions\u2069/);
  const incident = { id: 'inc_1', parts: JSON.stringify([part]), last_day: '2026-11-26' };
  const about = { project: 'Shop\r\nBcc: x@example.com', connection: 'C', locale: 'de', baseUrl: '' };
  assert.doesNotMatch(incidentMessage(incident, 'opened', about).subject, /[\r\n]/);
});
