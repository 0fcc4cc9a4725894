import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { describe } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { busyPage } from '../../../src/domains/shares/pages.ts';
import { createShare, listShares, revokeShare } from '../../../src/domains/shares/shares.ts';
import { pausableProxy } from '../../platform/limits/servers.ts';
import { createTestDatabase, engines, withoutPostgres } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { givenExport, smallDocument } from '../../support/outcomes.ts';
import { redisUrl } from '../../support/redis.ts';
import { startTestService, suiteService } from '../../support/service.ts';
import { enterPassword, givenSharedReport, guestLinks, password, unknownToken } from '../../support/shares.ts';
import { test, usually } from '../../support/suite.ts';
import { fetchUndecoded } from '../../support/undecoded.ts';

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: guest links`, async () => {
    const service = await suiteService(engine);
    const { get, given, shareOf } = guestLinks(service);
    /** The views, once they have reached a number. */
    const views = (reportId: string, count: number) =>
      eventually(async () => {
        const share = await shareOf(reportId);
        return share?.view_count === count && share;
      });

    test('whoever has the link sees the report, without a token', async () => {
      const { path } = await given({ document: smallDocument({ title: 'October <figures>' }) });
      const { status, headers, text } = await get(path);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      assert.match(text, /<h1[^>]*><bdi>October &#60;figures&#62;</);
    });

    test('the page is not stored, not indexed, reveals its address to no other site and runs nothing from other hosts', async () => {
      const { path } = await given();
      const { headers, text } = await get(path);
      assert.equal(headers.get('cache-control'), 'private, no-store');
      assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      const nonce = /<style nonce="([\w-]{22})">/.exec(text)?.[1];
      assert.equal(
        headers.get('content-security-policy'),
        `default-src 'none'; style-src 'self' 'nonce-${nonce}'; script-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      );
    });

    test('every answer has a new nonce, also for a cached page', async () => {
      const { path } = await given();
      const policies = await Promise.all(
        [1, 2, 3].map(async () => (await get(path)).headers.get('content-security-policy')),
      );
      assert.equal(new Set(policies).size, 3);
    });

    test('only the token’s SHA-256 is stored', async () => {
      const { token, share } = await given();
      assert.match(token, /^[0-9A-Za-z]{43}$/);
      const row = await service.db
        .selectFrom('shares')
        .selectAll()
        .where('id', '=', share.id)
        .executeTakeFirstOrThrow();
      assert.equal(row.token_hash, createHash('sha256').update(token).digest('hex'));
      assert.ok(!JSON.stringify(row).includes(token));
    });

    test('the assets of the page are cached forever, under names that change with their content', async () => {
      const { path } = await given();
      const { text } = await get(path);
      const links = [...text.matchAll(/(?:href|src)="(assets\/[^"]+)"/g)].map(([, link = '']) => link);
      assert.ok(links.length >= 2);
      for (const link of links) {
        const { pathname } = new URL(link, service.url + path);
        const { status, headers } = await get(pathname);
        assert.equal(status, 200, pathname);
        assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable');
      }
    });

    test('page and assets are sent compressed to browsers that take it, and as they are to others', async () => {
      const { path } = await given();
      const { text } = await get(path);
      const [asset = ''] = /assets\/viewer-[^"]+\.js/.exec(text) ?? [];
      for (const [name, encoding] of [
        [path, 'gzip'],
        [`/shared/${asset}`, 'br'],
      ] as const) {
        const plain = await fetchUndecoded(service.url + name, 'gzip;q=0, identity');
        assert.deepEqual([plain.status, plain.encoding, plain.headers.vary], [200, null, 'accept-encoding'], name);
        const packed = await fetchUndecoded(service.url + name, 'gzip, deflate, br, zstd');
        assert.deepEqual([packed.status, packed.encoding, packed.headers.vary], [200, encoding, 'accept-encoding']);
        const decoded = encoding === 'br' ? brotliDecompressSync(packed.bytes) : gunzipSync(packed.bytes);
        const withoutNonces = (bytes: Buffer) => bytes.toString().replaceAll(/nonce="[^"]+"/g, '');
        assert.equal(withoutNonces(decoded), withoutNonces(plain.bytes), name);
        assert.equal(packed.headers['content-length'], String(packed.bytes.length));
        assert.ok(packed.bytes.length < plain.bytes.length / 2, name);
        const head = await fetchUndecoded(service.url + name, 'gzip, br', { method: 'HEAD' });
        assert.deepEqual([head.status, head.encoding, head.bytes.length], [200, encoding, 0], name);
      }
    });

    test('a page that cannot be shown is told to browsers that take compressed ones', async () => {
      const { status, encoding, bytes } = await fetchUndecoded(`${service.url}/shared/${unknownToken}`, 'gzip, br');
      assert.deepEqual([status, encoding], [404, null]);
      assert.match(bytes.toString(), /<h1>/);
    });

    test('each view of the page counts once, and the last one is recorded; HEAD, assets and downloads do not count', async () => {
      const { account, projectId, objects, reportId, path } = await given();
      await givenExport(service.db, objects, account, projectId, { bytes: Buffer.from('%PDF'), reportId });
      assert.equal((await shareOf(reportId))?.last_viewed_at, null);
      const before = new Date().toISOString();
      const { text } = await get(path);
      const { last_viewed_at } = await views(reportId, 1);
      assert.ok((last_viewed_at ?? '') >= before);
      assert.equal((await service.call('HEAD', path)).status, 200);
      const [, asset = ''] = /href="(assets\/[^"]+)"/.exec(text) ?? [];
      assert.equal((await get(`/shared/${asset}`)).status, 200);
      assert.equal((await get(`${path}/download/pdf`)).status, 200);
      // Earlier requests would have been counted before this one.
      await get(path);
      await views(reportId, 2);
    });

    test('views at the same time are all counted', async () => {
      const { reportId, path } = await given();
      await Promise.all(Array.from({ length: 20 }, () => get(path)));
      await views(reportId, 20);
    });

    test('HEAD answers the headers of the page without it', async () => {
      const { path } = await given();
      // Compressed, each nonce gives another length.
      const options = { headers: { 'accept-encoding': 'identity' } };
      const [head, page] = [await service.call('HEAD', path, options), await service.call('GET', path, options)];
      assert.equal(head.status, 200);
      assert.equal(head.text, '');
      assert.equal(head.headers.get('content-length'), page.headers.get('content-length'));
      assert.equal((await service.call('HEAD', `/shared/${unknownToken}`)).status, 404);
    });

    test('other methods are 405 with Allow, whether the link exists or not', async () => {
      const { path } = await given();
      for (const method of ['PUT', 'DELETE', 'PATCH']) {
        const answers = await Promise.all(
          [path, `/shared/${unknownToken}`].map((where) => service.call(method, where)),
        );
        for (const { status, headers, text } of answers) {
          assert.equal(status, 405);
          assert.equal(headers.get('allow'), 'GET, HEAD, POST');
          assert.equal(text, answers[0]?.text);
        }
      }
      const post = await service.call('POST', `${path}/download/pdf`);
      assert.equal(post.status, 405);
      assert.equal(post.headers.get('allow'), 'GET, HEAD');
    });

    test('two links to one report are two links: each has its own state and views', async () => {
      const { reportId, path, share } = await given();
      const second = await createShare(service.db, reportId, { password: null, expiresInMs: null });
      await get(path);
      await views(reportId, 1);
      await revokeShare(service.db, share.id);
      assert.equal((await get(path)).status, 404);
      assert.equal((await get(`/shared/${second.token}`)).status, 200);
      const [, counted] = await eventually(async () => {
        const both = await listShares(service.db, 'report', reportId);
        return both[1]?.view_count === 1 && both;
      });
      assert.equal(counted?.id, second.share.id);
    });

    test('no token of a link is logged or measured', async () => {
      const { path, token } = await given();
      await get(path);
      await get(`${path}/download/pdf`);
      await get(`${path}/nothing`);
      await service.call('DELETE', path);
      await service.call('POST', path, { body: { password: 'x' } });
      await get(`/shared/${unknownToken}`);
      const metrics = (await get('/metrics')).text;
      assert.match(metrics, /route="\/shared\/:token"/);
      assert.ok(service.log.some((line) => line.includes('"route":"/shared/:token"')));
      for (const secret of [token, unknownToken]) {
        assert.ok(!service.log.join('').includes(secret));
        assert.ok(!metrics.includes(secret));
      }
    });
  });
}

