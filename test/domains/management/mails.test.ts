import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { simpleParser } from 'mailparser';
import type { Account } from '../../../src/domains/accounts/accounts.ts';
import { createMailer } from '../../../src/domains/schedules/mail.ts';
import { RenderedMails } from '../../../src/domains/schedules/rendered-mails.ts';
import { runSchedules } from '../../../src/domains/schedules/scheduler.ts';
import { getSchedule } from '../../../src/domains/schedules/schedules.ts';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../../src/platform/storage/object-store.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { chat } from '../../support/chat.ts';
import { engines } from '../../support/databases.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { givenDueDelivery, givenSchedule } from '../../support/schedules.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { silentLog } from '../../support/silent-log.ts';

const environment = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Reports <reports@example.com>',
  MAIL_ALLOWED_DOMAINS: 'example.com,example.org',
};
const daily = { cadence: 'daily', at: '06:30', time_zone: 'UTC', period: 'previous-day', deliver: 'link' };

for (const engine of engines) {
  describe(`${engine}: e-mails of the management API`, () => {
    let service: TestService;
    let objects: ObjectStore;
    let server: MailServer;
    let mails: RenderedMails;
    let account: Account;
    let projectId: string;
    let admin: SignedInMember;
    before(async () => {
      service = await startTestService(engine, { environment });
      objects = await openFileStore(`${service.dataDir}/objects`);
      server = await startMailServer();
      mails = new RenderedMails();
      account = await givenAccount(service.db);
      projectId = (await givenProject(service.db, account)).id;
      admin = await givenSignedIn(service.db, account.id, { role: 'admin' });
    });
    after(async () => {
      await mails[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    });

    const ask = (method: string, path: string, body?: unknown) =>
      manage(service, admin, method, path, body === undefined ? {} : { body });
    const add = (mail: object) =>
      ask('POST', `/projects/${projectId}/schedules`, { ...daily, email: ['ann@example.com'], ...mail });
    /** Sends what is due, as a service whose own mail server works. */
    const send = () =>
      runSchedules({
        ...{ db: service.db, objects, mails, log: silentLog, wakeWorkers() {} },
        sendMail: createMailer({ url: server.url, from: environment.MAIL_FROM }),
        baseUrl: service.url,
        linkKey: Buffer.alloc(32, 'key'),
        chat,
      });
    const receivedBy = (recipient: string) => server.received.filter(({ to }) => to.includes(recipient));

    test('an unknown placeholder, a break in a line and a domain that is not allowed are faults of their fields', async () => {
      const faults: readonly [mail: object, field: string, rule: string][] = [
        [{ subject: 'For {{nobody}}' }, 'subject', 'placeholder'],
        [{ message: '{{con_1.sales.current}}' }, 'message', 'placeholder'],
        [{ subject: 'One\r\nBcc: all@example.com' }, 'subject', 'pattern'],
        [{ sender_name: 'One\nTwo' }, 'sender_name', 'pattern'],
        [{ reply_to: 'a@example.com\r\nBcc: b@example.com' }, 'reply_to', 'value'],
        [{ email: ['ann@elsewhere.com'] }, 'email', 'domain'],
        [{ bcc: ['ann@sub.example.com'] }, 'bcc', 'domain'],
        [{ email: [], cc: ['ann@example.com'] }, 'email', 'required'],
        [{ recipient_options: [{ address: 'bob@example.com' }] }, 'recipient_options.0.address', 'value'],
        [
          { recipient_options: [{ address: 'ann@example.com', language: 'german' }] },
          'recipient_options.0.language',
          'value',
        ],
      ];
      for (const [mail, field, rule] of faults) {
        const { status, body, text } = await add(mail);
        assert.equal(status, 400, text);
        assert.deepEqual([body.error.details[0].field, body.error.details[0].rule], [field, rule]);
      }
    });

    test('each recipient, copy and blind copy gets an e-mail of their own, in their language, with its head', async () => {
      const given = {
        subject: '{{project}} · {{period.current}}',
        message: 'Dear {{client}}',
        reply_to: 'desk@example.com',
        sender_name: 'Agency, Inc.',
        cc: ['head@example.com'],
        bcc: ['archive@example.org'],
        recipient_options: [{ address: 'Ann@example.com', language: 'de' }],
      };
      const added = await add(given);
      assert.equal(added.status, 201, added.text);
      const { id } = added.body.data;
      for (const [name, value] of Object.entries(given)) assert.deepEqual(added.body.data[name], value);
      const schedule = await getSchedule(service.db, id);
      await givenDueDelivery(service.db, objects, account, schedule, 'ann@example.com');
      await send();
      const [received] = receivedBy('ann@example.com');
      const mail = await simpleParser(received?.raw ?? '');
      assert.equal(mail.from?.text, '"Agency, Inc." <reports@example.com>');
      assert.equal(mail.replyTo?.text, 'desk@example.com');
      assert.deepEqual(
        [mail.to, mail.cc].flat().map((each) => each?.text),
        ['ann@example.com', 'head@example.com'],
      );
      assert.doesNotMatch(received?.raw ?? '', /archive@example\.org/);
      assert.match(mail.subject ?? '', /^Test project · /);
      assert.match(mail.html || '', /<html lang="de"/);
      assert.match(mail.html || '', />Bericht öffnen</);
    });

    test('who may see some sections alone gets neither link nor files, and nothing where no section is called that', async () => {
      const schedule = await givenSchedule(service.db, projectId, {
        recipients: ['part@example.com', 'none@example.com'],
        delivery: 'link',
        mail: JSON.stringify({
          recipient_options: [
            { address: 'part@example.com', sections: ['text'] },
            { address: 'none@example.com', sections: ['Secret'] },
          ],
        }),
      });
      await givenDueDelivery(service.db, objects, account, schedule, 'part@example.com');
      await send();
      const raw = receivedBy('part@example.com')[0]?.raw ?? '';
      assert.ok(raw.length > 0);
      assert.doesNotMatch(raw.replaceAll('=\r\n', ''), /\/shared\//);
      await service.db.deleteFrom('deliveries').execute();
      await service.db.deleteFrom('schedule_runs').where('schedule_id', '=', schedule.id).execute();
      const id = await givenDueDelivery(service.db, objects, account, schedule, 'none@example.com');
      await send();
      const { body } = await ask('GET', `/deliveries/${id}`);
      assert.deepEqual([body.data.state, body.data.reason], ['failed', 'render']);
      assert.match(body.data.message, /no section called Secret/);
    });

    test('what the installation can mail is told: whether at all, where to, and whether what comes back is read', async () => {
      const { body } = await ask('GET', '/mailing');
      const told = { has_server: true, bounces_are_read: false, allowed_domains: ['example.com', 'example.org'] };
      assert.deepEqual(body.data, told);
    });

    test('deliveries are listed by recipient, schedule and state, with the answer of the server, and sent again', async () => {
      const schedule = await givenSchedule(service.db, projectId, {
        recipients: ['Log@example.com'],
        delivery: 'link',
      });
      const id = await givenDueDelivery(service.db, objects, account, schedule, 'Log@example.com');
      const waiting = await ask('POST', `/deliveries/${id}/send`);
      assert.equal(waiting.status, 400, waiting.text);
      await send();
      const listed = await ask('GET', `/deliveries?recipient=log@example.com&state=sent&schedule_id=${schedule.id}`);
      assert.equal(listed.body.meta.pagination.total, 1, listed.text);
      const [delivery] = listed.body.data.items;
      assert.deepEqual([delivery.id, delivery.attempts, delivery.state], [id, 1, 'sent']);
      assert.match(delivery.answer, /^250 /);
      assert.ok(delivery.size > 1_000 && delivery.size <= 100_000);
      assert.equal(
        (await ask('GET', '/deliveries?recipient=log@example.com&state=failed')).body.meta.pagination.total,
        0,
      );
      const again = await ask('POST', `/deliveries/${id}/send`);
      assert.deepEqual(
        [again.status, again.body.data.state, again.body.data.sent_again],
        [200, 'pending', 1],
        again.text,
      );
      await send();
      const ids = receivedBy('Log@example.com').map(({ raw }) => /^Message-ID: <(.*)@/im.exec(raw)?.[1]);
      assert.deepEqual(ids, [id, `${id}.1`]);
    });

    test('whoever unsubscribes by the link of an e-mail gets nothing more, until an admin says so', async () => {
      const schedule = await givenSchedule(service.db, projectId, {
        recipients: ['tired@example.com'],
        delivery: 'link',
      });
      const id = await givenDueDelivery(service.db, objects, account, schedule, 'tired@example.com');
      await send();
      const link = /^List-Unsubscribe: <(.*)>\r$/m.exec(receivedBy('tired@example.com')[0]?.raw ?? '')?.[1] ?? '';
      const shown = await fetch(link, { headers: { 'accept-language': 'fr' } });
      assert.match(await shown.text(), /<html lang="fr"[\s\S]*tired@example\.com[\s\S]*<form method="post">/);
      assert.equal((await ask('GET', '/unwanted-addresses')).body.data.items.length, 0, 'a look changes nothing');
      const gone = await fetch(link, {
        method: 'POST',
        body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
      });
      assert.equal(gone.status, 200);
      assert.match(await gone.text(), /You are unsubscribed/);
      await ask('POST', `/deliveries/${id}/send`);
      await send();
      assert.equal(receivedBy('tired@example.com').length, 1);
      const { body } = await ask('GET', `/deliveries/${id}`);
      assert.deepEqual([body.data.state, body.data.reason], ['skipped', 'unwanted']);
      const [unwanted] = (await ask('GET', '/unwanted-addresses')).body.data.items;
      assert.deepEqual([unwanted.address, unwanted.reason], ['tired@example.com', 'unsubscribed']);
      const allowed = await ask('POST', '/unwanted-addresses/remove', { address: 'Tired@example.com' });
      assert.equal(allowed.status, 200, allowed.text);
      assert.equal((await ask('POST', '/unwanted-addresses/remove', { address: 'x@example.com' })).status, 404);
      const nowhere = await fetch(`${service.url}/unsubscribe/${'x'.repeat(43)}`, { method: 'POST' });
      assert.equal(nowhere.status, 404);
    });

    test('a recipient removed everywhere is in no list of any schedule, and gets nothing more', async () => {
      const added = await add({ email: ['ann@example.com', 'left@example.com'], cc: ['Left@example.com'] });
      const removed = await ask('POST', '/recipients/remove', { recipient: 'LEFT@example.com' });
      assert.deepEqual(removed.body.data.schedule_ids, [added.body.data.id], removed.text);
      const { body } = await ask('GET', `/schedules/${added.body.data.id}`);
      assert.deepEqual([body.data.email, body.data.cc], [['ann@example.com'], []]);
      const { items } = (await ask('GET', '/unwanted-addresses')).body.data;
      assert.ok(
        items.some(
          ({ address, reason }: Record<string, string>) => address === 'left@example.com' && reason === 'removed',
        ),
      );
    });
  });
}
