import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { notFoundPage } from '../../../src/domains/shares/pages.ts';
import { passwordPage as pageOf } from '../../../src/domains/shares/password-page.ts';
import { hashPassword } from '../../../src/domains/shares/passwords.ts';
import { createShare, listShares, revokeShare } from '../../../src/domains/shares/shares.ts';
import { verifyPassword } from '../../../src/platform/passwords.ts';
import { engines, withoutPostgres } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { givenExport, smallDocument } from '../../support/outcomes.ts';
import { givenInstallation, startCommand } from '../../support/process.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { cookieOf, enterPassword, givenSharedReport, password } from '../../support/shares.ts';
import { test, usually } from '../../support/suite.ts';

const front = { locale: 'en-US', name: null, accentColor: null, logo: null };
const passwordPage = pageOf(front);
const wrongPasswordPage = pageOf(front, 'wrong');
const tooManyTriesPage = pageOf(front, 'tooMany');
const publicUrl = 'https://reports.example.com/agency';

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: guest links with a password`, () => {
    let service: TestService;
    before(async () => {
      service = await startTestService(engine, { environment: { TRUST_PROXY: 'on' } });
    });
    after(() => service[Symbol.asyncDispose]());

    /** Each caller has its own address, so that no test uses up another's attempts. */
    let callers = 0;
    const given = async (options: Parameters<typeof givenSharedReport>[1] = {}) => {
      const shared = await givenSharedReport(service, { password, ...options });
      const address = { 'x-forwarded-for': `192.0.2.${callers++}` };
      const url = service.url + shared.path;
      return {
        ...shared,
        url,
        enter: (text: string, headers: Record<string, string> = {}) =>
          enterPassword(url, text, { ...address, ...headers }),
        open: (cookie: string, path = '') => fetch(url + path, { headers: { cookie }, redirect: 'manual' }),
      };
    };

    test('a guest sees the page that asks for it, which reveals nothing about the report', async () => {
      const { url } = await given({ document: smallDocument({ title: 'Secret merger' }) });
      const response = await fetch(url);
      assert.equal(response.status, 200);
      const text = await response.text();
      assert.equal(text, passwordPage.html, 'the same for every link');
      assert.doesNotMatch(text, /merger/);
      assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-/);
      assert.equal(response.headers.get('cache-control'), 'private, no-store');
      assert.equal(response.headers.get('x-robots-tag'), 'noindex, nofollow');
    });

    test('the right password leads to the report, with a cookie for this link, this site and an hour', async () => {
      const { enter, open, path } = await given({ document: smallDocument({ title: 'The figures' }) });
      const entered = await enter(password);
      assert.equal(entered.status, 303);
      assert.equal(new URL(entered.headers.get('location') ?? '', service.url + path).pathname, path);
      const [cookie = ''] = entered.headers.getSetCookie();
      assert.match(cookie, /^report_guest=\d+\.[\w-]{43}; /);
      assert.ok(cookie.endsWith(`; Path=${path}; Max-Age=3600; HttpOnly; SameSite=Lax`), cookie);
      assert.match(await (await open(cookieOf(entered))).text(), /The figures/);
    });

    test('a password typed with composed or decomposed letters is the same', async () => {
      const { enter } = await given({ password: 'größer-als-gestern' });
      assert.equal((await enter('größer-als-gestern'.normalize('NFD'))).status, 303);
    });

    test('a wrong, empty or missing password is 403 with the same page and a note, and sets no cookie', async () => {
      const { enter, url } = await given();
      const answers = [await enter('wrong password'), await enter(''), await fetch(url, { method: 'POST' })];
      for (const response of answers) {
        assert.equal(response.status, 403);
        assert.equal(await response.text(), wrongPasswordPage.html);
        assert.deepEqual(response.headers.getSetCookie(), []);
      }
    });

    test('neither the page that asks nor a wrong password counts as a view', async () => {
      const { url, enter, open, reportId } = await given();
      await fetch(url);
      await enter('wrong password');
      await open(cookieOf(await enter(password)));
      const counted = await eventually(
        async () => (await listShares(service.db, 'report', reportId))[0]?.view_count || false,
      );
      assert.equal(counted, 1);
    });

    test('without the password a download redirects to the page that asks for it, whether the file exists or not', async () => {
      const { account, projectId, objects, reportId, open, enter, path } = await given();
      await givenExport(service.db, objects, account, projectId, { bytes: Buffer.from('%PDF'), reportId });
      for (const format of ['pdf', 'doc', 'nothing']) {
        const response = await open('', `/download/${format}`);
        assert.equal(response.status, 303);
        const { pathname } = new URL(response.headers.get('location') ?? '', response.url);
        assert.equal(pathname, path);
        assert.equal(await response.text(), '');
      }
      const cookie = cookieOf(await enter(password));
      assert.equal(await (await open(cookie, '/download/pdf')).text(), '%PDF');
      assert.equal((await open(cookie, '/download/doc')).status, 404);
    });

    test('a cookie of another link, a forged one, and one past its hour open nothing', async () => {
      const mine = await given();
      const other = await given();
      const cookie = cookieOf(await mine.enter(password));
      const [, until = '', signature = ''] = /=(\d+)\.(.*)$/.exec(cookie) ?? [];
      const forged = [
        `report_guest=${Number(until) + 1}.${signature}`,
        `report_guest=${until}.${'A'.repeat(43)}`,
        `report_guest=${Math.floor(Date.now() / 1000) - 1}.${signature}`,
        'report_guest=',
        `report_guest=${until}`,
      ];
      for (const text of forged) assert.equal(await (await mine.open(text)).text(), passwordPage.html, text);
      assert.equal(await (await other.open(cookie)).text(), passwordPage.html);
      assert.notEqual(await (await mine.open(`first=1; ${cookie}; last=2`)).text(), passwordPage.html);
    });

    test('a new password of the link ends the cookies of the old one', async () => {
      const { enter, open, share } = await given();
      const cookie = cookieOf(await enter(password));
      const changed = await hashPassword('another password');
      await service.db.updateTable('shares').set({ password_hash: changed }).where('id', '=', share.id).execute();
      assert.equal(await (await open(cookie)).text(), passwordPage.html);
    });

    test('a revocation also locks out cookies, and dead links accept no password', async () => {
      const { enter, open, share } = await given();
      const cookie = cookieOf(await enter(password));
      await revokeShare(service.db, share.id);
      assert.equal(await (await open(cookie)).text(), notFoundPage.html);
      const entered = await enter(password);
      assert.equal(entered.status, 404);
      assert.equal(await entered.text(), notFoundPage.html);
    });

    test('a form on another site is refused before the password is checked', async () => {
      const { enter } = await given();
      for (const site of ['cross-site', 'same-site']) {
        const response = await enter(password, { 'sec-fetch-site': site });
        assert.equal(response.status, 403);
        assert.equal(await response.text(), passwordPage.html);
        assert.deepEqual(response.headers.getSetCookie(), []);
      }
      assert.equal((await enter(password, { 'sec-fetch-site': 'same-origin' })).status, 303);
    });

    test('a form larger than 4 KiB is 413, and one of another type 415', async () => {
      const { enter, url } = await given();
      assert.equal((await enter('x'.repeat(5_000))).status, 413);
      const json = await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
      assert.equal(json.status, 415);
      assert.match(json.headers.get('content-type') ?? '', /^text\/html/);
    });

    test('a password sent to a link that needs none leads to the report', async () => {
      const { path } = await givenSharedReport(service);
      const entered = await enterPassword(service.url + path, password);
      assert.equal(entered.status, 303);
      assert.deepEqual(entered.headers.getSetCookie(), []);
    });

    const from = (address: string, url: string, text: string, cookie = '') =>
      enterPassword(url, text, { 'x-forwarded-for': address, cookie });
    const statusesOf = async (tries: readonly Promise<Response>[]) =>
      (await Promise.all(tries)).map(({ status }) => status);

    test('of concurrent attempts from one address its 5 and 10 of the link are checked; others are 429 with Retry-After', async () => {
      const { url } = await given();
      const answers = await Promise.all(Array.from({ length: 20 }, () => from('198.51.100.1', url, 'wrong password')));
      assert.equal(answers.filter(({ status }) => status === 403).length, 15);
      const refused = answers.filter(({ status }) => status === 429);
      assert.equal(refused.length, 5);
      for (const response of [...refused, await from('198.51.100.1', url, password)]) {
        assert.equal(response.status, 429, 'even the right one');
        const seconds = Number(response.headers.get('retry-after'));
        assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, String(seconds));
        assert.equal(await response.text(), tooManyTriesPage.html);
      }
      const { enter } = await given();
      assert.equal((await enter(password)).status, 303, 'another link takes its own tries');
    });

    test('a reader is let in while others guess, and may mistype', async () => {
      const { url } = await given();
      const guesses = Array.from({ length: 40 }, (_, index) =>
        from(`203.0.113.${100 + (index % 2)}`, url, 'wrong password'),
      );
      assert.ok((await statusesOf(guesses)).includes(429), 'the tries of the link are used up');
      for (let tries = 0; tries < 4; tries++) {
        assert.equal((await from('198.51.100.2', url, 'mistyped password')).status, 403);
      }
      assert.equal((await from('198.51.100.2', url, password)).status, 303);
      assert.equal((await from('2001:db8:5:6::1', url, password)).status, 303);
    });

    test('a reader who was in before is let in while others guess from the same address', async () => {
      const { url, open } = await given();
      const [, mark = ''] = (await from('198.51.100.3', url, password)).headers.getSetCookie();
      assert.match(mark, /^report_reader=[\w-]{22}\.[\w-]{43}; Path=.*; Max-Age=7776000; HttpOnly; SameSite=Lax/);
      const cookie = mark.split(';', 1)[0] ?? '';
      const guesses = Array.from({ length: 40 }, () => from('198.51.100.3', url, 'wrong password'));
      assert.ok((await statusesOf(guesses)).includes(429));
      assert.equal((await from('198.51.100.3', url, password)).status, 429, 'a browser that was not');
      assert.equal(await (await open(cookie)).text(), passwordPage.html, 'the mark alone opens nothing');
      assert.equal((await from('198.51.100.3', url, 'mistyped password', cookie)).status, 403);
      assert.equal((await from('198.51.100.3', url, password, cookie)).status, 303);
    });

    test('a mark of another link, or a forged one, gives no tries', async () => {
      const { url } = await given();
      const other = await given();
      const [, mark = ''] = (await other.enter(password)).headers.getSetCookie();
      const theirs = mark.split(';', 1)[0] ?? '';
      const forged = [
        theirs,
        theirs.replace(/=.{22}/, `=${'A'.repeat(22)}`),
        `report_reader=${'A'.repeat(22)}.${'A'.repeat(43)}`,
      ];
      await statusesOf(Array.from({ length: 20 }, () => from('198.51.100.4', url, 'wrong password')));
      for (const cookie of forged)
        assert.equal((await from('198.51.100.4', url, password, cookie)).status, 429, cookie);
    });

    test('one address may try 30 wrong passwords a minute over all links', async () => {
      const address = { 'x-forwarded-for': '203.0.113.7' };
      for (let link = 0; link < 3; link++) {
        const { url } = await given();
        for (let index = 0; index < 10; index++) await enterPassword(url, 'wrong password', address);
      }
      const { url, enter } = await given();
      const refused = await enterPassword(url, password, address);
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers.get('retry-after')) >= 1);
      assert.equal((await enter(password)).status, 303, 'another address is not refused');
    });

    test('of concurrent attempts from one address 30 are checked, over all links, and right ones do not count', async () => {
      const address = { 'x-forwarded-for': '203.0.113.8' };
      const links = await Promise.all(Array.from({ length: 5 }, () => given()));
      for (const { url } of links) assert.equal((await enterPassword(url, password, address)).status, 303);
      const tries = links.flatMap(({ url }) =>
        Array.from({ length: 8 }, () => enterPassword(url, 'wrong password', address)),
      );
      const statuses = (await Promise.all(tries)).map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 403).length, 30);
      assert.equal(statuses.filter((status) => status === 429).length, 10);
    });

    test('no password is logged or stored as it is', async () => {
      const { enter, share } = await given();
      await enter(password);
      await enter('a wrong password of mine');
      const output = service.log.join('');
      assert.ok(!output.includes(password) && !output.includes('password of mine'));
      const row = await service.db
        .selectFrom('shares')
        .selectAll()
        .where('id', '=', share.id)
        .executeTakeFirstOrThrow();
      assert.match(row.password_hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    });
  });

  test(`${engine}: with an https PUBLIC_URL the cookie is Secure, and its path includes the URL's`, async () => {
    await using service = await startTestService(engine, { environment: { PUBLIC_URL: publicUrl } });
    const { path } = await givenSharedReport(service, { password });
    const entered = await enterPassword(service.url + path, password);
    const [cookie = ''] = entered.headers.getSetCookie();
    assert.ok(cookie.endsWith(`; Path=/agency${path}; Max-Age=3600; HttpOnly; SameSite=Lax; Secure`), cookie);
  });
}

