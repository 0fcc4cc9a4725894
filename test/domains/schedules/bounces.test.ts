import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { takeMessages } from '../../../src/domains/schedules/bounce-inbox.ts';
import { mostRead, readBounce } from '../../../src/domains/schedules/bounce-report.ts';
import { takeBounces } from '../../../src/domains/schedules/bounces.ts';
import { composeMail } from '../../../src/domains/schedules/compose-mail.ts';
import { sendAgain } from '../../../src/domains/schedules/listed-deliveries.ts';
import { findUnwanted } from '../../../src/domains/schedules/unwanted.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { exchangeReport, postfixReport } from '../../support/bounces.ts';
import { createTestDatabase, engines, type TestDatabase } from '../../support/databases.ts';
import { removeFolder } from '../../support/folders.ts';
import { assertLinear } from '../../support/growth.ts';
import { givenDueDelivery, givenSchedule } from '../../support/schedules.ts';
import { silentLog } from '../../support/silent-log.ts';

const id = `dlv_${'0'.repeat(26)}`;
const address = 'bounces@example.com';
const messageId = `<${id}.2@example.com>`;

test('a report of Postfix and one of Exchange tell the e-mail, whether it is final, its code and what was said', () => {
  const postfix = { deliveryId: id, sends: 2, isFinal: true, status: '5.1.1' };
  const text = '550 5.1.1 <ann@client.example>: Recipient address rejected';
  assert.deepEqual(readBounce(postfixReport({ to: address, messageId }), null), { ...postfix, text });
  const said = '550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found';
  const exchange = { ...postfix, status: '5.1.10', text: said };
  assert.deepEqual(readBounce(exchangeReport({ to: address, messageId }), address), exchange);
});

test('a report that comes to the address of one e-mail is about that, whatever original it names', () => {
  const to = `Bounces+${id}.1@EXAMPLE.com`;
  const read = readBounce(postfixReport({ to, messageId: '<other@elsewhere.example>' }), address);
  assert.deepEqual([read?.deliveryId, read?.sends], [id, 1]);
  assert.equal(readBounce(postfixReport({ to, messageId: '<other@elsewhere.example>' }), null), undefined);
});

test('a delay is none that is final, and success, absence notes and messages of people are no reports', () => {
  const delayed = readBounce(postfixReport({ to: address, messageId, action: 'delayed', status: '4.4.1' }), null);
  assert.deepEqual([delayed?.isFinal, delayed?.status], [false, '4.4.1']);
  for (const action of ['delivered', 'relayed', 'expanded', 'nothing']) {
    assert.equal(readBounce(postfixReport({ to: address, messageId, action }), null), undefined);
  }
  const absent = `To: bounces+${id}@example.com\nAuto-Submitted: auto-replied\nContent-Type: text/plain\n\nI am away. 5.1.1`;
  assert.equal(readBounce(absent, address), undefined);
  assert.equal(readBounce('', address), undefined);
});

test('hostile messages cost little: endless heads, boundaries and parts, and any bytes', () => {
  const headed = (text: string) => `Content-Type: multipart/report; boundary=b\n\n--b\n${text}`;
  assertLinear(
    'folded lines',
    (length) => `Subject: x${'\n '.repeat(length / 2)}`,
    (text) => readBounce(text, address),
  );
  assertLinear(
    'parts',
    (length) => headed('\n--b'.repeat(length / 4)),
    (text) => readBounce(text, address),
  );
  assertLinear(
    'blank lines',
    (length) => headed(`Content-Type: message/delivery-status\n${' \n'.repeat(length / 2)}`),
    (text) => readBounce(text, address),
  );
  assertLinear(
    'addresses',
    (length) => `To: ${'bounces+dlv_'.repeat(length / 12)}`,
    (text) => readBounce(text, address),
  );
  fc.assert(fc.property(fc.string(), (text) => readBounce(headed(text), address) === undefined));
});

