import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { toLiveSettings } from '../../../src/domains/shares/live-settings.ts';
import { createLiveShare } from '../../../src/domains/shares/shares.ts';
import { newIdentifier } from '../../../src/platform/database/identifiers.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenManageToken } from '../../support/manage.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { givenSharedReport } from '../../support/shares.ts';

/** An answer of the service under another host's name. */
async function under(host: string, service: TestService, path: string) {
  const asked = request(service.url + path, { headers: { host } }).end();
  const [answer] = await once(asked, 'response');
  return { status: answer.statusCode as number, headers: answer.headers, text: await text(answer) };
}

for (const engine of engines) {
  test(`${engine}: the host of an account serves its guest links alone, and another account's are 404 there`, async () => {
    const own = newIdentifier('acc');
    const environment = {
      PUBLIC_URL: 'https://reports.example.com/base',
      PUBLIC_HOSTS: `Dash.Agency.example=${own}, other.agency.example=${own}`,
    };
    await using service = await startTestService(engine, { environment });
    const stranger = await givenSharedReport(service);
    const shared = await givenSharedReport(service);
    const account = await givenAccount(service.db);
    // The account that the host was configured for is made before the service starts; here it takes that id.
    await service.db.updateTable('accounts').set({ id: own }).where('id', '=', account.id).execute();
    const project = await givenProject(service.db, { ...account, id: own });
    const settings = toLiveSettings({ periods: ['last-7-days'] });
    const live = await createLiveShare(service.db, project, settings, { password: 'eight eight', expiresInMs: null });
    const path = `/shared/${live.token}`;
    for (const host of ['dash.agency.example', 'DASH.agency.example:8443', 'other.agency.example']) {
      assert.equal((await under(host, service, path)).status, 200, host);
      for (const foreign of [stranger.path, shared.path]) {
        const refused = await under(host, service, foreign);
        assert.equal(refused.status, 404, host);
        assert.equal(refused.text, (await under(host, service, '/shared/unknown')).text);
      }
      for (const other of [
        '/',
        '/console',
        '/docs',
        '/api/v1/me',
        '/manage/v1/session',
        '/healthz',
        '/metrics',
        '/version',
        '/nothing',
      ]) {
        const refused = await under(host, service, other);
        assert.equal(refused.status, 404, `${host}${other}`);
        assert.match(refused.text, /This link leads nowhere/);
      }
      const [asset] =
        /assets\/viewer-[^"]+\.css/.exec((await under('reports.example.com', service, stranger.path)).text) ?? [];
      assert.equal((await under(host, service, `/shared/${asset}`)).status, 200);
    }
    for (const everyHost of [path, stranger.path]) {
      assert.equal((await under('reports.example.com', service, everyHost)).status, 200);
    }
    const linkOf = async (accountId: string, of: string, body: object) => {
      const token = await givenManageToken(service.db, accountId, 'editor');
      const made = await service.call('POST', `/manage/v1${of}/shares`, { token, body });
      assert.equal(made.status, 201, made.text);
      return made.body.data.url;
    };
    const url = await linkOf(own, `/projects/${project.id}`, { periods: ['last-7-days'] });
    assert.match(url, /^https:\/\/dash\.agency\.example\/base\/shared\//);
    const usual = await linkOf(stranger.account.id, `/reports/${stranger.reportId}`, {});
    assert.match(usual, /^https:\/\/reports\.example\.com\/base\/shared\//);
  });
}
