import assert from 'node:assert/strict';
import { after, before, suite } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { findProvider } from '../../src/domains/single-sign-on/providers.ts';
import { axeViolations } from '../support/axe.ts';
import { openBrowser, type SuiteBrowser, skip } from '../support/browser.ts';
import { visitConsole } from '../support/console.ts';
import { eventually } from '../support/eventually.ts';
import { clientOfProvider } from '../support/identity-provider.ts';
import { givenSession, manage } from '../support/manage.ts';
import { givenMember } from '../support/people.ts';
import { startSamlPage } from '../support/saml-page.ts';
import { type SignOnService, startSignOnService } from '../support/sign-on.ts';
import { test } from '../support/suite.ts';

/** Names what has the focus, in the page; `unseen` first where nothing shows it. */
const seenFocus = `(() => {
  const focused = document.activeElement;
  const name = (focused?.getAttribute('aria-label') ?? focused?.labels?.[0]?.textContent ?? focused?.textContent ?? '').slice(0, 40);
  let around = focused;
  for (let level = 0; around && level < 4; level++, around = around.parentElement) {
    const { outlineStyle, outlineWidth } = getComputedStyle(around);
    if (outlineStyle !== 'none' && outlineWidth !== '0px') return name;
  }
  return 'unseen ' + (focused?.tagName ?? '') + ' ' + name;
})()`;