test('an e-mail leaves from an address of its own where one is set to come back to, and from the sender where not', async () => {
  const mail = { to: 'ann@example.com', subject: 'S', text: 'T', attachments: [], messageId: `${id}.2` };
  const server = { url: 'smtp://127.0.0.1', from: 'Reports <reports@example.com>' };
  const inbox = { form: 'mbox', path: '/var/mail/bounces' } as const;
  const own = await composeMail({ ...server, bounces: { inbox, address: 'back@example.org' } }, mail);
  assert.equal(own.envelope.from, `back+${id}.2@example.org`);
  for (const bounces of [null, { inbox, address: null }]) {
    assert.equal((await composeMail({ ...server, bounces }, mail)).envelope.from, 'reports@example.com');
  }
});

describe('the inbox', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'report-service-test-'));
    for (const name of ['new', 'cur', 'tmp']) mkdirSync(join(folder, name));
  });
  after(() => removeFolder(folder));

  const takeAll = async (form: 'maildir' | 'mbox', path: string) => {
    const taken: string[] = [];
    await takeMessages({ form, path }, async (message) => void taken.push(message));
    return taken;
  };

  test('of a Maildir has each message taken once, bounded, and kept as seen', async () => {
    writeFileSync(join(folder, 'new', '1.a'), 'Subject: one\n\nOne');
    writeFileSync(join(folder, 'new', '2.b'), `Subject: two\n\n${'x'.repeat(mostRead * 2)}`);
    const taken = await takeAll('maildir', folder);
    assert.deepEqual(taken.map(({ length }) => length).toSorted(), [17, mostRead].toSorted());
    assert.deepEqual(await takeAll('maildir', folder), []);
    assert.deepEqual(readdirSync(join(folder, 'cur')).toSorted(), ['1.a:2,S', '2.b:2,S']);
  });

  test('of an mbox file is taken under the lock of mail programs, however long its messages are', async () => {
    const path = join(folder, 'mbox');
    const long = 'x'.repeat(mostRead * 3);
    const text = [
      `From a Thu\nSubject: one\n\n${long}\n`,
      'From b Thu\nSubject: two\n\n>From here\n',
      'From c Thu\nS: 3\n',
    ];
    writeFileSync(path, text.join('\n'));
    writeFileSync(`${path}.lock`, '');
    await assert.rejects(takeAll('mbox', path), /mbox\.lock is there/);
    removeFolder(`${path}.lock`);
    const taken = await takeAll('mbox', path);
    assert.deepEqual(
      taken.map(({ length }) => length),
      [mostRead, 31, 11],
    );
    assert.deepEqual(
      [existsSync(path), existsSync(`${path}.taken`), existsSync(`${path}.lock`)],
      [false, false, false],
    );
    assert.deepEqual(await takeAll('mbox', path), []);
  });

  test('keeps what could not be noted, to be taken again', async () => {
    for (const [form, path] of [
      ['maildir', folder],
      ['mbox', join(folder, 'other')],
    ] as const) {
      const file = form === 'maildir' ? join(folder, 'new', '3.c') : path;
      writeFileSync(file, 'From a Thu\nSubject: one\n\nOne');
      const failing = takeMessages({ form, path }, () => Promise.reject(new Error('the database is gone')));
      await assert.rejects(failing, /the database is gone/);
      assert.equal((await takeAll(form, path)).length, 1);
    }
  });
});