test('a fault of the service gives a page without details; only the log has them', async () => {
  await using service = await startTestService('sqlite');
  const { path } = await givenSharedReport(service, { document: smallDocument({ time_zone: 'Mars/Olympus' }) });
  const { status, headers, text } = await service.call('GET', path);
  assert.equal(status, 500);
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(headers.get('cache-control'), 'private, no-store');
  const seconds = Number(headers.get('retry-after'));
  assert.ok(seconds >= 1 && seconds <= 10, 'the failure is remembered');
  assert.match(text, /<h1>The page cannot be shown<\/h1>/);
  assert.doesNotMatch(text, /Mars|time zone|Error/);
  assert.ok(service.log.some((line) => line.includes('a page of a guest link failed') && line.includes('RenderError')));
});

test('without the database a link is 503 with Retry-After, whether it exists or not', {
  skip: withoutPostgres,
}, async () => {
  await using database = await createTestDatabase('postgres');
  if (database.location.engine !== 'postgres') return;
  const through = new URL(database.location.url);
  await using proxy = await pausableProxy(new URL(through));
  through.host = `127.0.0.1:${proxy.port}`;
  const environment = { DATABASE_URL: through.href, SECRET_KEY: randomBytes(32).toString('base64') };
  await using service = await startTestService('sqlite', { environment });
  const { path } = await givenSharedReport({ db: database.db, dataDir: service.dataDir });
  assert.equal((await service.call('GET', path)).status, 200);
  proxy.paused = true;
  const answers = await Promise.all([path, `/shared/${unknownToken}`].map((where) => service.call('GET', where)));
  for (const { status, headers, text } of answers) {
    assert.equal(status, 503);
    assert.equal(headers.get('retry-after'), '1');
    assert.equal(text, busyPage.html);
  }
  for (const socket of proxy.broken) socket.destroy();
});

test('without the limiter only tries of one’s own are checked; others are 503 with Retry-After', {
  skip: !redisUrl,
}, async () => {
  await using proxy = await pausableProxy(new URL(redisUrl ?? ''));
  await using service = await startTestService('sqlite', {
    environment: { REDIS_URL: `redis://127.0.0.1:${proxy.port}` },
  });
  const { path } = await givenSharedReport(service, { password });
  assert.equal((await enterPassword(service.url + path, password)).status, 303);
  proxy.paused = true;
  for (let tries = 0; tries < 5; tries++) {
    assert.equal((await enterPassword(service.url + path, 'wrong password')).status, 403);
  }
  const refused = await enterPassword(service.url + path, password);
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get('retry-after'), '1');
  assert.deepEqual(refused.headers.getSetCookie(), []);
});