suite('single sign-on in the console', { skip }, () => {
  let service: SignOnService;
  let browser: SuiteBrowser;
  before(async () => {
    service = await startSignOnService('sqlite', { realConsole: true });
    browser = await openBrowser();
  });
  after(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  /** Signs in at the pages of the provider, and stays to see what the service says. */
  async function signInThere(page: Page, login: string): Promise<void> {
    await page.locator('[name=login]').fill(login);
    await page.locator('[name=password]').fill('x');
    await page.locator('button[type=submit]').click();
    // Whoever has consented before is led back at once.
    const consent = page.getByRole('button', { name: 'Continue' });
    await consent.or(page.getByText('Report Service')).first().waitFor();
    if (await consent.isVisible()) await consent.click();
    await page.waitForURL(`${service.url}/**`);
  }
  const choose = (page: Page, mode: string) =>
    page
      .locator('label')
      .filter({ has: page.locator('[type=radio]'), hasText: mode })
      .click();
  /** An owner of an account whose provider is set, and who is known there. */
  async function begin(name: string) {
    const own = await service.givenSignOn({ mode: 'off' });
    const email = `${name}@${own.domain}`;
    service.provider.people.set(name, { email, email_verified: true, groups: ['staff'] });
    const owner = await givenSession(service.db, await givenMember(service.db, own.account.id, {}, { email }));
    return { ...own, email, owner };
  }

  test('an owner fills it in, tests it in a window of its own and requires it', async () => {
    const { account, domain, owner } = await begin('boss');
    await manage(service, owner, 'DELETE', '/sso');
    const visit = { who: owner, path: '/single-sign-on' };
    const { page, faults } = await visitConsole(browser, service, account.id, visit);
    await page.getByText(domain, { exact: true }).waitFor();
    assert.equal(await page.getByLabel('Redirect address').inputValue(), `${service.url}/sso/callback`);
    assert.deepEqual(await axeViolations(page), []);
    await page.getByLabel('Issuer').fill(service.provider.url);
    await page.getByLabel('Client id').fill(clientOfProvider.client_id);
    await page.getByLabel('Client secret').fill(clientOfProvider.client_secret);
    await page.getByLabel('Role without a claim').selectOption('none');
    await page.getByLabel('Claim that gives roles').fill('groups');
    await page.getByRole('button', { name: 'Add a value' }).click();
    await page.getByRole('textbox', { name: /^Value/ }).fill('staff');
    await page.getByLabel('Role of this value').selectOption('editor');
    await choose(page, 'Required');
    await page.getByRole('button', { name: 'Save single sign-on' }).click();
    await page.getByText('Test these settings first').first().waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await choose(page, 'Optional');
    await page.getByRole('button', { name: 'Save single sign-on' }).click();
    await page.getByText('The saved settings have not been tested yet.').waitFor();
    assert.equal(await page.getByLabel('Client secret').inputValue(), '', 'it is not shown again');
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Begin the test' }).click();
    const popup = await opened;
    await signInThere(popup, 'boss');
    await popup.getByText('The test is done').waitFor();
    assert.deepEqual(await axeViolations(popup), []);
    await popup.close();
    await page.getByText('The sign-in works. It gives the role: Editor.').waitFor();
    await page.getByRole('cell', { name: '["staff"]' }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await choose(page, 'Required');
    await page.getByRole('button', { name: 'Save single sign-on' }).click();
    await page.getByText('Single sign-on is saved.').waitFor();
    await eventually(async () => (await findProvider(service.db, account.id))?.mode === 'required');
    assert.deepEqual(faults, []);
    await page.context().close();
  });

  test('an owner sets it up, tests it and requires it by the keyboard alone, with the focus seen at every stop', async () => {
    const { account, owner } = await begin('typist');
    await manage(service, owner, 'DELETE', '/sso');
    const visit = { who: owner, path: '/single-sign-on' };
    const { page, context, faults } = await visitConsole(browser, service, account.id, visit);
    const { keyboard } = page;
    const isFocused = (what: Locator) => what.evaluate((element) => element === element.ownerDocument.activeElement);
    /** Goes on by Tab until it is the one; gives the stops, by what a ring is seen around. */
    const goTo = async (what: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
      await what.waitFor({ state: 'attached' });
      const stops: string[] = [];
      for (let tabs = 0; tabs < 60 && !(await isFocused(what)); tabs++) {
        await keyboard.press(key);
        stops.push(await page.evaluate<string>(seenFocus));
      }
      assert.ok(await isFocused(what), `${what} is not reached: ${stops}`);
      assert.ok(
        stops.every((stop) => !stop.startsWith('unseen')),
        stops.join(),
      );
      return stops;
    };
    const radio = (name: string) => page.getByRole('radio', { name });
    const save = page.getByRole('button', { name: 'Save single sign-on' });
    await goTo(radio('OpenID Connect'));
    await keyboard.press('ArrowDown');
    await page.getByRole('button', { name: 'Choose the file' }).waitFor();
    await keyboard.press('ArrowUp');
    const stops: string[] = [];
    for (const [label, text] of [
      ['Issuer', service.provider.url],
      ['Client id', clientOfProvider.client_id],
      ['Client secret', clientOfProvider.client_secret],
    ] as const) {
      stops.push(...(await goTo(page.getByLabel(label))));
      await keyboard.type(text);
    }
    stops.push(...(await goTo(page.getByLabel('Role without a claim'))));
    const role = () => page.getByLabel('Role without a claim').inputValue();
    const usualRole = await role();
    await keyboard.press('ArrowDown');
    const chosenRole = await role();
    assert.notEqual(chosenRole, usualRole);
    stops.push(...(await goTo(radio('Off'))));
    await keyboard.press('ArrowDown');
    stops.push(...(await goTo(save)));
    assert.deepEqual((await goTo(radio('OpenID Connect'), 'Shift+Tab')).length, stops.length, 'the same way back');
    await goTo(save);
    await keyboard.press('Enter');
    await page.getByText('The saved settings have not been tested yet.').waitFor();
    await goTo(page.getByRole('button', { name: 'Begin the test' }));
    const opened = page.waitForEvent('popup');
    await keyboard.press('Space');
    const popup = await opened;
    await signInThere(popup, 'typist');
    await popup.getByText('The test is done').waitFor();
    await popup.close();
    await page.getByText('The sign-in works.').waitFor();
    await goTo(radio('Optional'), 'Shift+Tab');
    await keyboard.press('ArrowDown');
    await goTo(save);
    await keyboard.press('Enter');
    await page.getByText('Single sign-on is saved.').waitFor();
    const stored = await findProvider(service.db, account.id);
    assert.deepEqual([stored?.mode, stored?.default_role], ['required', chosenRole]);
    assert.deepEqual(faults, []);
    await context.close();
  });

  test('an owner chooses SAML, gives metadata by a file, tests it and comes by it over http on this machine', async () => {
    const { account, domain, email, owner } = await begin('saml-boss');
    await manage(service, owner, 'DELETE', '/sso');
    using provider = await startSamlPage();
    const visit = { who: owner, path: '/single-sign-on' };
    const { page, context, faults } = await visitConsole(browser, service, account.id, visit);
    await choose(page, 'SAML 2.0');
    const entityId = `${service.url}/sso/saml/${account.id}/metadata`;
    assert.equal(await page.getByLabel('Entity id and audience').inputValue(), entityId);
    const downloads = page.waitForEvent('download');
    await page.getByText('Download our metadata').click();
    assert.equal((await downloads).suggestedFilename(), 'metadata.xml');
    const chooses = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose the file' }).click();
    const buffer = Buffer.from(provider.metadata);
    await (await chooses).setFiles({ name: 'idp.xml', mimeType: 'application/xml', buffer });
    await choose(page, 'Optional');
    await page.getByRole('button', { name: 'Save single sign-on' }).click();
    await page.getByText('CN=Signing', { exact: true }).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    for (const [attributes, told] of [
      [{ mail: 'eve@example.org' }, 'The provider vouches for no e-mail address of your domains.'],
      [{ mail: email }, 'The sign-in works. It gives the role: Viewer.'],
    ] as const) {
      provider.person = { nameId: 'boss', attributes };
      const opened = page.waitForEvent('popup');
      await page.getByRole('button', { name: 'Begin the test' }).click();
      const popup = await opened;
      await popup.waitForURL(`${service.url}/sso/saml/acs`);
      await popup.close();
      await page.getByText(told).waitFor();
    }
    assert.deepEqual(faults, []);
    const newcomer = `new@${domain}`;
    provider.person = { nameId: 'new', attributes: { mail: newcomer } };
    await context.clearCookies();
    await page.goto(`${service.url}/console/projects`);
    await page.keyboard.type(newcomer);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${service.url}/console/projects`);
    await page.getByRole('heading', { name: 'Projects' }).first().waitFor();
    await context.close();
  });

  test('others than owners are told whom to ask', async () => {
    const { account } = await begin('asked');
    const { page, faults } = await visitConsole(browser, service, account.id, {
      ...{ rights: { role: 'admin' }, path: '/single-sign-on', isPhone: true },
    });
    await page.getByText('Only owners of the account set up single sign-on.').waitFor();
    assert.deepEqual(await axeViolations(page), []);
    assert.deepEqual(faults, []);
    await page.context().close();
  });

  for (const [language, isDark] of [
    ['ar', true],
    ['ja', false],
  ] as const) {
    test(`${language}: on a phone nothing scrolls sideways`, async () => {
      const { account, owner } = await begin(`phone-${language}`);
      const { page, faults } = await visitConsole(browser, service, account.id, {
        ...{ who: owner, path: '/single-sign-on', isPhone: true, language, isDark },
      });
      await page.locator('[name=issuer]').waitFor();
      assert.deepEqual(await axeViolations(page), []);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
      assert.deepEqual(faults, []);
      await page.context().close();
    });
  }

  test('somebody links their sign-in in their profile, comes by it, and proves it anew for what needs that', async () => {
    const { account, owner, domain } = await begin('owner-of-linking');
    const { data } = (await manage(service, owner, 'GET', '/sso')).body;
    const { issuer, client_id, default_role, mapping, creates_users } = data;
    await manage(service, owner, 'PUT', '/sso', {
      body: { issuer, client_id, default_role, mapping, creates_users, mode: 'optional' },
    });
    const email = `linker@${domain}`;
    service.provider.people.set('linker', { email, email_verified: true });
    const who = await givenSession(service.db, await givenMember(service.db, account.id, { role: 'admin' }, { email }));
    const { page, context } = await visitConsole(browser, service, account.id, { who, path: '/profile' });
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Link single sign-on' }).click();
    const popup = await opened;
    await signInThere(popup, 'linker');
    await popup.getByText('Your sign-in is linked').waitFor();
    await popup.close();
    await page.getByText(`Linked as: ${email}`).waitFor();
    assert.deepEqual(await axeViolations(page), []);
    await context.clearCookies({ name: 'session' });
    await page.goto(`${service.url}/console/tokens`);
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${service.url}/console/tokens`);
    const long = new Date(Date.now() - 3_600_000).toISOString();
    await service.db.updateTable('sessions').set({ confirmed_at: long }).where('user_id', '=', who.userId).execute();
    await page.getByRole('button', { name: 'Create token' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Nightly');
    await dialog.getByRole('button', { name: 'Create token' }).click();
    const again = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Go on with single sign-on' }).click();
    const confirming = await again;
    await signInThere(confirming, 'linker');
    await confirming.getByText('You have signed in again').waitFor();
    await page
      .getByText(/rs_(live|manage)_/)
      .first()
      .waitFor();
    await context.close();
  });
});
