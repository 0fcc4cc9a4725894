import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { Page } from 'playwright-core';
import { guideNames } from '../../../src/platform/http/docs/pages.ts';
import { givenAccount, givenToken } from '../../support/accounts.ts';
import { axeViolations } from '../../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../../support/browser.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { test } from '../../support/suite.ts';

const widths = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };
const mostTabs = 100;

/** Presses Tab until what has the focus matches the selector, as the field of an opened dialog does at once. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let tab = 0; tab < mostTabs; tab++) {
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${mostTabs} times Tab do not lead to ${selector}`);
}

describe('the documentation in a browser', { skip }, () => {
  let service: TestService;
  let browser: SuiteBrowser;
  let token: string;
  before(async () => {
    service = await startTestService('sqlite');
    token = await givenToken(service.db, (await givenAccount(service.db)).id, { kind: 'try_it' });
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  const open = async (path: string, viewport = widths.desktop) => {
    const page = await (await browser.newContext({ viewport })).newPage();
    await page.goto(service.url + path);
    return page;
  };

  for (const [device, viewport] of Object.entries(widths)) {
    test(`on a ${device} the guides break no rule of axe`, async () => {
      const page = await open('/docs/management', viewport);
      await page.locator('#operations-Session-getSession').waitFor();
      assert.deepEqual(await axeViolations(page), [], 'the reference of the management API');
      for (const name of guideNames) {
        await page.goto(`${service.url}/docs/guides/${name}`);
        assert.deepEqual(await axeViolations(page), [], name);
      }
    });

    test(`on a ${device} the reference breaks no rule of axe: as it opens, in its dialog, and while it is tried out`, async () => {
      const page = await open('/docs', viewport);
      const create = page.locator('#operations-Projects-createProject');
      await create.waitFor();
      assert.deepEqual(await axeViolations(page), [], 'as it opens');
      await page.getByRole('button', { name: 'Authorize', exact: true }).click();
      await page.locator('.auth-container input').fill(token);
      assert.deepEqual(await axeViolations(page), [], 'in its dialog');
      await page.locator('.auth-btn-wrapper .authorize').click();
      await page.locator('.btn-done').click();
      await page.locator('#operations-Projects-listProjects .opblock-summary-control').click();
      await page.locator('#operations-Projects-listProjects').getByRole('button', { name: 'Try it out' }).click();
      await create.locator('.opblock-summary-control').click();
      await create.getByRole('button', { name: 'Try it out' }).click();
      await create.getByRole('button', { name: 'Execute' }).click();
      await create.locator('.live-responses-table .response-col_status', { hasText: '201' }).waitFor();
      assert.deepEqual(await axeViolations(page), [], 'while it is tried out');
    });
  }

  test('no page scrolls sideways on the narrowest phone, which is a window at a zoom of 400 %', async () => {
    const page = await open('/docs', { width: 320, height: 640 });
    await page.locator('#operations-Jobs-getJob').waitFor();
    for (const path of ['/docs', ...guideNames.map((name) => `/docs/guides/${name}`)]) {
      if (path !== '/docs') await page.goto(service.url + path);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320, path);
    }
  });

  test('signing in and trying out an operation work by keyboard alone', async () => {
    const page = await open('/docs');
    await page.locator('#operations-Account-getMe').waitFor();
    await tabTo(page, '.btn.authorize');
    await page.keyboard.press('Enter');
    await page.locator('.auth-container input').waitFor();
    await tabTo(page, '.auth-container input');
    await page.keyboard.type(token);
    await page.keyboard.press('Enter');
    await tabTo(page, '.btn-done');
    await page.keyboard.press('Enter');
    await tabTo(page, '#operations-Account-getMe .opblock-summary-control');
    await page.keyboard.press('Enter');
    const operation = page.locator('#operations-Account-getMe');
    await operation.locator('.try-out__btn').waitFor();
    await tabTo(page, '#operations-Account-getMe .try-out__btn');
    await page.keyboard.press('Enter');
    await operation.locator('.execute').waitFor();
    await tabTo(page, '#operations-Account-getMe .execute');
    await page.keyboard.press('Enter');
    await operation.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
  });
});
