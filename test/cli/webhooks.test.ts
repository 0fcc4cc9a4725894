import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { startJsonServer } from '../support/json-server.ts';
import { givenInstallation, startCommand, type TestInstallation } from '../support/process.ts';

for (const engine of engines) {
  describe(`${engine}: webhooks`, () => {
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

    test('add, list, disable, enable, rotate, deliveries and remove agree on a webhook', async () => {
      const url = 'http://127.0.0.1:9/hooks';
      const flags = [
        '--account',
        account,
        '--url',
        url,
        '--events',
        'share.viewed,delivery.failed',
        '--project',
        project,
      ];
      const { secret, public_key, ...added } = await installation.json(['webhooks', 'add', ...flags]);
      assert.match(secret, /^whsec_/);
      assert.equal(public_key, null);
      const { id, created_at, ...told } = added;
      assert.match(id, /^whk_[0-9a-z]{26}$/);
      assert.deepEqual(told, {
        url,
        events: ['share.viewed', 'delivery.failed'],
        project_ids: [project],
        enabled: true,
        off_reason: null,
        failing_since: null,
      });
      assert.deepEqual(await installation.json(['webhooks', 'list', '--account', account]), [added]);
      const off = await installation.json(['webhooks', 'disable', id]);
      assert.deepEqual(off, { ...added, enabled: false, off_reason: 'by_hand' });
      assert.match((await installation.run(['webhooks', 'test', id])).stderr, /is off\. Switch it on first\./);
      assert.deepEqual(await installation.json(['webhooks', 'enable', id]), added);
      const rotated = await installation.json(['webhooks', 'rotate', id]);
      assert.match(rotated.secret, /^whsec_/);
      assert.notEqual(rotated.secret, secret);
      assert.deepEqual(await installation.json(['webhooks', 'deliveries', id]), []);
      assert.deepEqual((await installation.json(['webhooks', 'remove', id])).id, id);
      assert.deepEqual(await installation.json(['webhooks', 'list', '--account', account]), []);
      const entries = await installation.json(['audit', 'list', '--account', account]);
      const actions = entries
        .map(({ action }: { action: string }) => action)
        .filter((each: string) => each.startsWith('webhook'));
      assert.deepEqual(
        actions,
        ['remove', 'rotate', 'update', 'update', 'add'].map((verb) => `webhook.${verb}`),
      );
    });

    test('a test is sent by the running service, and sent again', async () => {
      const receiver = await startJsonServer(() => ({}));
      const flags = ['--account', account, '--url', receiver.url, '--events', 'share.viewed'];
      const { id, secret } = await installation.json(['webhooks', 'add', ...flags]);
      await using service = startCommand(['serve'], installation.environment);
      await service.firstLine;
      const { id: delivery } = await installation.json(['webhooks', 'test', id]);
      await eventually(() => receiver.seen.length === 1);
      const [{ body, headers } = assert.fail()] = receiver.seen;
      const message = new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string };
      assert.equal(message.type, 'webhook.test');
      await eventually(async () => (await installation.json(['webhooks', 'deliveries', id]))[0].status === 'delivered');
      await installation.json(['webhooks', 'resend', delivery]);
      await eventually(() => receiver.seen.length === 2);
      assert.equal(receiver.seen[1]?.headers['webhook-id'], headers['webhook-id']);
      const since = new Date(Date.now() - 60_000).toISOString();
      const resent = await installation.json(['webhooks', 'resend-since', id, '--since', since]);
      assert.deepEqual(resent, { resent: 0, is_all: true });
    });

    if (engine !== 'sqlite') return;
    const faults: readonly [flags: string, sentence: RegExp][] = [
      ['--url http://127.0.0.1 --events share.seen', /--events takes .*share\.viewed.*, not "share\.seen"\./],
      ['--url nonsense --events share.viewed', /The address is a URL such as/],
      ['--url ftp://example.com --events share.viewed', /The address is a URL such as/],
      ['--url https://ann:secret@127.0.0.1 --events share.viewed', /has no user, password or fragment/],
      ['--url https://10.0.0.1 --events share.viewed', /10\.0\.0\.1 is not public/],
      ['--url http://192.0.2.1 --events share.viewed', /is not public|http:\/\/ is accepted only/],
      ['--url https://169.254.169.254 --events share.viewed', /is never reached/],
      ['--url http://127.0.0.1 --events share.viewed --secret whsec_abc', /24 to 64 random bytes/],
      ['--url http://127.0.0.1 --events share.viewed --project prj_unknown', /There is no project prj_unknown/],
      ['--url http://127.0.0.1 --events share.viewed --signing v2', /--signing takes v1, v1a, not "v2"\./],
    ];
    for (const [flags, sentence] of faults) {
      test(`add ${flags} is refused with what to do`, async () => {
        const { code, stderr } = await installation.run(['webhooks', 'add', '--account', account, ...flags.split(' ')]);
        assert.equal(code, 1);
        assert.match(stderr, sentence);
      });
    }

    test('a webhook, a delivery and an account that are not there are named', async () => {
      const say = async (...argv: string[]) => (await installation.run(['webhooks', ...argv])).stderr;
      assert.match(await say('test', 'whk_x'), /There is no webhook whk_x; "webhooks list --account ID" shows them/);
      assert.match(await say('resend', 'whd_x'), /There is no delivery whd_x; "webhooks deliveries ID" shows them/);
      assert.match(await say('list', '--account', 'acc_x'), /There is no account acc_x/);
    });
  });
}