for (const engine of engines) {
  describe(`${engine}: e-mails that come back`, () => {
    let database: TestDatabase;
    let folder: string;
    const counted: string[] = [];
    before(async () => {
      database = await createTestDatabase(engine);
      folder = mkdtempSync(join(tmpdir(), 'report-service-test-'));
      for (const name of ['new', 'cur', 'tmp']) mkdirSync(join(folder, name));
    });
    after(async () => {
      await database[Symbol.asyncDispose]();
      removeFolder(folder);
    });

    async function givenSent() {
      const { db } = database;
      const account = await givenAccount(db);
      const schedule = await givenSchedule(db, (await givenProject(db, account)).id);
      const objects = await openFileStore(join(folder, 'objects'));
      const sent = await givenDueDelivery(db, objects, account, schedule, 'ann@client.example');
      const over = { status: 'sent', next_attempt_at: null, answer: '250 Ok' } as const;
      await db.updateTable('deliveries').set(over).where('id', '=', sent).execute();
      return { account, sent };
    }
    let arrived = 0;
    async function arrive(...messages: readonly string[]) {
      for (const message of messages) writeFileSync(join(folder, 'new', `${++arrived}.m`), message);
      counted.length = 0;
      const context = { db: database.db, log: silentLog, countBounce: (outcome: string) => void counted.push(outcome) };
      await takeBounces(context, { inbox: { form: 'maildir', path: folder }, address });
      return counted.toSorted();
    }
    const read = (delivery: string) =>
      database.db.selectFrom('deliveries').selectAll().where('id', '=', delivery).executeTakeFirstOrThrow();
    const reportOf = (delivery: string, more: object = {}) =>
      postfixReport({ to: `bounces+${delivery}@example.com`, messageId: `<${delivery}@example.com>`, ...more });

    test('one that is final fails its e-mail, with what was said, and stops an address that does not exist', async () => {
      const { account, sent } = await givenSent();
      assert.deepEqual(await arrive(reportOf(sent)), ['failed']);
      const { status, reason, answer, failure } = await read(sent);
      assert.deepEqual([status, reason], ['failed', 'bounced']);
      assert.match(answer ?? '', /^5\.1\.1 550 5\.1\.1 <ann@client\.example>: Recipient address rejected$/);
      assert.match(failure ?? '', /came back/);
      assert.equal(await findUnwanted(database.db, account.id, 'ann@client.example'), 'refused');
    });

    test('one that is final for another reason than the address leaves the address alone', async () => {
      const { account, sent } = await givenSent();
      assert.deepEqual(await arrive(reportOf(sent, { status: '5.7.1' })), ['failed']);
      assert.equal((await read(sent)).status, 'failed');
      assert.equal(await findUnwanted(database.db, account.id, 'ann@client.example'), undefined);
    });

    test('one that passes is noted, and its e-mail stays sent', async () => {
      const { sent } = await givenSent();
      assert.deepEqual(await arrive(reportOf(sent, { action: 'delayed', status: '4.2.2' })), ['delayed']);
      const { status, reason, answer } = await read(sent);
      assert.deepEqual([status, reason], ['sent', null]);
      assert.match(answer ?? '', /^4\.2\.2 /);
    });

    test('what is unknown, repeated or no report changes nothing and is counted', async () => {
      const { account, sent } = await givenSent();
      const unknown = reportOf(`dlv_${'z'.repeat(26)}`);
      assert.deepEqual(await arrive(unknown, 'Subject: Hello\n\nHello'), ['ignored', 'ignored']);
      const untouched = await read(sent);
      assert.deepEqual([untouched.status, untouched.answer], ['sent', '250 Ok']);
      await arrive(reportOf(sent, { status: '5.7.1' }));
      assert.deepEqual(await arrive(reportOf(sent)), ['ignored']);
      assert.equal(await findUnwanted(database.db, account.id, 'ann@client.example'), undefined);
    });

    test('one of an e-mail that was sent again since says nothing of the new one', async () => {
      const { account, sent } = await givenSent();
      const caller = { account, projectIds: null };
      await database.db.transaction().execute((transaction) => sendAgain(transaction, caller, sent));
      await database.db
        .updateTable('deliveries')
        .set({ status: 'sent', next_attempt_at: null })
        .where('id', '=', sent)
        .execute();
      assert.deepEqual(await arrive(reportOf(sent)), ['ignored']);
      assert.deepEqual(await arrive(reportOf(`${sent}.1`)), ['failed']);
    });
  });
}
