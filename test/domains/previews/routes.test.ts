import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { Account } from '../../../src/domains/accounts/accounts.ts';
import { insertConnection } from '../../../src/domains/connections/connections.ts';
import { endSession } from '../../../src/domains/users/sessions.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { openBrowser, type SuiteBrowser, skip } from '../../support/browser.ts';
import { engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { dataSets, givenConnection } from '../../support/flights.ts';
import { rowsConfig } from '../../support/http-json-connection.ts';
import { startJsonServer } from '../../support/json-server.ts';
import { givenManageToken, givenSignedIn, manage } from '../../support/manage.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { test, usually } from '../../support/suite.ts';

const period = { current: { from: '2014-05-01', to: '2014-05-31' } };

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: previews over HTTP`, () => {
    let service: TestService;
    before(async () => {
      service = await startTestService(engine, { environment: { DATA_ROOTS: dataSets } });
      // Threads start slowly on a busy machine, and three at once are needed by what is not sampled.
      const warm = async () => {
        const { editor, id } = await given();
        await eventually(async () => (await preview(editor, id)).status === 201, 120_000);
      };
      await Promise.all(usually([warm, warm, warm], [warm]).map((start) => start()));
    });
    after(() => service[Symbol.asyncDispose]());

    const given = async () => {
      const account = await givenAccount(service.db);
      const { id } = await givenProject(service.db, account);
      await givenConnection(service.db, id, 'weather');
      return { account, id, editor: await givenSignedIn(service.db, account.id, { role: 'editor' }) };
    };
    type Who = Parameters<typeof manage>[1];
    const preview = (who: Who, id: string, body: object = { period }) =>
      manage(service, who, 'POST', `/projects/${id}/preview`, { body });
    const show = (who: Who, url: string) => service.call('GET', url, { headers: who.headers });

    test('a preview is a page for the session that asked, and for nobody else', async () => {
      const { account, id, editor } = await given();
      const made = await preview(editor, id, { period, settings: { title: 'Probe' } });
      assert.equal(made.status, 201, made.text);
      const { url, expires_at } = made.body.data;
      assert.equal(made.headers.get('location'), url);
      assert.ok(Math.abs(Date.parse(expires_at) - Date.now() - 300_000) < 60_000);
      const page = await show(editor, url);
      assert.equal(page.status, 200);
      assert.ok(page.text.includes('<title>Probe'));
      assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(page.headers.get('cache-control'), 'private, no-store');
      const [again, colleague, token, stranger] = await Promise.all([
        show(editor, url),
        givenSignedIn(service.db, account.id).then((who) => show(who, url)),
        givenManageToken(service.db, account.id, 'admin').then((text) => service.call('GET', url, { token: text })),
        given().then((other) => show(other.editor, url)),
      ]);
      const nonceOf = (policy: string | null) => /'nonce-([^']+)'/.exec(policy ?? '')?.[1];
      const nonce = nonceOf(page.headers.get('content-security-policy'));
      assert.ok(page.text.includes(`nonce="${nonce}"`));
      assert.notEqual(nonceOf(again.headers.get('content-security-policy')), nonce);
      for (const { status, body } of [colleague, token, stranger]) {
        assert.deepEqual([status, body.error.code], [404, 'not_found']);
      }
      await endSession(service.db, editor.sessionId);
      assert.equal((await show(editor, url)).status, 401);
    });

    test('whoever opens a layout gets the service ready: of their own project alone, and editors', async () => {
      const { account, id, editor } = await given();
      const ready = (who: Who) => manage(service, who, 'GET', `/projects/${id}/preview`);
      assert.deepEqual((await ready(editor)).body.data, { is_ready: true }, 'a preview was made before');
      assert.equal((await ready(await givenSignedIn(service.db, account.id, { role: 'viewer' }))).status, 403);
      assert.equal((await ready((await given()).editor)).status, 404);
    });

    test('a token has previews of its own', async () => {
      const { account, id } = await given();
      const token = await givenManageToken(service.db, account.id, 'editor');
      const made = await service.call('POST', `/manage/v1/projects/${id}/preview`, { token, body: { period } });
      assert.equal(made.status, 201, made.text);
      assert.equal((await service.call('GET', made.body.data.url, { token })).status, 200);
    });

    test('faults of a request are those of a change and of a start', async () => {
      const { id, editor } = await given();
      const faultsOf = async (body: object, of = id) => {
        const { status, body: answer } = await preview(editor, of, body);
        return [status, ...(answer.error.details ?? []).map(({ field }: { field: string }) => field)];
      };
      assert.deepEqual(await faultsOf({}), [400, 'period']);
      assert.deepEqual(await faultsOf({ period: { current: { from: '2014-05-02', to: '2014-05-01' } } }), [
        400,
        'period.current.to',
      ]);
      assert.deepEqual(await faultsOf({ period: { current: { from: '2999-01-01', to: '2999-01-02' } } }), [
        400,
        'period.current.to',
      ]);
      assert.deepEqual(await faultsOf({ period, settings: { accent_color: 'red' } }), [400, 'settings.accent_color']);
      assert.deepEqual(await faultsOf({ period, status: 'archived' }), [400, 'status']);
      assert.deepEqual(
        await faultsOf({
          period,
          settings: { sections: [{ type: 'kpis', title: null, connection_id: 'con_00000000000000000000000000' }] },
        }),
        [400, 'settings.sections.0.connection_id'],
      );
      assert.deepEqual(await faultsOf({ period }, (await given()).id), [404]);
    });

    test('pictures of a draft need not be stored, and bodies may have 4 MiB', async () => {
      const { id, editor } = await given();
      const picture = (bytes: number) =>
        `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/><!--${'-x'.repeat(bytes / 2)}--></svg>`)}`;
      const section = (bytes: number) => ({
        type: 'image',
        title: null,
        picture: picture(bytes),
        alternative: 'A square',
      });
      const large = await preview(editor, id, { period, settings: { sections: [section(300_000)] } });
      assert.equal(large.status, 201, large.text);
      assert.ok((await show(editor, large.body.data.url)).text.includes('alt="A square"'));
      const tooLarge = await preview(editor, id, { period, settings: { title: 'x'.repeat(4 * 2 ** 20) } });
      assert.equal(tooLarge.status, 413);
    });

    test('fifty at once from one account harm nobody else: another has a preview, and the API answers', async () => {
      const server = await startJsonServer(() => undefined);
      const account = await givenAccount(service.db);
      const silent = await givenSilent(account, server.url);
      const other = await given();
      const stop = new AbortController();
      let answered = 0;
      const fifty = Array.from({ length: 50 }, async () => {
        const token = await givenManageToken(service.db, account.id, 'editor');
        const path = `/manage/v1/projects/${silent}/preview`;
        return service.call('POST', path, { token, body: { period }, signal: stop.signal }).then(
          ({ status }) => {
            answered++;
            return status;
          },
          () => 'left',
        );
      });
      await eventually(() => server.seen.length >= 2);
      assert.equal((await preview(other.editor, other.id)).status, 201);
      assert.equal((await manage(service, other.editor, 'GET', '/projects')).status, 200);
      assert.ok(answered <= 38, 'the others are still asking');
      assert.equal(server.seen.length, 2, 'two of the fifty ask their system');
      stop.abort();
      const answers = await Promise.all(fifty);
      assert.deepEqual(new Set(answers), new Set([503, 'left']));
      assert.equal(answers.filter((answer) => answer === 503).length, 38, 'ten wait');
    });

    async function givenSilent(account: Account, url: string): Promise<string> {
      const { id: projectId } = await givenProject(service.db, account);
      const fields = { accountId: account.id, projectId, system: 'http-json', name: 'Silent', config: rowsConfig(url) };
      await insertConnection(service.db, { ...fields, status: 'connected', seal: () => null });
      return projectId;
    }

    test('the newest preview of a session wins, and whoever leaves stops asking', async () => {
      const server = await startJsonServer(() => undefined);
      const account = await givenAccount(service.db);
      const silent = await givenSilent(account, server.url);
      const editor = await givenSignedIn(service.db, account.id, { role: 'editor' });
      const first = preview(editor, silent);
      await eventually(() => server.seen.length === 1);
      const { id: next } = await givenProject(service.db, account);
      await givenConnection(service.db, next, 'weather');
      assert.equal((await preview(editor, next)).status, 201);
      const { status, body } = await first;
      assert.deepEqual([status, body.error.code], [409, 'preview_superseded']);
    });

    if (engine === 'sqlite') describe('in a browser', { skip }, () => browserTests(() => service, given));
  });
}

