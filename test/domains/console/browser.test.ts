import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createInvitation } from '../../../src/domains/members/invitations.ts';
import { givenAccount } from '../../support/accounts.ts';
import { axeViolations } from '../../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../../support/browser.ts';
import { password } from '../../support/people.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const phone = { width: 320, height: 640 };

describe('people in a browser', { skip }, () => {
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

  for (const [colorScheme, locale, accept, signOut] of [
    ['light', 'en-GB', 'Accept the invitation', 'Sign out'],
    ['dark', 'ar', 'قبول الدعوة', 'تسجيل الخروج'],
  ] as const) {
    test(`${colorScheme}, ${locale}: from an invitation to signing in again, by keyboard, on a phone`, async () => {
      const { id: accountId } = await givenAccount(service.db, { name: 'W'.repeat(120) });
      const fields = { accountId, email: null, role: 'owner', projectIds: null, madeBy: 'test' } as const;
      const { token } = await createInvitation(service.db, fields);
      const context = await browser.newContext({ viewport: phone, colorScheme, locale });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !/favicon|status of 40[34]/.test(message.text()))
          complaints.push(message.text());
      });
      const check = async () => {
        assert.deepEqual(await axeViolations(page), [], page.url());
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), phone.width, 'scrolls sideways');
      };
      const email = `${locale.toLowerCase()}@example.com`;
      await page.goto(`${service.url}/console/invitation/${token}`);
      await check();
      await page.keyboard.press('Tab');
      for (const text of [email, 'Ann', password]) {
        await page.keyboard.type(text);
        await page.keyboard.press('Tab');
      }
      assert.equal(await page.evaluate('document.activeElement.textContent'), accept);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${service.url}/console`);
      await check();
      await page.getByRole('button', { name: signOut }).click();
      await page.waitForURL(`${service.url}/console/sign-in`);
      await check();
      await page.locator('[name=email]').fill(email);
      await page.locator('[name=password]').fill('not this password');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      await check();
      await page.locator('[name=password]').fill(password);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${service.url}/console`);
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }
});
