import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { givenAccount } from '../../support/accounts.ts';
import { givenConsoleFolder, picture, script } from '../../support/console-folder.ts';
import { givenSignedIn, type SignedInMember } from '../../support/manage.ts';
import { givenUser, password, sendForm } from '../../support/people.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { fetchUndecoded } from '../../support/undecoded.ts';

describe('the console', () => {
  let service: TestService;
  let who: SignedInMember;
  const built = givenConsoleFolder();
  before(async () => {
    await built.build();
    service = await startTestService('sqlite', { console: { folder: built.folder, isBeingBuilt: () => false } });
    who = await givenSignedIn(service.db, (await givenAccount(service.db)).id);
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
    await built[Symbol.asyncDispose]();
  });
  const open = (path: string, headers: Record<string, string> = {}) => service.call('GET', path, { headers });

  test('whoever is signed in gets its page at every path, with a nonce of its own', async () => {
    const nonces = [];
    for (const path of ['/console', '/console/', '/console/projects', '/console/reports/rep_1?tab=pdf']) {
      const { status, headers, text } = await open(path, who.headers);
      assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8']);
      assert.equal(headers.get('cache-control'), 'private, no-store');
      assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
      const [, nonce = ''] = /nonce="([\w-]{22})"/.exec(text) ?? [];
      nonces.push(nonce);
      assert.equal(
        headers.get('content-security-policy'),
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'`,
      );
      assert.ok(text.includes('src="/console/assets/app-1.js"') && text.includes('content=""'));
    }
    assert.equal(new Set(nonces).size, 4);
  });

  test('others sign in first, and then are where they wanted to go', async () => {
    const { email } = await givenUser(service.db);
    const wanted = '/console/projects/prj_1?tab=layout&q=%2F';
    const led = await open(wanted);
    const form = led.headers.get('location') ?? '';
    assert.deepEqual([led.status, form], [303, `/console/sign-in?to=${encodeURIComponent(wanted)}`]);
    const wrong = await sendForm(service.url + form, { email, password: 'not this one' });
    assert.equal(wrong.status, 403);
    const entered = await sendForm(service.url + form, { email, password });
    assert.deepEqual([entered.status, entered.headers.get('location')], [303, wanted]);
    const known = await open(form, who.headers);
    assert.deepEqual([known.status, known.headers.get('location')], [303, wanted], 'who is signed in already');
  });

  test('signing in leads nowhere but into the console', async () => {
    const elsewhere = [
      ...[
        '',
        '/',
        '//evil.example',
        '/\\evil.example',
        '\\\\evil.example',
        'https://evil.example/console',
        'https:evil',
      ],
      ...['javascript:alert(1)', '/\t/evil.example', '/docs', '/consoles', '/console/../docs', '/console/%2e%2e/docs'],
      ...[
        '/console/..//evil.example',
        `/console/${'x'.repeat(2_000)}`,
        ' //evil.example',
        '/console\u0000@evil.example:x',
      ],
    ];
    for (const to of elsewhere) {
      const { headers } = await open(`/console/sign-in?to=${encodeURIComponent(to)}`, who.headers);
      assert.equal(headers.get('location'), '/console', to);
    }
    const twice = await open('/console/sign-in?to=/console/a&to=//evil.example', who.headers);
    assert.equal(twice.headers.get('location'), '/console');
    const header = await open(
      `/console/sign-in?to=${encodeURIComponent('/console/a\r\nset-cookie: x=y')}`,
      who.headers,
    );
    assert.deepEqual(
      [header.headers.get('location'), header.headers.get('set-cookie')],
      ['/console/aset-cookie:%20x=y', null],
    );
  });

  test('its files are kept for a year, in the encoding that is asked for', async () => {
    const get = (path: string, accepted: string) =>
      fetch(`${service.url}/console/assets/${path}`, { headers: { 'accept-encoding': accepted } });
    for (const [name, type] of [
      ['app-1.js', 'text/javascript; charset=utf-8'],
      ['style-2.css', 'text/css; charset=utf-8'],
      ['mark-3.png', 'image/png'],
    ] as const) {
      const { status, headers } = await get(name, 'identity');
      assert.deepEqual([status, headers.get('content-type')], [200, type]);
      assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.equal(headers.get('vary'), name.endsWith('.png') ? null : 'accept-encoding');
      assert.equal(headers.get('content-encoding'), null);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('set-cookie'), null);
    }
    for (const [accepted, encoding, decode] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip', 'gzip', gunzipSync],
      ['gzip;q=0', null, (bytes: Buffer) => bytes],
    ] as const) {
      const answer = await fetchUndecoded(`${service.url}/console/assets/app-1.js`, accepted);
      assert.equal(answer.encoding, encoding, accepted);
      assert.equal(decode(answer.bytes).toString(), script);
    }
    const png = await fetchUndecoded(`${service.url}/console/assets/mark-3.png`, 'gzip, br');
    assert.deepEqual([png.encoding, png.bytes], [null, picture], 'what is compressed stays as it is');
    for (const name of ['notes.txt', 'none.js', '%2e%2e%2findex.html', '..%2f..%2f..%2fpackage.json', '__proto__']) {
      assert.equal((await get(name, 'gzip')).status, 404, name);
    }
    const many = await Promise.all(Array.from({ length: 150 }, () => get('app-1.js', 'gzip')));
    assert.ok(
      many.every(({ status }) => status === 200),
      'nobody counts them',
    );
  });
});

