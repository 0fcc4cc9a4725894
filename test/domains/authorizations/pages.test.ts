import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages, messagesFor } from '../../../src/domains/authorizations/messages/messages.ts';
import {
  noClientPage,
  outcomePage,
  tooManyRequestsPage,
  unknownPage,
} from '../../../src/domains/authorizations/pages.ts';
import { removeOAuthClient } from '../../../src/domains/connections/oauth-clients.ts';
import { startTestService } from '../../support/service.ts';
import { startSignInService, TestBrowser, vendorAddress } from '../../support/sign-in.ts';

const hostile = '</dd><script>alert(1)</script>"\'&\u202e\r\nSet-Cookie: x=y';
const unknownToken = 'x'.repeat(43);

test('pages are not kept, indexed or framed, run nothing, and show hostile names as text', async () => {
  await using service = await startSignInService('sqlite');
  const link = await service.givenLink({ name: hostile }, hostile.replace(/[\r\n]/g, ' '));
  const browser = new TestBrowser();
  const shown = await browser.open(link.address);
  const onward = await browser.open(link.address, '');
  for (const page of [shown, onward, await browser.open(`${service.url}/oauth/connect/${unknownToken}`)]) {
    assert.equal(page.headers.get('cache-control'), 'private, no-store');
    assert.equal(page.headers.get('x-robots-tag'), 'noindex, nofollow');
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    );
    assert.match(page.text, /<meta name="viewport"/);
    assert.ok(!/<script|Set-Cookie: x=y\r?\n\r?\n/.test(page.text));
  }
  assert.match(shown.text, /<bdi>&#60;\/dd&#62;&#60;script&#62;/);
  assert.equal(shown.headers.getSetCookie().length, 1);
  assert.match(
    shown.headers.getSetCookie()[0] ?? '',
    /^report_sign_in_[0-9a-f]{16}=[\w-]{43}; Path=\/oauth; Max-Age=1800; HttpOnly; SameSite=Lax$/,
  );
});

test('behind a proxy with TLS and a prefix, cookie and redirect address are those of the public address', async () => {
  await using service = await startSignInService('sqlite', { PUBLIC_URL: 'https://agency.example/reports' });
  const link = await service.givenLink();
  const address = `${service.url}${new URL(link.address).pathname}`;
  const shown = await fetch(address);
  const cookie = shown.headers.getSetCookie()[0] ?? '';
  assert.match(cookie, /; Path=\/reports\/oauth; Max-Age=1800; HttpOnly; SameSite=Lax; Secure$/);
  const headers = { cookie: cookie.split(';')[0] ?? '', 'content-type': 'application/x-www-form-urlencoded' };
  const onward = await fetch(address, {
    method: 'POST',
    headers: { ...headers, origin: 'https://agency.example' },
    body: '',
  });
  const [text, url] = [await onward.text(), onward.url];
  const asked = new URL(vendorAddress({ text, url, status: onward.status, headers: onward.headers }));
  assert.equal(asked.searchParams.get('redirect_uri'), 'https://agency.example/reports/oauth/callback');
  // The vendor knows another address of this client, and must not lead there.
  const refused = await fetch(asked, { redirect: 'manual' });
  assert.deepEqual([refused.status, refused.headers.get('location')], [400, null]);
});