test('two processes on one database count the attempts on a link together, and accept each other’s cookies', {
  skip: withoutPostgres,
}, async () => {
  await using installation = await givenInstallation('postgres');
  await using first = startCommand(['serve', '--role', 'api'], installation.environment);
  await using second = startCommand(['serve', '--role', 'api'], installation.environment);
  const urls = (await Promise.all([first.firstLine, second.firstLine])).map((line) =>
    line.replace('listening on ', ''),
  );
  const { path, reportId } = await givenSharedReport(installation, { password });
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, index) => enterPassword(urls[index % 2] + path, 'wrong password')),
  );
  const checked = answers.filter(({ status }) => status === 403).length;
  assert.equal(checked, 20, 'the 10 of the link, and 5 of the address in each process');
  assert.equal(answers.filter(({ status }) => status === 429).length, 4);

  const { token } = await createShare(installation.db, reportId, { password, expiresInMs: null });
  const cookie = cookieOf(await enterPassword(`${urls[0]}/shared/${token}`, password));
  const opened = await fetch(`${urls[1]}/shared/${token}`, { headers: { cookie } });
  assert.match(await opened.text(), /Test report/);
});

test('a password is verified against its own hash, which differs each time', async () => {
  const [one, two] = await Promise.all([hashPassword(password), hashPassword(password)]);
  assert.notEqual(one, two);
  assert.equal(await verifyPassword(one, password), true);
  assert.equal(await verifyPassword(two, password), true);
  assert.equal(await verifyPassword(one, `${password} `), false);
});

test('a password has 8 to 200 characters, counted as code points', async () => {
  await assert.rejects(hashPassword('1234567'), /8 to 200 characters/);
  await assert.rejects(hashPassword('x'.repeat(201)), /8 to 200 characters/);
  await hashPassword('🙂'.repeat(200));
});

test('of many concurrent verifications two run and 50 wait; more are refused as busy', async () => {
  const stored = await hashPassword(password);
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => verifyPassword(stored, password)));
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 52);
  const refused = results.filter((result) => result.status === 'rejected');
  assert.equal(refused.length, 8);
  for (const { reason } of refused) assert.equal(reason.code, 'api_controls_unavailable');
  assert.equal(await verifyPassword(stored, password), true, 'afterwards there is room again');
});
