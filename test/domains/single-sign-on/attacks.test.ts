import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import { openProviderNetwork } from '../../../src/domains/single-sign-on/provider-network.ts';
import { findUserByEmail } from '../../../src/domains/users/users.ts';
import { engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { clientOfProvider, newKey, signInAtProvider, tokenOf } from '../../support/identity-provider.ts';
import { type Page, TestBrowser, vendorAddress } from '../../support/sign-in.ts';
import {
  enterEmail,
  type SignOnAccount,
  type SignOnService,
  signOn,
  startSignOnService,
  untilAnswer,
} from '../../support/sign-on.ts';

let last = 0;

for (const engine of engines) {
  describe(`${engine}: attacks on single sign-on`, () => {
    let service: SignOnService;
    let own: SignOnAccount;
    before(async () => {
      service = await startSignOnService(engine);
    });
    after(async () => await service[Symbol.asyncDispose]());
    afterEach(() => service.provider.reset());

    /** An account whose provider nobody has asked yet, and somebody there. */
    async function begin() {
      own = await service.givenSignOn();
      const login = `attacked-${++last}`;
      const email = `${login}@${own.domain}`;
      service.provider.people.set(login, { email, email_verified: true });
      return { login, email };
    }
    const isNobody = async (email: string) => (await findUserByEmail(service.db, email)) === undefined;
    const lastReason = async () => {
      const row = await service.db
        .selectFrom('audit_log')
        .select('details')
        .where('account_id', '=', own.account.id)
        .where('action', '=', 'sso.fail')
        .orderBy('id', 'desc')
        .executeTakeFirst();
      return row && JSON.parse(row.details).reason;
    };
    /** Refused for the reason, with neither user nor session. */
    const refused = async (page: Page, email: string, reason: string) => {
      assert.ok(page.status === 403 || page.status === 503, `${page.status} ${page.url}`);
      assert.equal(await lastReason(), reason);
      assert.ok(await isNobody(email));
      assert.ok(!page.headers.getSetCookie().some((line) => /^(__Host-)?session=\w/.test(line)));
    };

    test('an answer counts once, in the browser that began, and with its state', async () => {
      const { login, email } = await begin();
      const browser = new TestBrowser();
      const answer = await untilAnswer(browser, service.url, email, login);
      const other = await new TestBrowser().open(answer);
      assert.match(other.text, /was begun elsewhere/);
      assert.ok(await isNobody(email));
      const forged = new URL(answer);
      forged.searchParams.set('state', 'x'.repeat(43));
      const cookies = new TestBrowser();
      await enterEmail(cookies, service.url, email);
      assert.match((await cookies.open(forged.href)).text, /was begun elsewhere/);
      assert.match((await cookies.open(answer)).text, /was begun elsewhere/, "another attempt's answer");
      assert.equal(new URL((await browser.open(answer)).url).pathname, '/console');
      assert.match((await browser.open(answer)).text, /was begun elsewhere/, 'the cookie is gone');
    });

    test('a cookie that somebody kept is worth nothing a second time, nor after ten minutes', async (context) => {
      const { login, email } = await begin();
      const answer = await sendEmail(email);
      const [cookie = ''] = /sso=[\w.-]+/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
      const [, onward = ''] = /url=([^"]+)"/.exec(await answer.text()) ?? [];
      const back = await signInAtProvider(new TestBrowser(), onward.replaceAll('&#38;', '&'), service.url, login);
      const take = () => fetch(back, { headers: { cookie }, redirect: 'manual' });
      assert.equal((await take()).status, 303);
      const again = await take();
      assert.deepEqual([again.status, await lastReason()], [403, undefined]);
      const fresh = await sendEmail(email);
      const [late = ''] = /sso=[\w.-]+/.exec(fresh.headers.get('set-cookie') ?? '') ?? [];
      const [, state = ''] = /state=([\w-]+)/.exec(await fresh.text()) ?? [];
      context.mock.timers.enable({ apis: ['Date'], now: Date.now() + 11 * 60_000 });
      const expired = await fetch(`${service.url}/sso/callback?state=${state}&code=x`, { headers: { cookie: late } });
      assert.equal(expired.status, 403);
      assert.match(await expired.text(), /took too long/);
    });

    function sendEmail(email: string) {
      const headers = { 'sec-fetch-site': 'same-origin' };
      const body = new URLSearchParams({ email });
      return fetch(`${service.url}/console/sign-in`, { method: 'POST', headers, body });
    }

    test('the cookie is sealed, for this host alone and kept from scripts', async () => {
      const { email } = await begin();
      const [line = ''] = (await sendEmail(email)).headers.getSetCookie();
      assert.match(line, /^sso=[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
      assert.ok(
        !Buffer.from(line.slice(4).split(';')[0] ?? '', 'base64url')
          .toString()
          .includes('verifier'),
      );
    });

    test('the answer of another issuer is refused, and one that names none (RFC 9207)', async () => {
      const { login, email } = await begin();
      for (const iss of ['https://evil.example', null]) {
        const browser = new TestBrowser();
        const answer = new URL(await untilAnswer(browser, service.url, email, login));
        if (iss === null) answer.searchParams.delete('iss');
        else answer.searchParams.set('iss', iss);
        await refused(await browser.open(answer.href), email, 'invalid_answer');
      }
    });

    test('a code bound to another verifier, and a parameter given twice, are refused', async () => {
      const { login, email } = await begin();
      const [one, other] = [new TestBrowser(), new TestBrowser()];
      const stolen = new URL(await untilAnswer(one, service.url, email, login));
      const mine = new URL(await untilAnswer(other, service.url, email, login));
      const doubled = `${mine.href}&code=${stolen.searchParams.get('code')}`;
      mine.searchParams.set('code', stolen.searchParams.get('code') ?? '');
      await refused(await other.open(mine.href), email, 'refused');
      await refused(await one.open(`${stolen.href}&state=x`), email, 'invalid_answer');
      assert.match((await other.open(doubled)).text, /was begun elsewhere/);
    });

    test('ID tokens are refused with another nonce, audience, issuer, subject, key or time, or with none of them', async () => {
      const { login, email } = await begin();
      const { key } = service.provider;
      const stranger = newKey(key.publicKey.kid);
      const now = Math.floor(Date.now() / 1000);
      type Claims = Record<string, unknown>;
      const forgeries: readonly [what: string, forge: (claims: Claims) => string][] = [
        ['another nonce', (claims) => tokenOf({ ...claims, nonce: 'x' }, key)],
        ['no nonce', ({ nonce: _nonce, ...claims }) => tokenOf(claims, key)],
        ['another audience', (claims) => tokenOf({ ...claims, aud: 'somebody-else' }, key)],
        ['several audiences without azp', (claims) => tokenOf({ ...claims, aud: [claims.aud, 'b'], azp: 'b' }, key)],
        ['another issuer', (claims) => tokenOf({ ...claims, iss: 'https://evil.example' }, key)],
        ['no subject', ({ sub: _sub, ...claims }) => tokenOf(claims, key)],
        ['over for long', (claims) => tokenOf({ ...claims, iat: now - 900, exp: now - 300 }, key)],
        ['not yet', (claims) => tokenOf({ ...claims, nbf: now + 600 }, key)],
        ['another key under the same name', (claims) => tokenOf(claims, stranger)],
        ['alg none', (claims) => tokenOf(claims, key, { alg: 'none' }, () => Buffer.alloc(0))],
        ['a key in its own header', (claims) => tokenOf(claims, stranger, { jwk: stranger.publicKey, kid: 'x' })],
        ['keys at an address of its own', (claims) => tokenOf(claims, stranger, { jku: 'https://evil.example/jwks' })],
        [
          "signed with the client's secret",
          (claims) => tokenOf(claims, key, { alg: 'HS256' }, hmac(clientOfProvider.client_secret)),
        ],
        [
          'signed with the public key as a secret',
          (claims) => tokenOf(claims, key, { alg: 'HS256' }, hmac(JSON.stringify(key.publicKey))),
        ],
        ['no token', () => 'x.y.z'],
      ];
      for (const [what, forge] of forgeries) {
        service.provider.forge = forge;
        const page = await signOn(new TestBrowser(), service, email, login);
        assert.equal(page.status, 403, what);
        await refused(page, email, 'invalid_answer');
      }
      service.provider.forge = (claims) => tokenOf({ ...claims, exp: now - 30, iat: now - 90 }, key);
      assert.equal(
        (await signOn(new TestBrowser(), service, email, login)).status,
        200,
        'clocks may differ by a minute',
      );
    });

    const hmac = (secret: string) => (signed: string) => createHmac('sha256', secret).update(signed).digest();

    test('a new key of the provider is asked for once a minute at most, and then works', async () => {
      const { login, email } = await begin();
      const next = newKey('next');
      const asked = () => service.provider.asked.filter((path) => path === '/jwks').length;
      await signOn(new TestBrowser(), service, email, login);
      const known = asked();
      await signOn(new TestBrowser(), service, email, login);
      assert.equal(asked(), known, 'it is kept');
      service.provider.forge = (claims) => tokenOf(claims, newKey('unknown'));
      for (let tries = 0; tries < 3; tries++) {
        assert.equal((await signOn(new TestBrowser(), service, email, login)).status, 403);
      }
      assert.ok(asked() - known <= 1, 'whatever keys tokens name');
      const fresh = await begin();
      service.provider.tamper = (path, body) => (path === '/jwks' ? { keys: [next.publicKey] } : body);
      service.provider.forge = (claims) => tokenOf(claims, next);
      assert.equal((await signOn(new TestBrowser(), service, fresh.email, fresh.login)).status, 200);
    });

    test('a provider that is down, slow, huge or answers nonsense is told as such, and sooner than browsers give up', async () => {
      const { email } = await begin();
      const entered = () => enterEmail(new TestBrowser(), service.url, email);
      service.provider.tamper = () => ({ padding: 'x'.repeat(600_000) });
      assert.equal((await entered()).status, 403, 'huge');
      service.provider.tamper = (_path, body) => ({ ...body, issuer: 'https://evil.example' });
      assert.equal((await entered()).status, 403, 'another issuer');
      service.provider.tamper = (_path, body) => ({ ...body, jwks_uri: undefined });
      assert.equal((await entered()).status, 403, 'no keys');
      service.provider.tamper = (_path, body) => ({ ...body, authorization_endpoint: 'javascript:alert(1)' });
      assert.equal((await entered()).status, 403, 'no page');
      service.provider.tamper = () => 'nonsense';
      assert.equal((await entered()).status, 403, 'no JSON');
      service.provider.reset();
      const { promise, resolve } = Promise.withResolvers<void>();
      service.provider.before = () => promise;
      const late = await entered();
      resolve();
      assert.equal(late.status, 503, 'slow');
      assert.match(late.text, /does not answer/);
      assert.match(late.text, /way=password/);
    });

    test('however many begin at once while a provider is slow, it is asked once', async () => {
      const { email } = await begin();
      const { promise, resolve } = Promise.withResolvers<void>();
      const before = service.provider.asked.length;
      service.provider.before = () => promise;
      const begun = Array.from({ length: 20 }, () => enterEmail(new TestBrowser(), service.url, email));
      await eventually(() => service.provider.asked.length > before);
      // Another request, so that those that began before it have come as far as they get.
      await fetch(`${service.url}/console/sign-in`);
      resolve();
      assert.deepEqual(new Set((await Promise.all(begun)).map(({ status }) => status)), new Set([200]));
      assert.equal(service.provider.asked.length - before, 1);
    });

    test('keys and tokens that do not come end the sign-in, and the next one works', async () => {
      const { login, email } = await begin();
      for (const path of ['/token', '/jwks']) {
        service.provider.before = async (asked) => {
          if (asked === path) throw Object.assign(new Error('down'), { status: 503, expose: false });
        };
        await refused(await signOn(new TestBrowser(), service, email, login), email, 'unreachable');
      }
      service.provider.reset();
      assert.equal((await signOn(new TestBrowser(), service, email, login)).status, 200);
    });

    test('no provider leads the service to private addresses, also not by its metadata', async () => {
      const { email } = await begin();
      await service.db
        .updateTable('accounts')
        .set({ allowed_networks: '[]' })
        .where('id', '=', own.account.id)
        .execute();
      const page = await enterEmail(new TestBrowser(), service.url, email);
      assert.equal(page.status, 403);
      await using network = await openProviderNetwork(service.db, { network: networkOf() }, own.account.id);
      await assert.rejects(network.fetch('http://169.254.169.254/latest/meta-data'), { kind: 'invalid_config' });
      await assert.rejects(network.fetch('http://10.0.0.1/'), { kind: 'invalid_config' });
    });

    function networkOf() {
      return { allowedNetworks: [], ownServices: [], ownBucket: null, systemAddresses: {} };
    }

    test('settings that change meanwhile, and single sign-on that is switched off, end what is under way', async () => {
      const { login, email } = await begin();
      const browser = new TestBrowser();
      const answer = await untilAnswer(browser, service.url, email, login);
      await service.db
        .updateTable('sso_providers')
        .set({ revision: 99 })
        .where('account_id', '=', own.account.id)
        .execute();
      await refused(await browser.open(answer), email, 'off');
      const next = await untilAnswer(browser, service.url, email, login);
      await service.db
        .updateTable('sso_providers')
        .set({ mode: 'off' })
        .where('account_id', '=', own.account.id)
        .execute();
      await refused(await browser.open(next), email, 'off');
      assert.match((await enterEmail(browser, service.url, email)).text, /type="password"/);
    });

    test('a wrong secret of the client is told as a fault of the settings', async () => {
      const { login, email } = await begin();
      const secret = service.vault.seal(own.account.id, 'not-the-secret');
      await service.db.updateTable('sso_providers').set({ secret }).where('account_id', '=', own.account.id).execute();
      const page = await signOn(new TestBrowser(), service, email, login);
      await refused(page, email, 'client_refused');
      assert.match(page.text, /do not fit together/);
      assert.ok(!service.log.join('').includes('not-the-secret'));
    });

    test('where people go on to is a path of the console, whatever the address says', async () => {
      const { login, email } = await begin();
      const browser = new TestBrowser();
      const path = `/console/sign-in?to=${encodeURIComponent('//evil.example/x')}`;
      const onward = vendorAddress(await enterEmail(browser, service.url, email, path));
      const back = await signInAtProvider(browser, onward, service.url, login);
      assert.equal((await browser.open(back)).url, `${service.url}/console`);
    });
  });
}