test('what is wrong with an address is a page that says what to do, never a stack or JSON', async () => {
  await using service = await startSignInService('sqlite');
  const browser = new TestBrowser();
  const link = await service.givenLink();
  for (const [path, status] of [
    [`/oauth/connect/${unknownToken}`, 404],
    ['/oauth/connect/', 404],
    ['/oauth/connect/%00', 404],
    [`/oauth/connect/${'y'.repeat(3_000)}`, 404],
    ['/oauth/else', 404],
    ['/oauth/callback', 404],
    ['/oauth/callback?state=', 404],
    ['/oauth/callback?state=a&state=b', 404],
    [`/oauth/callback?state=${unknownToken}&code=x`, 404],
    ['/oauth/callback?state=%0d%0aSet-Cookie:%20x=y', 404],
  ] as const) {
    const page = await browser.open(service.url + path);
    assert.deepEqual([page.status, page.text], [status, unknownPage(messagesFor(undefined)).html], path);
    assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.deepEqual(page.headers.getSetCookie(), []);
  }
  const head = await fetch(`${service.url}/oauth/callback?state=${unknownToken}`, { method: 'HEAD' });
  assert.ok([404, 405].includes(head.status), 'nobody takes an answer by looking at its headers');
  const long = await browser.open(link.address, 'x='.padEnd(2_000, 'x'));
  assert.deepEqual([long.status, /<h1>The page cannot be shown/.test(long.text)], [413, true]);
  await browser.open(link.address);
  await removeOAuthClient(service.db, 'google');
  const gone = await browser.open(link.address, '');
  assert.deepEqual([gone.status, /not registered with Google any more/.test(gone.text)], [503, true]);
});

test('the pages are in the language that the browser asks for, in ten of them', async () => {
  await using service = await startSignInService('sqlite');
  const link = await service.givenLink({ name: 'Suche' });
  const titles = new Set<string>();
  for (const language of languages) {
    const page = await fetch(link.address, { headers: { 'accept-language': `xx, ${language}-XX;q=0.9, en;q=0.1` } });
    const text = await page.text();
    assert.match(text, new RegExp(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`));
    assert.match(text, /<bdi>Suche<\/bdi>/);
    assert.equal(page.headers.get('vary'), 'Accept-Language');
    titles.add(/<h1>(.*)<\/h1>/.exec(text)?.[1] ?? '');
  }
  assert.equal(titles.size, 10);
  const german = await fetch(`${service.url}/oauth/connect/${unknownToken}`, { headers: { 'accept-language': 'de' } });
  assert.match(await german.text(), /Dieser Link führt nirgendwohin/);
});

test('why a sign-in failed is said in every language; what a vendor answered is passed on as it is', () => {
  const english = messagesFor('en');
  for (const language of languages) {
    const messages = messagesFor(language);
    const reasons = ['refused', 'no_client', 'connection_removed', undefined] as const;
    const failures = reasons.map((reason) => ({
      ...{ status: 'failed' as const, message: 'Vendor: code 17.', ...(reason && { reason }) },
    }));
    const incomplete = { status: 'incomplete', message: 'Not everything.' } as const;
    for (const outcome of [...failures, incomplete, { status: 'denied', message: 'No.' } as const]) {
      const page = outcomePage(outcome, 'Meta', 'P', 'C');
      const { html } = page(messages);
      assert.equal(html.includes('code 17'), outcome.status === 'failed' && !outcome.reason);
      if (language !== 'en')
        assert.notEqual(/<main>[\s\S]*<\/main>/.exec(html)?.[0], /<main>[\s\S]*<\/main>/.exec(page(english).html)?.[0]);
    }
    assert.match(noClientPage('Meta')(messages).html, /Meta/);
  }
});

test('one address has 120 requests a minute over all links', async () => {
  await using service = await startTestService('sqlite', { environment: { TRUST_PROXY: 'on' } });
  const call = (address: string, path = `/oauth/connect/${unknownToken}`) =>
    service.call('GET', path, { headers: { 'x-forwarded-for': address } });
  const borne = await Promise.all(Array.from({ length: 120 }, () => call('198.51.100.7')));
  assert.deepEqual(new Set(borne.map(({ status }) => status)), new Set([404]));
  for (const path of [undefined, '/oauth/callback']) {
    const { status, headers, text } = await call('198.51.100.7', path);
    assert.deepEqual([status, text], [429, tooManyRequestsPage(messagesFor(undefined)).html]);
    assert.ok(Number(headers.get('retry-after')) >= 1);
  }
  assert.equal((await call('198.51.100.8')).status, 404);
});
