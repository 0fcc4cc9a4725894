import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startChats } from '../../doubles/chats.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { thisMachine } from '../../support/connector-context.ts';
import { engines } from '../../support/databases.ts';
import { givenManageToken, givenSignedIn, manage, type SignedInMember } from '../../support/manage.ts';
import { AnswerChecker } from '../../support/openapi.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const slackUrl = 'https://hooks.slack.com/services/T1/B1/verysecret';

const chats = await startChats();

for (const engine of engines) {
  describe(`${engine}: chat channels of the management API`, () => {
    let service: TestService;
    let account: Awaited<ReturnType<typeof givenAccount>>;
    let projectId: string;
    let admin: SignedInMember;
    let stranger: SignedInMember;
    let checker: AnswerChecker;
    before(async () => {
      service = await startTestService(engine, { role: 'api', environment: {} });
      account = await givenAccount(service.db);
      await service.db
        .updateTable('accounts')
        .set({ allowed_networks: JSON.stringify(thisMachine.split(',')) })
        .where('id', '=', account.id)
        .execute();
      projectId = (await givenProject(service.db, account)).id;
      admin = await givenSignedIn(service.db, account.id, { role: 'admin' });
      stranger = await givenSignedIn(service.db, (await givenAccount(service.db)).id);
      checker = new AnswerChecker((await service.call('GET', '/manage/v1/openapi.json')).body);
    });
    after(() => service[Symbol.asyncDispose]());

    const askAs = async (
      who: SignedInMember,
      method: string,
      path: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ) => {
      const answer = await manage(service, who, method, path, { ...(body !== undefined && { body }), headers });
      assert.deepEqual(checker.faults(method, `/manage/v1${path}`, answer), [], answer.text);
      return answer;
    };
    const ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
      askAs(admin, method, path, body, headers);
    const add = async (url = chats.slack, system = 'slack', name = '#marketing') =>
      (await ask('POST', '/chat-channels', { system, name, url })).body.data;
    const addSchedule = (body: object, who = admin) =>
      askAs(who, 'POST', `/projects/${projectId}/schedules`, {
        ...{ cadence: 'daily', at: '06:00', time_zone: 'UTC', period: 'previous-day' },
        ...body,
      });

    test('a channel is added, read, changed where nobody was faster, and removed, without its address ever shown', async () => {
      const key = { 'idempotency-key': 'one' };
      const given = { system: 'slack', name: ' #marketing ', url: slackUrl };
      const added = await ask('POST', '/chat-channels', given, key);
      assert.equal(added.status, 201, added.text);
      const { data } = added.body;
      assert.deepEqual(
        [data.system, data.name, data.address, data.made_by, data.gone_at],
        ['slack', '#marketing', 'https://hooks.slack.com/…', 'customer', null],
      );
      assert.deepEqual((await ask('POST', '/chat-channels', given, key)).body.data, data);
      const other = await ask('POST', '/chat-channels', { ...given, url: `${slackUrl}2` }, key);
      assert.equal(other.status, 409, 'another secret under the same key is another request');
      const path = `/chat-channels/${data.id}`;
      const read = await ask('GET', path);
      assert.deepEqual([read.body.data, read.headers.get('etag')], [data, '"1"']);
      assert.equal((await manage(service, stranger, 'GET', path)).status, 404);
      for (const method of ['PATCH', 'DELETE']) {
        const body = method === 'PATCH' ? { body: { name: 'x' } } : {};
        assert.equal((await manage(service, stranger, method, path, body)).status, 404);
      }
      assert.equal((await manage(service, stranger, 'POST', `${path}/test`)).status, 404);
      assert.deepEqual((await manage(service, stranger, 'GET', '/chat-channels')).body.data.items, []);
      const changed = await ask('PATCH', path, { name: '#sales' }, { 'if-match': '"1"' });
      assert.deepEqual([changed.status, changed.body.data.name], [200, '#sales']);
      assert.equal((await ask('PATCH', path, { name: 'x' }, { 'if-match': '"1"' })).status, 412);
      assert.equal((await ask('PATCH', path, {})).status, 400);
      const gone = { gone_at: '2026-11-21T09:30:00.000Z' };
      await service.db.updateTable('chat_channels').set(gone).where('id', '=', data.id).execute();
      assert.equal((await ask('PATCH', path, { url: `${slackUrl}2` })).body.data.gone_at, null);
      assert.deepEqual((await ask('DELETE', path)).body.data.schedule_ids, []);
      assert.equal((await ask('GET', path)).status, 404);
      const everything = JSON.stringify([
        await service.db.selectFrom('chat_channels').selectAll().execute(),
        await service.db.selectFrom('actor_keys').selectAll().execute(),
        await service.db.selectFrom('audit_log').selectAll().execute(),
        service.log,
      ]);
      assert.doesNotMatch(everything, /verysecret/, 'neither a row nor the log has the address');
      const audit = await service.db.selectFrom('audit_log').select('action').where('subject', '=', data.id).execute();
      assert.deepEqual(audit.map(({ action }) => action).toSorted(), [
        ...['chat_channel.add', 'chat_channel.remove', 'chat_channel.update', 'chat_channel.update'],
      ]);
    });

    const faults: readonly [system: string, url: string, rule: string][] = [
      ['slack', 'nonsense', 'url'],
      ['slack', 'ftp://hooks.slack.com/services/T/B/x', 'url'],
      ['slack', 'https://ann:x@hooks.slack.com/services/T/B/x', 'url'],
      ['slack', 'https://hooks.slack.com/workflows/T/A/1/x', 'url'],
      ['slack', 'http://hooks.slack.com/services/T/B/x', 'host'],
      ['slack', 'https://hooks.slack.com:8443/services/T/B/x', 'host'],
      ['slack', 'https://hooks.slack.com.invalid/services/T/B/x', 'host'],
      ['slack', 'https://1.1.1.1/services/T/B/x', 'host'],
      ['slack', 'https://10.1.2.3/services/T/B/x', 'host'],
      ['slack', 'https://169.254.169.254/services/T/B/x', 'host'],
      ['teams', 'https://powerplatform.com.invalid/x', 'host'],
      ['teams', 'https://logic.azure.com.invalid/x', 'host'],
    ];
    for (const [system, url, rule] of faults) {
      test(`${url} is no address of ${system}`, async () => {
        const answer = await ask('POST', '/chat-channels', { system, name: 'x', url });
        const [fault] = answer.body.error?.details ?? [];
        assert.deepEqual([answer.status, fault?.field, fault?.rule], [400, 'url', rule], answer.text);
      });
    }

    const taken: readonly [system: string, url: string][] = [
      ['slack', slackUrl],
      ['slack', 'https://hooks.slack-gov.com/services/T1/B1/x'],
      ['teams', 'https://prod-12.westeurope.logic.azure.com:443/workflows/1/triggers/manual/paths/invoke?sig=x'],
      [
        'teams',
        'https://default1.2.environment.api.powerplatform.com/powerautomate/automations/direct/workflows/1?sig=x',
      ],
      ['teams', 'https://example.webhook.office.com/webhookb2/1@2/IncomingWebhook/3/4'],
    ];
    for (const [system, url] of taken) {
      test(`${url} is an address of ${system}`, async () => {
        const { id, address } = await add(url, system);
        assert.equal(address, `${new URL(url).origin}/…`);
        await ask('DELETE', `/chat-channels/${id}`);
      });
    }

    test('a name is one line', async () => {
      for (const name of [' ', 'a\nb']) {
        const answer = await ask('POST', '/chat-channels', { system: 'slack', name, url: slackUrl });
        assert.deepEqual([answer.status, answer.body.error.details[0].field], [400, 'name']);
      }
    });

    test('of the private networks an account reaches what it is granted, whatever the operator allows', async () => {
      const token = await givenManageToken(service.db, (await givenAccount(service.db)).id, 'admin');
      const body = { system: 'slack', name: 'x', url: chats.slack };
      const answer = await service.call('POST', '/manage/v1/chat-channels', { token, body });
      assert.deepEqual([answer.status, answer.body.error.details[0].rule], [400, 'host']);
    });

    test('an account has fifty channels at most', async () => {
      const token = await givenManageToken(service.db, account.id, 'admin');
      const body = { system: 'slack', name: 'x', url: slackUrl };
      const post = () => service.call('POST', '/manage/v1/chat-channels', { token, body });
      const answers = await Promise.all(Array.from({ length: 52 }, post));
      assert.equal(answers.filter(({ status }) => status === 201).length, 50);
      const [refused] = answers.filter(({ status }) => status !== 201);
      assert.match(refused?.body.error.message, /at most 50/);
      await service.db.deleteFrom('chat_channels').execute();
    });

    for (const system of ['slack', 'teams'] as const) {
      test(`a test posts one sentence to ${system} in the language that is asked for, once, and tells that it was taken`, async () => {
        const { id } = await add(chats[system], system);
        const key = { 'idempotency-key': `test-${system}` };
        const path = `/chat-channels/${id}/test`;
        const count = chats.taken.length;
        const { body } = await ask('POST', path, { language: 'de' }, key);
        assert.deepEqual([body.data.is_taken, body.data.reason], [true, null]);
        await ask('POST', path, { language: 'de' }, key);
        assert.equal(chats.taken.length, count + 1);
        assert.match(JSON.stringify(chats.taken.at(-1)?.message), /Berichte kommen in diesen Kanal/);
        const wrong = await ask('POST', path, { language: 'no language' });
        assert.deepEqual([wrong.status, wrong.body.error.details[0].field], [400, 'language']);
        await ask('DELETE', `/chat-channels/${id}`);
      });
    }

    test('a test tells why the chat did not take it, without the address, and notes a channel that is gone until one arrives', async () => {
      const { id } = await add();
      const path = `/chat-channels/${id}/test`;
      chats.answers.push({ status: 404, text: `no_service at ${new URL(chats.slack).pathname}` });
      const { data } = (await ask('POST', path)).body;
      assert.deepEqual([data.is_taken, data.reason, data.answer], [false, 'channel_gone', '404 no_service at …']);
      assert.match((await ask('GET', `/chat-channels/${id}`)).body.data.gone_at, /^\d{4}-/);
      chats.answers.push({ status: 403, text: 'action_prohibited' });
      assert.equal((await ask('POST', path)).body.data.reason, 'chat_refused');
      assert.equal((await ask('POST', path)).body.data.is_taken, true);
      assert.equal((await ask('GET', `/chat-channels/${id}`)).body.data.gone_at, null);
      await ask('DELETE', `/chat-channels/${id}`);
    });

    test('schedules name channels of their account, ten at most, which are taken out of them once removed', async () => {
      const { id } = await add();
      const schedule = (await addSchedule({ channels: [id, id] })).body.data;
      assert.deepEqual(schedule.channels, [id]);
      const path = `/schedules/${schedule.id}`;
      assert.deepEqual((await ask('PATCH', path, { channels: [] })).body.data.channels, []);
      assert.deepEqual((await ask('PATCH', path, { channels: [id] })).body.data.channels, [id]);
      assert.deepEqual((await ask('PATCH', path, { at: '07:00' })).body.data.channels, [id], 'what is not named stays');
      const strange = await manage(service, stranger, 'POST', '/chat-channels', {
        body: { system: 'slack', name: 'x', url: slackUrl },
      });
      for (const [channels, rule] of [
        [['chn_00000000000000000000000000'], 'existing'],
        [[strange.body.data.id], 'existing'],
        [Array.from({ length: 11 }, (_, index) => `chn_${index}`), 'maxItems'],
      ] as const) {
        const refused = await addSchedule({ channels });
        assert.deepEqual([refused.status, refused.body.error.details[0].rule], [400, rule]);
        assert.equal(refused.body.error.details[0].field, 'channels');
        assert.equal((await ask('PATCH', path, { channels })).status, 400);
      }
      const removed = await ask('DELETE', `/chat-channels/${id}`);
      assert.deepEqual(removed.body.data.schedule_ids, [schedule.id]);
      assert.deepEqual((await ask('GET', path)).body.data.channels, []);
    });

    test('a channel that is removed while a schedule comes to name it is in no schedule after that', async () => {
      for (let round = 0; round < 5; round++) {
        const { id } = await add();
        const { id: scheduleId } = (await addSchedule({})).body.data;
        const path = `/schedules/${scheduleId}`;
        const [named, removed] = await Promise.all([
          ask('PATCH', path, { channels: [id] }),
          ask('DELETE', `/chat-channels/${id}`),
        ]);
        assert.equal(removed.status, 200);
        assert.ok(named.status === 200 || named.body.error.details[0].rule === 'existing', named.text);
        assert.deepEqual((await ask('GET', path)).body.data.channels, []);
      }
    });

    test('members limited to projects see no channels, and leave those of a schedule as they are', async () => {
      const { id } = await add();
      const limited = await givenSignedIn(service.db, account.id, { role: 'editor', projectIds: [projectId] });
      for (const path of ['/chat-channels', `/chat-channels/${id}`]) {
        assert.equal((await manage(service, limited, 'GET', path)).status, 404);
      }
      const refused = await addSchedule({ channels: [id] }, limited);
      assert.deepEqual(
        [refused.status, refused.body.error.details[0].field, refused.body.error.details[0].rule],
        [400, 'channels', 'whole_account'],
      );
      const schedule = (await addSchedule({ channels: [id] })).body.data;
      const path = `/schedules/${schedule.id}`;
      assert.equal((await askAs(limited, 'PATCH', path, { at: '08:00', channels: [id] })).status, 200);
      assert.equal((await askAs(limited, 'PATCH', path, { channels: [] })).status, 400);
      assert.deepEqual((await ask('GET', path)).body.data.channels, [id]);
      await ask('DELETE', `/chat-channels/${id}`);
    });
  });
}
