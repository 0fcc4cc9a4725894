import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { after, before, suite } from 'node:test';
import type { Locator } from 'playwright-core';
import { buildConsole } from '../../scripts/build-console.ts';
import { setupLink } from '../../src/domains/console/mails.ts';
import { inviteFirstOperator } from '../../src/domains/members/first-operator.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { dataSets, givenConnection } from '../support/flights.ts';
import { givenMember, password } from '../support/people.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

/** As a German shop's export has it: semicolons, a sentence above, days and amounts as Germans write them, a total below. */
function germanFile(): string {
  const [, ...monthsAgo] = [0, 1, 2];
  const now = new Date();
  const rows = monthsAgo.flatMap((ago) =>
    Array.from({ length: 28 }, (_, day) => {
      const date = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, day + 1));
      const written = [date.getUTCDate(), date.getUTCMonth() + 1].map((part) => String(part).padStart(2, '0'));
      return `${written.join('.')}.${date.getUTCFullYear()};${day % 2 === 0 ? 'Räder' : 'Zubehör'};1.${200 + day},50 €;${10 + day}`;
    }),
  );
  return ['Umsätze der Fahrradhandlung', 'Datum;Warengruppe;Umsatz;Bestellungen', ...rows].join('\r\n');
}

const mostTabs = 60;

suite('a newcomer with a file of their own', { skip }, () => {
  let service: TestService;
  let browser: SuiteBrowser;
  before(async () => {
    buildConsole();
    service = await startTestService('sqlite', { role: 'all', environment: { DATA_ROOTS: dataSets } });
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  /** Counts what somebody does: presses and fields. */
  function counting() {
    let steps = 0;
    return {
      press: async (what: Locator) => {
        steps += 1;
        await what.click();
      },
      fill: async (what: Locator, text: string) => {
        steps += 1;
        await what.fill(text);
      },
      get steps() {
        return steps;
      },
    };
  }

  test('has a PDF of it in at most 15 steps, from the first link on, without a command', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en' });
    const page = await context.newPage();
    const by = counting();
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
    await page.goto(setupLink(service.url, (await inviteFirstOperator(service.db)) ?? assert.fail()));
    await by.fill(page.getByLabel('Your name'), 'Nina');
    await by.fill(page.getByLabel('E-mail address'), 'nina@example.com');
    await by.fill(page.getByLabel('Password'), password);
    await by.press(page.getByRole('button'));
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

    await by.press(page.getByRole('link', { name: 'New project' }).first());
    await by.fill(page.getByLabel('Project name'), 'Fahrradhandlung');
    await by.press(button('Create project'));
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), by.press(button('Choose a file'))]);
    await chooser.setFiles({ name: 'Umsätze.csv', mimeType: 'text/csv', buffer: Buffer.from(germanFile(), 'utf8') });
    await page.getByRole('heading', { name: 'Is this right?' }).waitFor();
    await page.getByText('Total', { exact: true }).first().waitFor();
    await by.press(button('Continue'));
    await by.press(button('Connect'));
    await page.getByText('is connected').first().waitFor();

    await by.press(page.getByRole('link', { name: 'Edit the layout' }));
    await page
      .locator('iframe:not([aria-hidden])')
      .contentFrame()
      .getByRole('heading', { name: 'Umsatz by day' })
      .waitFor();
    await by.press(page.getByRole('link', { name: 'Make a report' }));
    await by.press(button('Make report'));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      by.press(page.getByRole('button', { name: 'PDF' }).first()),
    ]);
    const bytes = Buffer.concat(await createReadStream(await download.path()).toArray());
    assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
    assert.ok(by.steps <= 15, `${by.steps} steps`);
    await context.close();
  });

  test('comes from signing in to a PDF by the keyboard alone', async () => {
    const account = await givenAccount(service.db);
    const { email } = await givenMember(service.db, account.id);
    const project = await givenProject(service.db, account, { name: 'Weather of a city' });
    await givenConnection(service.db, project.id, 'weather');
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en' });
    const page = await context.newPage();
    const { keyboard } = page;
    /** Goes on from one control to the next, as Tab does, until it is the one. */
    const goTo = async (what: Locator) => {
      await what.waitFor();
      for (let tabs = 0; tabs < mostTabs; tabs++) {
        if (await what.evaluate((element) => element === element.ownerDocument.activeElement)) return;
        await keyboard.press('Tab');
      }
      assert.fail(`${what} is not reached by ${mostTabs} times Tab`);
    };
    const choose = async (what: Locator) => {
      await goTo(what);
      await keyboard.press('Enter');
    };
    await page.goto(`${service.url}/console`);
    await goTo(page.getByLabel('E-mail address'));
    await keyboard.type(email);
    await keyboard.press('Enter');
    await goTo(page.getByLabel('Password'));
    await keyboard.type(password);
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await choose(page.getByRole('link', { name: 'Projects', exact: true }));
    await choose(page.getByRole('link', { name: 'Weather of a city' }));
    await page.getByRole('heading', { level: 1, name: 'Weather of a city' }).waitFor();
    await choose(page.getByRole('button', { name: 'Make report' }));
    const download = page.waitForEvent('download');
    await choose(page.getByRole('button', { name: 'PDF' }).first());
    assert.match((await download).suggestedFilename(), /\.pdf$/);
    await context.close();
  });
});
