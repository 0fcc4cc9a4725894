import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { axeViolations } from '../../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../../support/browser.ts';
import { type SignInService, startSignInService } from '../../support/sign-in.ts';

const phone = { width: 320, height: 640 };

describe('signing in with a browser', { skip }, () => {
  let service: SignInService;
  let browser: SuiteBrowser;
  before(async () => {
    service = await startSignInService('sqlite');
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await service[Symbol.asyncDispose]();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`${colorScheme}: the page is readable on a phone, and its button leads to the vendor and back`, async () => {
      const link = await service.givenLink({ name: 'W'.repeat(200) });
      const context = await browser.newContext({ viewport: phone, colorScheme });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        const isOwn = message.location().url.startsWith(service.url);
        if (isOwn && message.type() === 'error' && !/status of 404/.test(message.text()))
          complaints.push(message.text());
      });
      await page.goto(link.address);
      assert.deepEqual(await axeViolations(page), []);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), phone.width, 'scrolls sideways');
      await page.getByRole('button', { name: 'Go on to Google' }).click();
      await page.waitForURL(`${service.vendor.url}/**`);
      await page.locator('[name=login]').fill('ann');
      await page.locator('[name=password]').fill('x');
      await page.locator('[type=submit]').click();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('heading', { name: 'Google is connected' }).waitFor();
      assert.deepEqual(await axeViolations(page), []);
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }
});
