import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { listShares } from '../../../src/domains/shares/shares.ts';
import { axeViolations } from '../../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../../support/browser.ts';
import { benchmarkReport } from '../../support/documents.ts';
import { eventually } from '../../support/eventually.ts';
import { givenExport } from '../../support/outcomes.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { givenSharedReport, password } from '../../support/shares.ts';

const phone = { width: 320, height: 640 };

describe('guest links in a browser', { skip }, () => {
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

  /** A page, with its complaints and requests to other hosts. An error answer is not a fault of the page. */
  async function openPage(path: string, options: Parameters<SuiteBrowser['newContext']>[0] = {}) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !/the server responded with a status of 40[34]/.test(message.text()))
        faults.push(message.text());
    });
    page.on('pageerror', (error) => void faults.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(`${service.url}/`) && !request.url().startsWith('data:'))
        faults.push(request.url());
    });
    await page.goto(service.url + path);
    return { page, faults };
  }

  async function assertSound(page: Page): Promise<void> {
    assert.deepEqual(await axeViolations(page), []);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), phone.width, 'scrolls sideways');
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${colorScheme}: the password page, also after a wrong one, and that of dead links meet WCAG 2.2 AA as far as axe can tell`, async () => {
      const { path } = await givenSharedReport(service, { password });
      const { page, faults } = await openPage(path, { viewport: phone, colorScheme });
      await assertSound(page);
      await page.getByLabel('Password').fill('wrong password');
      await page.getByRole('button', { name: 'Open' }).click();
      await page.getByRole('alert').waitFor();
      await assertSound(page);
      assert.deepEqual(faults, []);
      const dead = await openPage('/shared/nothing', { viewport: phone, colorScheme });
      await dead.page.getByRole('heading', { name: 'This link leads nowhere' }).waitFor();
      await assertSound(dead.page);
      assert.deepEqual(dead.faults, []);
      await Promise.all([page, dead.page].map((one) => one.context().close()));
    });
  }

  test('a guest opens a link by keyboard, sees the report, and downloads its file', async () => {
    const document = { ...benchmarkReport(), report_id: 'rep_01jd5w0k3m8q2r4t6v8x0z1b3d' };
    const shared = await givenSharedReport(service, { password, document });
    const { account, projectId, objects, reportId, path } = shared;
    const bytes = Buffer.from('%PDF-1.7 the file');
    await givenExport(service.db, objects, account, projectId, { bytes, reportId, filename: 'Quarter.pdf' });
    const { page, faults } = await openPage(path);
    await page.locator('#password:focus').waitFor();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: document.title }).waitFor();
    assert.equal(page.url(), service.url + path);
    assert.deepEqual(faults, [], 'the policy lets the page have all it needs');
    const downloaded = page.waitForEvent('download');
    await page.getByRole('link', { name: /PDF/ }).click();
    const file = await downloaded;
    assert.equal(file.suggestedFilename(), 'Quarter.pdf');
    assert.ok(readFileSync(await file.path()).equals(bytes));
    // The cookie is only for this link, and scripts cannot read it.
    assert.equal(await page.evaluate('document.cookie'), '');
    const [cookie] = await page.context().cookies(service.url + path);
    assert.deepEqual(
      { path: cookie?.path, httpOnly: cookie?.httpOnly, sameSite: cookie?.sameSite },
      { path, httpOnly: true, sameSite: 'Lax' },
    );
    assert.deepEqual(await page.context().cookies(`${service.url}/docs`), []);
    await eventually(async () => (await listShares(service.db, 'report', reportId))[0]?.view_count === 1);
    await page.context().close();
  });

  test('the longest allowed password can be typed, also with characters of two UTF-16 units', async () => {
    const longest = '🔑'.repeat(200);
    const { path } = await givenSharedReport(service, { password: longest });
    const { page } = await openPage(path);
    await page.getByLabel('Password').click();
    await page.keyboard.insertText(longest);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.locator('#report, [role=alert]').waitFor();
    assert.equal(await page.locator('#report').count(), 1, 'the field cuts the password off');
    await page.context().close();
  });

  test('within the hour the link opens the report also from a page of another site, such as a mailbox', async () => {
    const { path } = await givenSharedReport(service, { password });
    const { page } = await openPage(path);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.locator('#report').waitFor();
    const body = `<a href="${service.url}${path}">Your report</a>`;
    await page.route('http://mail.example/', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto('http://mail.example/');
    await page.getByRole('link').click();
    await page.waitForURL(service.url + path);
    assert.equal(await page.locator('#report').count(), 1, 'the password is asked for again');
    await page.context().close();
  });
});