test('below a path of a proxy all addresses have it', async () => {
  await using built = givenConsoleFolder();
  await built.build();
  await using service = await startTestService('sqlite', {
    environment: { PUBLIC_URL: 'https://agency.example/reports/' },
    console: { folder: built.folder, isBeingBuilt: () => false },
  });
  const who = await givenSignedIn(service.db, (await givenAccount(service.db)).id);
  const cookie = who.headers.cookie?.replace('session=', '__Host-session=') ?? '';
  const { text } = await service.call('GET', '/console/projects', { headers: { cookie } });
  assert.ok(text.includes('content="/reports"') && text.includes('src="/reports/console/assets/app-1.js"'), text);
  const led = await service.call('GET', '/console/projects');
  const form = '/reports/console/sign-in?to=%2Freports%2Fconsole%2Fprojects';
  assert.equal(led.headers.get('location'), form);
  const onward = await service.call('GET', form.slice('/reports'.length), { headers: { cookie } });
  assert.equal(onward.headers.get('location'), '/reports/console/projects');
  const outside = await service.call('GET', '/console/sign-in?to=/console/projects', { headers: { cookie } });
  assert.equal(outside.headers.get('location'), '/reports/console');
});

test('without a build a page says how to make one, or that it is being made; then the console is there', async () => {
  await using built = givenConsoleFolder();
  let isBeingBuilt = false;
  await using service = await startTestService('sqlite', {
    console: { folder: built.folder, isBeingBuilt: () => isBeingBuilt },
  });
  const { headers } = await givenSignedIn(service.db, (await givenAccount(service.db)).id);
  const open = (more = {}) => service.call('GET', '/console', { headers: { ...headers, ...more } });
  const unbuilt = await open();
  assert.equal(unbuilt.status, 404);
  assert.match(unbuilt.text, /npm ci &#38;&#38; npm run build:console/);
  assert.match((await open({ 'accept-language': 'de' })).text, /Die Konsole ist nicht gebaut/);
  isBeingBuilt = true;
  const building = await open();
  assert.deepEqual([building.status, building.headers.get('retry-after')], [503, '2']);
  assert.match(building.text, /<meta http-equiv="refresh" content="2">/);
  assert.equal((await service.call('GET', '/api/v1/')).status, 401, 'the API does not wait');
  assert.equal((await service.call('GET', '/console/assets/app-1.js')).status, 404);
  await built.build();
  assert.match((await open()).text, /<title>Console</);
  await built.build('Newer');
  assert.match((await open()).text, /<title>Newer</);
});
