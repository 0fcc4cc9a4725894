import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { insertConnection } from '../../../src/domains/connections/connections.ts';
import { toLiveSettings } from '../../../src/domains/shares/live-settings.ts';
import { createLiveShare } from '../../../src/domains/shares/shares.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { axeViolations } from '../../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../../support/browser.ts';
import { rowsConfig } from '../../support/http-json-connection.ts';
import { startJsonServer } from '../../support/json-server.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

describe('pages that are always current in a browser', { skip }, () => {
  let service: TestService;
  let browser: SuiteBrowser;
  before(async () => {
    service = await startTestService('sqlite');
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await service[Symbol.asyncDispose]();
  });

  async function givenPage(locale = 'en-GB', origins: string[] = []) {
    const items = Array.from({ length: 120 }, (_, index) => ({
      day: daysAgo(index),
      amount: 40 + ((index * 37) % 60),
    }));
    const server = await startJsonServer(() => ({ items }));
    const account = await givenAccount(service.db);
    const project = await givenProject(service.db, account, { time_zone: 'UTC', locale, currency: 'EUR' });
    const metrics = [
      { key: 'spent', label: 'Spent', sql: 'sum(amount)', unit: 'currency', better: 'none', additive: true },
      { key: 'orders', label: 'Orders', sql: 'count(*)', unit: 'count', better: 'up', additive: true },
    ] as const;
    const config = rowsConfig(server.url, { metrics: [...metrics] });
    const fields = { accountId: account.id, projectId: project.id, system: 'http-json', name: 'Shop', config };
    await insertConnection(service.db, { ...fields, status: 'connected', seal: () => null });
    const live = toLiveSettings({
      ...{ periods: ['last-28-days', 'last-7-days', 'previous-month', 'this-month', 'this-quarter'], own_days: true },
      ...{ compare: ['previous', 'year-before', 'none'], origins },
    });
    const { token } = await createLiveShare(service.db, project, live, { password: null, expiresInMs: null });
    return `${service.url}/shared/${token}`;
  }

  async function open(url: string, options: Parameters<SuiteBrowser['newContext']>[0] = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => void faults.push(error.message));
    await page.goto(url);
    await page.locator('.live').waitFor();
    return { page, faults };
  }

  test('with a script periods and comparisons change without a new page, back and forth, and own days do', async () => {
    const { page, faults } = await open(await givenPage());
    await page.evaluate('window.isSamePage = true');
    const before = await page.locator('.period').first().textContent();
    await page.getByRole('link', { name: 'Last 7 days' }).click();
    await page.locator('.live a[aria-current]', { hasText: 'Last 7 days' }).waitFor();
    assert.notEqual(await page.locator('.period').first().textContent(), before);
    assert.match(page.url(), /\?period=last-7-days&compare=previous$/);
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Last 7 days');
    await page.getByRole('link', { name: 'Nothing' }).click();
    await page.locator('.live a[aria-current]', { hasText: 'Nothing' }).waitFor();
    await page.locator('.explorer').first().waitFor();
    await page.goBack();
    await page.locator('.live a[aria-current]', { hasText: 'Period before' }).waitFor();
    await page.getByText('Other days …').click();
    await page.getByLabel('First day').fill(daysAgo(20));
    await page.getByLabel('Last day').fill(daysAgo(11));
    await page.getByRole('button', { name: 'Show' }).click();
    await page.locator('.live details[open]').waitFor();
    await page.waitForURL(/from=.*&to=.*&compare=previous$/);
    assert.equal(await page.evaluate('window.isSamePage'), true, 'the page was never loaded again');
    assert.deepEqual([await axeViolations(page), faults], [[], []]);
  });

  test('without a script all of it works by links and a form', async () => {
    const { page, faults } = await open(await givenPage(), { javaScriptEnabled: false });
    await page.getByRole('link', { name: 'This month so far' }).click();
    await page.locator('.live a[aria-current]', { hasText: 'This month so far' }).waitFor();
    await page.getByText('This period is not over').waitFor();
    await page.getByText('Other days …').click();
    await page.getByLabel('First day').fill(daysAgo(20));
    await page.getByLabel('Last day').fill(daysAgo(11));
    await page.getByRole('button', { name: 'Show' }).click();
    await page.locator('.live details[open]').waitFor();
    assert.deepEqual(faults, []);
  });

  for (const [locale, colorScheme] of [
    ['en-GB', 'light'],
    ['de-DE', 'dark'],
    ['ar-EG', 'light'],
  ] as const) {
    test(`${locale}, ${colorScheme}: it fits on a phone and meets WCAG 2.2 AA as far as axe can tell`, async () => {
      const url = `${await givenPage(locale)}?period=this-month&compare=previous`;
      for (const width of [360, 1280]) {
        const { page, faults } = await open(url, { viewport: { width, height: 800 }, colorScheme });
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, 'scrolls sideways');
        assert.deepEqual([await axeViolations(page), faults], [[], []]);
        const folder = process.env.SCREENSHOTS;
        if (folder) await page.screenshot({ path: `${folder}/live-${locale}-${colorScheme}-${width}.png` });
      }
    });
  }

  test('a page of an allowed origin shows it in a frame, where it works; another one does not', async () => {
    let url = '';
    const site = await startJsonServer((_request, response) => {
      response
        .setHeader('content-type', 'text/html')
        .end(`<!doctype html><iframe src="${url}" width="1000" height="700"></iframe>`);
      return undefined;
    });
    const allowed = `http://localhost:${site.port}`;
    url = await givenPage('en-GB', [allowed]);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(allowed);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('link', { name: 'Last 7 days' }).click();
    await frame.locator('.live a[aria-current]', { hasText: 'Last 7 days' }).waitFor();
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(site.url);
    await refused;
    assert.equal(await page.frames()[1]?.locator('.live').count(), 0);
  });
});
