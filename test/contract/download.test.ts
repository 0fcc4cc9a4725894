import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { after, before, describe } from 'node:test';
import pino from 'pino';
import { download } from '../../src/domains/export-jobs/download.ts';
import { sweep } from '../../src/installation/sweeper.ts';
import { createServer } from '../../src/platform/http/server.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { givenExport, givenReport } from '../support/outcomes.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test, usually } from '../support/suite.ts';

const size = 100_000;
const bytes = randomBytes(size);
const digest = createHash('sha256').update(bytes).digest();

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: download`, () => {
    let service: TestService;
    let objects: ObjectStore;
    before(async () => {
      service = await startTestService(engine);
      objects = await openFileStore(`${service.dataDir}/objects`);
    });
    after(() => service[Symbol.asyncDispose]());

    const given = async (options: { bytes?: Buffer; filename?: string; expiresAt?: string } = {}) => {
      const account = await givenAccount(service.db, { perMinute: 10_000, perDay: 100_000 });
      const { id: projectId } = await givenProject(service.db, account);
      const { reportId } = await givenReport(service.db, objects, account, projectId);
      const job = await givenExport(service.db, objects, account, projectId, { bytes, ...options, reportId });
      const token = await givenToken(service.db, account.id);
      const path = `/api/v1/export-jobs/${job.id}/download`;
      const download = async (headers: Record<string, string> = {}, method = 'GET') => {
        const response = await fetch(service.url + path, {
          method,
          headers: { authorization: `Bearer ${token}`, ...headers },
        });
        return { response, content: Buffer.from(await response.arrayBuffer()) };
      };
      return { ...job, reportId, token, path, download, file: `${service.dataDir}/objects/${job.artifact.key}` };
    };

    test('a whole file comes with its type, length, name, validators and digest [C-CACHE-1, C-DOWNLOAD-1, C-DOWNLOAD-2, C-DOWNLOAD-3, C-DOWNLOAD-4]', async () => {
      const { download, path, token } = await given({ filename: 'Überblick "Mai" 航班.pdf' });
      const { response, content } = await download();
      assert.equal(response.status, 200);
      assert.ok(content.equals(bytes));
      const header = (name: string) => response.headers.get(name);
      assert.equal(header('content-type'), 'application/pdf');
      assert.equal(header('content-length'), String(size));
      assert.equal(header('etag'), `"${digest.toString('hex')}"`);
      assert.equal(header('repr-digest'), `sha-256=:${digest.toString('base64')}:`);
      assert.equal(header('accept-ranges'), 'bytes');
      assert.equal(header('cache-control'), 'private, no-store');
      assert.equal(header('x-content-type-options'), 'nosniff');
      assert.ok(header('x-ratelimit-remaining'));
      const disposition = header('content-disposition') ?? '';
      assert.match(disposition, /^attachment; filename="[\x20-\x7e]+"; filename\*=UTF-8''[\w%.-]+$/);
      assert.ok(
        disposition.includes(`filename*=UTF-8''${encodeURIComponent('Überblick "Mai" 航班.pdf')}`),
        disposition,
      );
      const poll = await service.call('GET', path.replace('/download', ''), { token });
      assert.equal(poll.body.data.artifact.download_path, path);
      assert.equal(poll.body.data.artifact.size_bytes, size);
    });

    const ranges: readonly [range: string, start: number, end: number][] = [
      ['bytes=0-9', 0, 9],
      ['bytes=5-', 5, size - 1],
      ['bytes=-7', size - 7, size - 1],
      [`bytes=${size - 1}-${size + 50}`, size - 1, size - 1],
      [`bytes=-${size * 2}`, 0, size - 1],
      ['Bytes=0-9', 0, 9],
    ];
    for (const [range, start, end] of ranges) {
      test(`Range: ${range} is 206 with those bytes [C-DOWNLOAD-4]`, async () => {
        const { download } = await given();
        const { response, content } = await download({ range });
        assert.equal(response.status, 206);
        assert.equal(response.headers.get('content-range'), `bytes ${start}-${end}/${size}`);
        assert.equal(response.headers.get('content-length'), String(end - start + 1));
        assert.ok(content.equals(bytes.subarray(start, end + 1)));
      });
    }

    for (const range of ['bytes=0-1,5-6', 'bytes=9-3', 'bytes=a-b', 'bytes=-', 'lines=0-1', 'bytes 0-1']) {
      test(`Range: ${range} gives the whole file [C-DOWNLOAD-6]`, async () => {
        const { download } = await given();
        const { response, content } = await download({ range });
        assert.equal(response.status, 200);
        assert.equal(content.length, size);
      });
    }

    for (const range of [`bytes=${size}-`, 'bytes=-0']) {
      test(`Range: ${range} is range_not_satisfiable, 416, with the size [C-ERROR-16, C-DOWNLOAD-5]`, async () => {
        const { download } = await given();
        const { response, content } = await download({ range });
        assert.equal(response.status, 416);
        assert.equal(JSON.parse(content.toString()).error.code, 'range_not_satisfiable');
        assert.equal(response.headers.get('content-range'), `bytes */${size}`);
      });
    }

    test('If-Range gives the range if the file is the same, otherwise the whole file [C-DOWNLOAD-7]', async () => {
      const { download } = await given();
      const same = await download({ range: 'bytes=0-0', 'if-range': `"${digest.toString('hex')}"` });
      assert.equal(same.response.status, 206);
      const other = await download({ range: 'bytes=0-0', 'if-range': '"other"' });
      assert.equal(other.response.status, 200);
    });

    test('If-None-Match of the file is 304 [C-DOWNLOAD-8]', async () => {
      const { download } = await given();
      const { response, content } = await download({ 'if-none-match': `"${digest.toString('hex')}"` });
      assert.equal(response.status, 304);
      assert.equal(content.length, 0);
    });

    test('HEAD answers the headers of the file without its bytes, whatever the Range [C-HTTP-1]', async () => {
      const { download } = await given();
      const { response, content } = await download({ range: `bytes=${size}-` }, 'HEAD');
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-length'), String(size));
      assert.equal(content.length, 0);
    });

    test('HEAD reads the file once, to check it', async () => {
      let opened = 0;
      const counting: ObjectStore = {
        ...objects,
        open: (key, range) => {
          opened++;
          return objects.open(key, range);
        },
      };
      const { id } = await given();
      const job = await service.db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      await using app = createServer({ logger: pino({ level: 'silent' }), trustProxy: false });
      const context = { db: service.db, objects: counting, redirects: false };
      app.get('/file', (request, reply) => download(context, job, request, reply));
      const { statusCode, headers } = await app.inject({ method: 'HEAD', url: '/file', headers: { host: 'x' } });
      assert.deepEqual([statusCode, headers['content-length'], opened], [200, String(size), 1]);
    });

    const faults: readonly [what: string, harm: (file: string) => void][] = [
      ['missing', (file) => rmSync(file)],
      ['truncated', (file) => truncateSync(file, size - 1)],
      ['changed', (file) => writeFileSync(file, Buffer.concat([bytes.subarray(1), Buffer.from([0])]))],
    ];
    for (const [what, harm] of faults) {
      test(`a ${what} file is artifact_unavailable, never served, and a new start makes a new job [C-ERROR-15, C-EXPORT-6, C-DOWNLOAD-11]`, async () => {
        const { download, file, id, reportId, token } = await given();
        harm(file);
        const { response, content } = await download();
        assert.equal(response.status, 410);
        for (const name of ['etag', 'accept-ranges']) assert.equal(response.headers.get(name), null, name);
        assert.equal(JSON.parse(content.toString()).error.code, 'artifact_unavailable');
        const start = await service.call('POST', `/api/v1/reports/${reportId}/export-jobs`, {
          token,
          body: { format: 'pdf' },
        });
        assert.equal(start.status, 202);
        assert.notEqual(start.body.data.id, id);
        assert.equal(start.body.meta.reused, undefined);
      });
    }

    test('a file that cannot be read now is api_controls_unavailable, 503, and is served once it can [C-ERROR-20]', async () => {
      const { download, file } = await given();
      rmSync(file);
      symlinkSync(file, file);
      const { response, content } = await download();
      assert.equal(response.status, 503);
      assert.equal(response.headers.get('retry-after'), '1');
      assert.equal(JSON.parse(content.toString()).error.code, 'api_controls_unavailable');
      rmSync(file);
      writeFileSync(file, bytes);
      assert.equal((await download()).response.status, 200);
    });

    test('an expired file is artifact_unavailable, is swept, and a new start makes a new job [C-ERROR-15, C-EXPORT-6, C-EXPORT-8, C-DOWNLOAD-11]', async () => {
      const { download, reportId, token, id, artifact } = await given({
        expiresAt: new Date(Date.now() - 1000).toISOString(),
      });
      assert.equal((await download()).response.status, 410);
      const swept = await sweep({ db: service.db, objects, auditDays: 400 });
      assert.ok((swept.artifacts ?? 0) >= 1);
      assert.equal(await objects.get(artifact.key), undefined);
      const start = await service.call('POST', `/api/v1/reports/${reportId}/export-jobs`, {
        token,
        body: { format: 'pdf' },
      });
      assert.notEqual(start.body.data.id, id);
    });

    test('a sweep removes old objects that no row names and leaves the others', async () => {
      const { artifact, download } = await given();
      const { utimes } = await import('node:fs/promises');
      await objects.put('artifacts/exp_00000000000000000000000000-1.pdf', Buffer.from('orphan'));
      await objects.put('artifacts/exp_00000000000000000000000000-2.pdf', Buffer.from('new'));
      const old = new Date(Date.now() - 2 * 86_400_000);
      await utimes(`${service.dataDir}/objects/artifacts/exp_00000000000000000000000000-1.pdf`, old, old);
      await utimes(`${service.dataDir}/objects/${artifact.key}`, old, old);
      await sweep({ db: service.db, objects, auditDays: 400 });
      assert.equal(await objects.get('artifacts/exp_00000000000000000000000000-1.pdf'), undefined);
      assert.ok(await objects.get('artifacts/exp_00000000000000000000000000-2.pdf'));
      assert.equal((await download()).response.status, 200);
    });

    test('a slow reader of 200 MB does not grow the memory of the service', {
      skip: engine === 'postgres',
    }, async () => {
      const { path, token } = await given({ bytes: Buffer.alloc(200 * 2 ** 20, 7) });
      const before = process.memoryUsage().rss;
      let most = 0;
      let received = 0;
      await new Promise<void>((resolve, reject) => {
        const request = get(service.url + path, { headers: { authorization: `Bearer ${token}` } }, (response) => {
          response.on('readable', () => {
            const chunk: Buffer | null = response.read();
            if (!chunk) return;
            received += chunk.length;
            most = Math.max(most, process.memoryUsage().rss);
            // A pause now and then would let the sender run ahead.
            if (received % (8 * 2 ** 20) < chunk.length) response.pause();
            setImmediate(() => response.resume());
          });
          response.on('end', resolve);
          response.on('error', reject);
        });
        request.on('error', reject);
      });
      assert.equal(received, 200 * 2 ** 20);
      assert.ok(most - before < 120 * 2 ** 20, `${Math.round((most - before) / 2 ** 20)} MiB more`);
    });

    test('a client that disconnects halfway does no harm to the service', async () => {
      const { path, token, download } = await given({ bytes: Buffer.alloc(20 * 2 ** 20, 7) });
      await new Promise<void>((resolve) => {
        const request = get(service.url + path, { headers: { authorization: `Bearer ${token}` } }, (response) => {
          response.once('data', () => request.destroy());
          response.on('error', () => {});
          response.on('close', resolve);
        });
        request.on('error', () => {});
      });
      assert.equal((await download()).response.status, 200);
    });
  });
}
