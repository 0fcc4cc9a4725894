import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { setupLink } from '../../../src/domains/console/mails.ts';
import { inviteFirstOperator } from '../../../src/domains/members/first-operator.ts';
import { createInvitation } from '../../../src/domains/members/invitations.ts';
import { givenAccount } from '../../support/accounts.ts';
import { axeViolations } from '../../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../../support/browser.ts';
import { givenConsoleFolder } from '../../support/console-folder.ts';
import { password } from '../../support/people.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { test } from '../../support/suite.ts';

const phone = { width: 320, height: 640 };

describe('people in a browser', { skip }, () => {
  let service: TestService;
  let browser: SuiteBrowser;
  const built = givenConsoleFolder();
  before(async () => {
    await built.build();
    service = await startTestService('sqlite', { console: { folder: built.folder, isBeingBuilt: () => false } });
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await service[Symbol.asyncDispose]();
    await built[Symbol.asyncDispose]();
  });

  for (const [colorScheme, locale] of [
    ['light', 'de'],
    ['dark', 'ja'],
  ] as const) {
    test(`${colorScheme}, ${locale}: the first operator begins, on a phone`, async () => {
      await using empty = await startTestService('sqlite', {
        console: { folder: built.folder, isBeingBuilt: () => false },
      });
      const token = (await inviteFirstOperator(empty.db)) ?? assert.fail();
      const context = await browser.newContext({ viewport: phone, colorScheme, locale });
      const page = await context.newPage();
      const check = async () => {
        assert.deepEqual(await axeViolations(page), []);
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), phone.width, 'scrolls sideways');
      };
      await page.goto(setupLink(empty.url, token));
      await check();
      await page.locator('[name=name]').fill('Ann');
      await page.locator('[name=email]').fill('ann@example.com');
      await page.locator('[name=password]').fill('short');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      await check();
      await page.locator('[name=password]').fill(password);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${empty.url}/console`);
      await context.close();
    });
  }

  for (const [colorScheme, locale, accept] of [
    ['light', 'en-GB', 'Accept the invitation'],
    ['dark', 'ar', 'قبول الدعوة'],
  ] as const) {
    test(`${colorScheme}, ${locale}: from an invitation to signing in again, by keyboard, on a phone`, async () => {
      const { id: accountId } = await givenAccount(service.db, { name: 'W'.repeat(120) });
      const fields = { accountId, email: null, role: 'owner', projectIds: null, madeBy: 'test' } as const;
      const { token } = await createInvitation(service.db, fields);
      const context = await browser.newContext({ viewport: phone, colorScheme, locale });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' && !/status of 40[34]/.test(message.text())) complaints.push(message.text());
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
      await context.clearCookies();
      await page.goto(`${service.url}/console/projects?q=a`);
      await page.waitForURL(`${service.url}/console/sign-in?**`);
      await check();
      await page.keyboard.type(email);
      await page.keyboard.press('Enter');
      await page.getByRole('textbox').nth(1).waitFor();
      await check();
      await page.keyboard.type('not this password');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      await check();
      await page.locator('[name=password]').fill(password);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${service.url}/console/projects?q=a`);
      assert.deepEqual(complaints, []);
      await context.close();
    });
  }
});
