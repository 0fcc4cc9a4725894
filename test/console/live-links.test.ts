import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import { toLiveSettings } from '../../src/domains/shares/live-settings.ts';
import { createLiveShare } from '../../src/domains/shares/shares.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

suite('links to current pages in the console', { skip }, () => {
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

  const given = async () => {
    const account = await givenAccount(service.db);
    return { account, project: await givenProject(service.db, account, { name: 'Web shop' }) };
  };

  test('one is made with its choices, kept as a report, and revoked', async () => {
    const { account, project } = await given();
    const { page, faults } = await visitConsole(browser, service, account.id, { path: `/projects/${project.id}` });
    const card = page
      .getByRole('region', { name: 'Always current' })
      .or(page.locator('section', { hasText: 'Always current' }));
    await card.first().waitFor();
    await page.getByRole('button', { name: 'New link' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Last 28 days').click();
    await dialog.getByText('Last week').click();
    await dialog.getByText('Readers may choose other days').click();
    await dialog.getByText('Year before').click();
    await dialog.getByRole('textbox', { name: 'Sites that may embed it' }).fill('www.example.com');
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Create link' }).click();
    await dialog.getByText(/An origin is written such as/).waitFor();
    await dialog.getByRole('textbox', { name: 'Sites that may embed it' }).fill('https://www.example.com');
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const link = page.getByRole('textbox', { name: 'Link', exact: true });
    assert.match(await link.inputValue(), /\/shared\/[0-9A-Za-z]{43}$/);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Not opened yet').waitFor();
    const { live } = await service.db
      .selectFrom('shares')
      .select('live')
      .where('project_id', '=', project.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(live ?? ''), {
      ...{ periods: ['previous-week', 'previous-month', 'this-month'], own_days: true },
      ...{ compare: ['previous', 'year-before'], keep_minutes: 60, origins: ['https://www.example.com'] },
    });
    await page.getByRole('button', { name: 'Keep as a report' }).click();
    await page.getByText('The report is being made.').waitFor();
    const jobs = await service.db.selectFrom('jobs').select('type').where('project_id', '=', project.id).execute();
    assert.deepEqual(jobs, [{ type: 'generation' }]);
    await page.getByRole('button', { name: /^Revoke/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Behind such a link clients see').waitFor();
    assert.deepEqual(faults, []);
  });

  test('its choices are changed, in their order and with an age that was set elsewhere; the link stays', async () => {
    const { account, project } = await given();
    const live = toLiveSettings({
      periods: ['this-month', 'last-7-days'],
      keep_minutes: 90,
      origins: ['https://a.example'],
    });
    const { share } = await createLiveShare(service.db, project, live, { password: null, expiresInMs: null });
    const { page, faults } = await visitConsole(browser, service, account.id, { path: `/projects/${project.id}` });
    await page.getByRole('button', { name: 'Change', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'What readers may choose' });
    await dialog.getByText('Last month').click();
    await dialog.getByText('Readers may choose other days').click();
    await dialog.getByText('Year before').click();
    assert.equal(await dialog.getByLabel('Figures are at most so old').inputValue(), '90');
    const origins = dialog.getByRole('textbox', { name: 'Sites that may embed it' });
    assert.equal(await origins.inputValue(), 'https://a.example');
    await origins.fill('b.example');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/An origin is written such as/).waitFor();
    await origins.fill('');
    assert.deepEqual(await axeViolations(page), []);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const stored = await service.db
      .selectFrom('shares')
      .select(['live', 'token_hash'])
      .where('id', '=', share.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(JSON.parse(stored.live ?? ''), {
      ...{ periods: ['this-month', 'last-7-days', 'previous-month'], own_days: true },
      ...{ compare: ['previous', 'year-before'], keep_minutes: 90, origins: [] },
    });
    assert.equal(stored.token_hash, share.token_hash);
    assert.deepEqual(faults, []);
  });

  test('viewers see them, and are offered nothing that they may not do', async () => {
    const { account, project } = await given();
    const rights = { role: 'viewer' } as const;
    const { page, faults } = await visitConsole(browser, service, account.id, {
      path: `/projects/${project.id}`,
      rights,
    });
    await page.getByText('Behind such a link clients see').waitFor();
    assert.equal(await page.getByRole('button', { name: /^(New link|Change)$/ }).count(), 0);
    assert.deepEqual([await axeViolations(page), faults], [[], []]);
  });

  for (const language of ['de', 'ar'] as const) {
    test(`${language}: the dialog fits on a phone, in the dark`, async () => {
      const { account, project } = await given();
      const options = { path: `/projects/${project.id}`, language, isPhone: true, isDark: true };
      const { page } = await visitConsole(browser, service, account.id, options);
      const add = page.getByRole('button', { name: language === 'de' ? 'Neuer Link' : 'رابط جديد' });
      await add.click();
      await page.getByRole('dialog').waitFor();
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, 'scrolls sideways');
      assert.deepEqual(await axeViolations(page), []);
      const folder = process.env.SCREENSHOTS;
      if (folder) await page.screenshot({ path: `${folder}/console-${language}.png` });
    });
  }
});
