import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { Page } from 'playwright-core';
import { guideNames } from '../../../src/platform/http/docs/pages.ts';
import { givenAccount, givenToken } from '../../support/accounts.ts';
import { openBrowser, type SuiteBrowser, skip } from '../../support/browser.ts';
import { givenSignedIn } from '../../support/manage.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { test, usually } from '../../support/suite.ts';

const phone = { width: 390, height: 844 };
const references = ['/docs', '/docs/management'];
/** From 150 tags and operations on, Swagger UI draws those alone that are on the screen. */
const shownFirst: Readonly<Record<string, string>> = {
  '/docs': '#operations-Projects-createProject',
  '/docs/management': '#operations-Session-getSession',
};
const guidePaths = guideNames.map((name) => `/docs/guides/${name}`);

let service: TestService;
before(async () => {
  service = await startTestService('sqlite');
});
after(() => service[Symbol.asyncDispose]());

test('the documentation needs no token, forbids other hosts and inline code, and its links lead somewhere [C-DISCOVERY-2]', async () => {
  const paths = new Set([...references, ...guidePaths]);
  for (const path of paths) {
    const { status, headers, text } = await service.call('GET', path);
    assert.equal(status, 200, path);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none';/);
    assert.doesNotMatch(policy, /unsafe|https?:|\*/);
    for (const [, link = ''] of text.matchAll(/(?:href|src)="([^"#]+)/g)) {
      const { pathname, origin } = new URL(link, service.url + path);
      assert.equal(origin, service.url, `${path} leads to ${link}`);
      assert.equal((await service.call('GET', pathname)).status, 200, `${path} leads to ${link}`);
    }
  }
});

test('the root leads to the console, below a prefix of a proxy too; other methods and paths stay refused [C-HTTP-10]', async () => {
  for (const method of ['GET', 'HEAD']) {
    const { status, headers, text } = await service.call(method, '/?from=x');
    assert.deepEqual([status, headers.get('location'), text], [302, './console', ''], method);
    assert.equal(headers.get('cache-control'), 'no-cache');
    assert.ok(headers.get('x-request-id'));
  }
  const posted = await service.call('POST', '/', { body: {} });
  assert.deepEqual([posted.status, posted.body.error.code], [405, 'method_not_allowed']);
  assert.equal(posted.headers.get('allow'), 'GET, HEAD');
  for (const path of ['//', '/index.html', '/api', '/docs/nothing']) {
    const { status, body } = await service.call('GET', path);
    assert.deepEqual([status, body.error.code], [404, 'not_found'], path);
  }
});

test('a page that the browser has is not sent again', async () => {
  const { headers } = await service.call('GET', '/docs/static/swagger-ui-bundle.js');
  const again = { 'if-none-match': headers.get('etag') ?? '' };
  assert.equal((await service.call('GET', '/docs/static/swagger-ui-bundle.js', { headers: again })).status, 304);
});

test('a page is compressed for clients that take it, and not for those that refuse it', async () => {
  const encodings = {
    br: ['gzip, deflate, br', 'br, gzip;q=0.0'],
    gzip: ['gzip', 'br;q=0, GZIP;q=0.001', 'identity ; q=0.5 , gzip ; q=1.0'],
    none: ['identity', '*;q=0, identity', 'gzip;q=0', 'gzip; q=0.000, br; q=0'],
  };
  for (const [encoding, accepted] of Object.entries(encodings)) {
    for (const text of accepted) {
      const { headers } = await service.call('GET', '/docs', { headers: { 'accept-encoding': text } });
      assert.equal(headers.get('content-encoding') ?? 'none', encoding, text);
    }
  }
});

describe('in a browser', { skip: usually<string | boolean>(skip, 'The suite has it.') }, () => {
  let browser: SuiteBrowser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser?.close());

  /** A page that fails the test when it complains or contacts another host. */
  async function openPage(
    path: string,
    viewport?: { width: number; height: number },
  ): Promise<{ page: Page; faults: string[] }> {
    const context = await browser.newContext(viewport ? { viewport } : {});
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())));
    page.on('pageerror', (error) => void faults.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(`${service.url}/`) && !request.url().startsWith('data:'))
        faults.push(request.url());
    });
    await page.goto(service.url + path);
    if (references.includes(path)) await page.waitForSelector('.opblock');
    return { page, faults };
  }

  test('try it creates a project with a try_it token, asking no other host, and keeps no token [C-DISCOVERY-2]', async () => {
    const account = await givenAccount(service.db);
    const token = await givenToken(service.db, account.id, { kind: 'try_it' });
    const { page, faults } = await openPage('/docs');
    await page.getByRole('button', { name: 'Authorize', exact: true }).click();
    await page.locator('.auth-container input').fill(token);
    await page.locator('.auth-btn-wrapper .authorize').click();
    await page.locator('.btn-done').click();
    const operation = page.locator('#operations-Projects-createProject');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    const answered = page.waitForResponse(`${service.url}/api/v1/projects`);
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = await answered;
    assert.equal(answer.status(), 201, await answer.text());
    await operation.locator('.live-responses-table .response-col_status', { hasText: '201' }).waitFor();
    assert.deepEqual(await page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]'), [0, 0, '']);
    assert.deepEqual(faults, []);
    const { items } = (await service.call('GET', '/api/v1/projects', { token })).body.data;
    assert.deepEqual(
      items.map(({ name }: { name: string }) => name),
      ['Web shop'],
    );
  });

  test('the management API is tried out with the session that the browser has', async () => {
    const account = await givenAccount(service.db);
    const { headers } = await givenSignedIn(service.db, account.id);
    const [name = '', value = ''] = headers.cookie?.split('=') ?? [];
    const { page, faults } = await openPage('/docs/management');
    await page.context().addCookies([{ name, value, url: service.url }]);
    const operation = page.locator('#operations-Session-getSession');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
    assert.deepEqual(faults, []);
  });

  test('no page scrolls sideways on a phone, also with an operation open', async () => {
    for (const path of [...references, ...guidePaths]) {
      const { page, faults } = await openPage(path, phone);
      const operation = shownFirst[path];
      if (operation) {
        await page.locator(`${operation} .opblock-summary-control`).click();
        await page.locator(`${operation} .responses-table`).waitFor();
      }
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), phone.width, path);
      assert.deepEqual(faults, []);
      await page.context().close();
    }
  });
});
