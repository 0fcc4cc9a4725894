import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startChats } from '../doubles/chats.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';

const chats = await startChats();

for (const engine of engines) {
  describe(`${engine}: chat channels`, () => {
    let installation: TestInstallation;
    let account: string;
    let project: string;
    before(async () => {
      installation = await givenInstallation(engine);
      const given = await givenAccount(installation.db);
      account = given.id;
      project = (await givenProject(installation.db, given)).id;
    });
    after(async () => await installation[Symbol.asyncDispose]());

    test('add, list, update, test and remove agree on a channel, which schedules name, and never show its address', async () => {
      const flags = ['--account', account, '--system', 'slack', '--name', '#marketing', '--url', chats.slack];
      const said: unknown[] = [];
      const json = async (...argv: string[]) => {
        const answer = await installation.json(argv);
        said.push(answer);
        return answer;
      };
      const { id, created_at, ...told } = await json('chat-channels', 'add', ...flags);
      assert.match(id, /^chn_[0-9a-z]{26}$/);
      const address = `${new URL(chats.slack).origin}/…`;
      assert.deepEqual(told, { system: 'slack', name: '#marketing', address, gone_at: null });
      assert.deepEqual(await json('chat-channels', 'list', '--account', account), [{ id, ...told, created_at }]);
      assert.equal((await json('chat-channels', 'update', id, '--name', '#sales')).name, '#sales');
      const tested = await json('chat-channels', 'test', id, '--locale', 'fr');
      assert.deepEqual([tested.is_taken, tested.answer], [true, '200 ok']);
      assert.match(JSON.stringify(chats.taken.at(-1)?.message), /Ceci est un test/);
      chats.answers.push({ status: 410, text: 'channel_is_archived' });
      assert.equal((await json('chat-channels', 'test', id)).reason, 'channel_gone');
      const when = ['--cadence', 'daily', '--at', '06:00', '--time-zone', 'UTC', '--period', 'previous-day'];
      const schedule = await json('schedules', 'add', '--project', project, ...when, '--channels', id);
      assert.deepEqual(schedule.channels, [id]);
      assert.deepEqual((await json('schedules', 'update', schedule.id, '--channels', 'none')).channels, []);
      assert.deepEqual((await json('schedules', 'update', schedule.id, '--channels', id)).channels, [id]);
      assert.deepEqual((await json('chat-channels', 'remove', id)).schedule_ids, [schedule.id]);
      assert.deepEqual(await json('chat-channels', 'list', '--account', account), []);
      said.push(await installation.json(['audit', 'list', '--account', account]));
      assert.doesNotMatch(JSON.stringify(said), /secretsecret/);
      const actions = (said.at(-1) as { action: string }[]).map(({ action }) => action);
      assert.deepEqual(
        actions.filter((action) => action.startsWith('chat_channel')),
        ['remove', 'test', 'test', 'update', 'add'].map((verb) => `chat_channel.${verb}`),
      );
    });

    if (engine !== 'sqlite') return;
    const faults: readonly [argv: string, sentence: RegExp][] = [
      [
        'add --system irc --name x --url https://hooks.slack.com/services/x',
        /--system takes slack, teams, not "irc"\./,
      ],
      [
        'add --system slack --name x --url nonsense',
        /an incoming webhook of Slack, such as https:\/\/hooks\.slack\.com/,
      ],
      ['add --system slack --name x --url https://example.invalid/x', /is not where this chat takes messages\. Use/],
      ['add --system teams --name x --url https://10.0.0.1/x', /ALLOWED_NETWORKS/],
    ];
    for (const [argv, sentence] of faults) {
      test(`${argv} is refused with what to do`, async () => {
        const flags = [...argv.split(' '), '--account', account];
        const { code, stderr } = await installation.run(['chat-channels', ...flags]);
        assert.equal(code, 1);
        assert.match(stderr, sentence);
        assert.doesNotMatch(stderr, /10\.0\.0\.1\/x/);
      });
    }

    test('a channel that is not there is named', async () => {
      for (const verb of ['test', 'remove', 'update']) {
        const { stderr } = await installation.run(['chat-channels', verb, 'chn_x']);
        assert.match(stderr, /There is no chat channel chn_x; "chat-channels list --account ID" shows them/);
      }
      const when = ['--cadence', 'daily', '--at', '06:00', '--time-zone', 'UTC', '--period', 'previous-day'];
      const add = ['schedules', 'add', '--project', project, ...when, '--channels', 'chn_x'];
      assert.match((await installation.run(add)).stderr, /There is no chat channel chn_x in this account\./);
    });
  });
}
