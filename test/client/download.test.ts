import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import {
  AbortedError,
  type ClientOptions,
  ConflictError,
  DigestMismatchError,
  type Download,
  type ExportJob,
  NetworkError,
  ReportServiceClient,
  TimeoutError,
} from '../../client/src/index.ts';
import { createSha256, Sha256 } from '../../client/src/sha256.ts';
import { removeFolder } from '../support/folders.ts';
import { bytes, type FaultServer, failure, half, redirect, startFaultServer, success } from './fault-server.ts';
import { createTestClock } from './test-clock.ts';

const file = randomBytes(300_000);
const sha256 = createHash('sha256').update(file).digest('hex');
const changed = Buffer.from(file);
changed[150_000] = (changed[150_000] ?? 0) ^ 1;
const reprDigest = (body: Buffer) => ({
  'repr-digest': `sha-512=:AAAA:, sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
});
const job = {
  id: 'exp_1',
  status: 'completed',
  artifact: { filename: 'report.pdf', sha256, size_bytes: file.length },
} as ExportJob;

function downloadFrom(server: FaultServer, options: Partial<ClientOptions> = {}): Download {
  const clock = createTestClock();
  return new ReportServiceClient({ baseUrl: server.url, token: 't.t', clock, ...options }).exportJobs.download(job);
}

describe('a download', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'client-download-'));
  });
  afterEach(() => removeFolder(folder));

  test('is the promised bytes, as a stream, whole or saved', async () => {
    await using server = await startFaultServer(bytes(file, reprDigest(file)));
    const download = downloadFrom(server);
    const chunks = await Array.fromAsync(await download.stream());
    assert.ok(chunks.length > 1);
    assert.deepEqual(Buffer.concat(chunks), file);
    assert.deepEqual(Buffer.from(await download.bytes()), file);
    const path = join(folder, 'report.pdf');
    writeFileSync(path, 'an older one');
    assert.deepEqual(await download.saveTo(path), { path, size_bytes: file.length, sha256 });
    assert.deepEqual(readFileSync(path), file);
    assert.deepEqual(readdirSync(folder), ['report.pdf']);
  });

  test('is saved under a name as long as file systems allow', async () => {
    await using server = await startFaultServer(bytes(file));
    const name = 'n'.repeat(255);
    await downloadFrom(server).saveTo(join(folder, name));
    assert.deepEqual(readdirSync(folder), [name]);
  });

  test('that cannot be saved releases its connection and the signal', async () => {
    const closed = Promise.withResolvers<void>();
    await using server = await startFaultServer((response) => {
      response.once('close', closed.resolve);
      response.writeHead(200).write(file);
    });
    const client = new ReportServiceClient({ baseUrl: server.url, token: 't.t' });
    const { signal } = new AbortController();
    const saving = client.exportJobs.download(job, { signal }).saveTo(join(folder, 'missing', 'report.pdf'));
    await assert.rejects(saving, { code: 'ENOENT' });
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
    await closed.promise;
  });

  for (const [fault, body] of Object.entries({
    changed,
    short: file.subarray(0, 1000),
    long: Buffer.concat([file, file]),
    empty: Buffer.alloc(0),
  })) {
    test(`that is ${fault} fails at its end and leaves the older file as it was`, async () => {
      await using server = await startFaultServer(bytes(body));
      const download = downloadFrom(server);
      const path = join(folder, 'report.pdf');
      writeFileSync(path, 'an older one');
      await assert.rejects(download.saveTo(path), DigestMismatchError);
      await assert.rejects(download.bytes(), DigestMismatchError);
      await assert.rejects(async () => Array.fromAsync(await download.stream()), DigestMismatchError);
      assert.equal(readFileSync(path, 'utf8'), 'an older one');
      assert.deepEqual(readdirSync(folder), ['report.pdf']);
      assert.equal(server.requests.length, 3, 'a mismatch is not retried');
    });
  }

  test('that exceeds its promised size is aborted at once', async () => {
    const most = 300;
    let sent = 0;
    await using server = await startFaultServer((response) => {
      const more = () => {
        while (sent < most) {
          sent += 1;
          if (!response.write(file)) return;
        }
        response.end();
      };
      response.on('drain', more);
      more();
    });
    await assert.rejects(downloadFrom(server).bytes(), DigestMismatchError);
    assert.ok(sent < most, `${sent} times the promised size was sent`);
  });

  test('whose Repr-Digest is not that of the job fails before the first byte', async () => {
    await using server = await startFaultServer(bytes(file, reprDigest(changed)));
    await assert.rejects(downloadFrom(server).stream(), DigestMismatchError);
  });

  test('starts over after 503, 429, and a body that breaks off or stalls', async () => {
    const faults = [failure(503, 'x'), failure(429, 'rate_limit_exceeded', { 'retry-after': '3' })];
    await using server = await startFaultServer(...faults, half(file, 'breaks'), half(file, 'stalls'), bytes(file));
    const clock = createTestClock();
    const path = join(folder, 'report.pdf');
    await downloadFrom(server, { clock, attemptTimeoutMs: 200 }).saveTo(path);
    assert.deepEqual(readFileSync(path), file);
    assert.deepEqual(readdirSync(folder), ['report.pdf']);
    assert.deepEqual(clock.waits, [0, 3000, 0, 0]);
  });

  test('as a stream that has begun ends with what broke it', async () => {
    await using broken = await startFaultServer(half(file, 'breaks'));
    await assert.rejects(async () => Array.fromAsync(await downloadFrom(broken).stream()), NetworkError);
    await using stalled = await startFaultServer(half(file, 'stalls'));
    const slow = downloadFrom(stalled, { attemptTimeoutMs: 100 });
    await assert.rejects(async () => Array.fromAsync(await slow.stream()), TimeoutError);
  });

  test('of a file that arrives too slowly ends at its deadline, and says so', async () => {
    await using server = await startFaultServer((response) => {
      const drops = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(drops));
    });
    const client = new ReportServiceClient({ baseUrl: server.url, token: 't.t' });
    const slow = client.exportJobs.download(job, { deadlineMs: 300 });
    await assert.rejects(slow.bytes(), { name: 'TimeoutError', message: /deadline/ });
  });

  test('ends with an AbortedError and no part of the file when the signal aborts', async () => {
    await using server = await startFaultServer(half(file, 'stalls'));
    const client = new ReportServiceClient({ baseUrl: server.url, token: 't.t' });
    const controller = new AbortController();
    const saving = client.exportJobs.download(job, { signal: controller.signal }).saveTo(join(folder, 'report.pdf'));
    setTimeout(() => controller.abort(), 100);
    await assert.rejects(saving, AbortedError);
    assert.deepEqual(readdirSync(folder), []);
  });

  test('follows a redirect to another host without the token, even when that leads back', async () => {
    await using server = await startFaultServer((response, request) => {
      if (request.url === '/back') bytes(file)(response, request);
      else redirect(`${store.url}/signed?x=1`)(response, request);
    });
    await using store = await startFaultServer((response, request) =>
      redirect(`${server.url}/back`)(response, request),
    );
    assert.deepEqual(Buffer.from(await downloadFrom(server).bytes()), file);
    assert.equal(server.requests[0]?.headers.authorization, 'Bearer t.t');
    assert.deepEqual([store.requests[0]?.url, store.requests[0]?.headers.authorization], ['/signed?x=1', undefined]);
    assert.equal(server.requests[1]?.headers.authorization, undefined);
  });

  test('does not follow redirects without end or to another kind of address', async () => {
    await using circle = await startFaultServer((response, { url }) => redirect(`${url}x`)(response, {} as never));
    await assert.rejects(downloadFrom(circle).bytes(), { code: 'unexpected_response', status: 307 });
    assert.equal(circle.requests.length, 6);
    await using local = await startFaultServer(redirect('file:///etc/passwd'));
    await assert.rejects(downloadFrom(local, { maxRetries: 0 }).bytes(), /is not followed/);
  });

  test('given only an id reads the job for its digest, and says what the service says when there is no file', async () => {
    await using server = await startFaultServer(success(job), bytes(changed));
    const options = { token: 't.t', clock: createTestClock() };
    const client = new ReportServiceClient({ baseUrl: server.url, ...options });
    await assert.rejects(client.exportJobs.download('exp_1').bytes(), DigestMismatchError);
    const early = success({ ...job, status: 'running', artifact: null });
    await using busy = await startFaultServer(early, failure(409, 'artifact_not_ready'));
    const other = new ReportServiceClient({ baseUrl: busy.url, ...options });
    await assert.rejects(other.exportJobs.download('exp_1').bytes(), ConflictError);
  });
});

describe('the digest', () => {
  for (const [where, create] of [
    ['in Node', createSha256],
    ['in a browser', () => new Sha256()],
  ] as const) {
    test(`${where} is SHA-256 for inputs of every length around its blocks, however they are cut`, () => {
      for (let length = 0; length < 200; length += 1) {
        const input = randomBytes(length);
        const digest = create();
        const cut = Math.floor(length / 3);
        digest.update(input.subarray(0, cut));
        digest.update(input.subarray(cut));
        assert.equal(digest.hex(), createHash('sha256').update(input).digest('hex'), String(length));
      }
    });
  }

  test('in Node takes at least 200 MB a second', () => {
    const pieces = Array.from({ length: 512 }, () => randomBytes(64 * 1024));
    const megabytes = (pieces.length * 64 * 1024) / 1e6;
    // Processor time, as the machine may be busy. The best of several runs, as the first one may still be compiling.
    const speeds = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage();
      const digest = createSha256();
      for (const piece of pieces) digest.update(piece);
      digest.hex();
      const { user, system } = process.cpuUsage(before);
      return (megabytes * 1e6) / (user + system);
    });
    assert.ok(Math.max(...speeds) >= 200, `${speeds.map(Math.round)} MB/s`);
  });

  test('falls back to its own code where there is no Node module', (t) => {
    t.mock.property(process, 'getBuiltinModule', undefined as never);
    assert.ok(createSha256() instanceof Sha256);
  });
});