function browserTests(
  service: () => TestService,
  given: () => Promise<{
    readonly id: string;
    readonly editor: { readonly headers: Readonly<Record<string, string>> };
  }>,
): void {
  let browser: SuiteBrowser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser?.close());

  test('in a frame the page runs its script, has its font, and reads nothing of the page around it', async () => {
    const { id, editor } = await given();
    const settings = { brand: { font: 'Lato' } };
    const made = await manage(service(), editor, 'POST', `/projects/${id}/preview`, { body: { period, settings } });
    const { url } = service();
    const context = await browser.newContext();
    const [name = '', value = ''] = (editor.headers.cookie ?? '').split('=');
    await context.addCookies([{ name, value, url }]);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    // A page of the service's own origin, around the frame.
    await page.route(`${url}/around`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe sandbox="allow-scripts" src="${made.body.data.url}" width="900" height="700"></iframe>`,
      }),
    );
    await page.goto(`${url}/around`);
    const frame = await eventually(() => page.frames().find((each) => each.url().includes('/previews/')));
    await frame.locator('main').waitFor();
    assert.equal(await frame.evaluate('self.origin'), 'null');
    await frame.locator('button[aria-pressed]').first().waitFor({ state: 'attached' });
    assert.equal(await frame.evaluate('try { parent.document.title } catch (error) { error.name }'), 'SecurityError');
    const loaded = () => frame.evaluate('[...document.fonts].filter(({ status }) => status === "loaded").length');
    await eventually(async () => Number(await loaded()) > 0);
    assert.match(String(await frame.evaluate('getComputedStyle(document.body).fontFamily')), /Lato/);
    assert.deepEqual(faults, []);
  });

  test('a page of another origin cannot frame it', async () => {
    const { id, editor } = await given();
    const made = await manage(service(), editor, 'POST', `/projects/${id}/preview`, { body: { period } });
    const { headers } = await service().call('GET', made.body.data.url, { headers: editor.headers });
    const policy = headers.get('content-security-policy') ?? '';
    for (const directive of ["frame-ancestors 'self'", 'sandbox allow-scripts', "default-src 'none'"]) {
      assert.ok(policy.split('; ').includes(directive), policy);
    }
    assert.ok(!policy.includes('allow-same-origin'));
  });
}
