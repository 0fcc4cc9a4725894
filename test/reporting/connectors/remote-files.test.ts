import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { ConnectorContext } from '../../../src/reporting/connectors/contract.ts';
import type { FileConfig, FileSecret } from '../../../src/reporting/connectors/file/config.ts';
import { signRequest } from '../../../src/reporting/connectors/file/s3-requests.ts';
import { fileConnector } from '../../../src/reporting/connectors/file.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { makeConfig, makeFolder } from '../../support/file-connection.ts';

/** What a server has at a path. */
interface Answer {
  readonly body?: string | Buffer;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether parts can be asked for. */
  readonly hasRanges?: boolean;
}

const answers = new Map<string, Answer>();
const requests: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = [];
const server = createServer((request, response) => answer(request, response));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => server.close());
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function answer(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? '';
  requests.push({ path, headers: request.headers });
  const { body = '', status = 200, headers = {}, hasRanges = true } = answers.get(path) ?? { status: 404 };
  const bytes = Buffer.from(body);
  const { etag } = headers;
  if (etag !== undefined && request.headers['if-none-match'] === etag)
    return void response.writeHead(304, headers).end();
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (status !== 200 || start === undefined || !hasRanges) return void response.writeHead(status, headers).end(bytes);
  if (Number(start) >= bytes.length) return void response.writeHead(416).end();
  const part = bytes.subarray(Number(start), Number(end) + 1);
  const range = `bytes ${start}-${Number(start) + part.length - 1}/${bytes.length}`;
  response.writeHead(206, { ...headers, 'content-range': range }).end(part);
}

/** A context in which every host is this test's server. */
async function use<T>(work: (context: ConnectorContext) => Promise<T>): Promise<T> {
  await using context = openTestContext();
  const fetch: typeof globalThis.fetch = (input, init) => {
    const url = new URL(String(input));
    const path = url.hostname === 'files.example.com' ? url.pathname : `/${url.hostname}${url.pathname}`;
    return context.fetch(`${origin}${path}${url.search}`, init);
  };
  return await work({ ...context, fetch });
}

const period = { from: '2026-01-01', to: '2026-12-31', timeZone: 'UTC', by: 'none', limit: 1 } as const;

function sumOf(path: string, secret: FileSecret = null, more: Partial<FileConfig> = {}): Promise<unknown> {
  const config = { ...makeConfig(path, 'day', { n: 'sum(n)' }), ...more };
  return use(async (context) => {
    const result = await fileConnector.query(config, secret, { ...period, metrics: ['n'] }, context);
    return result.rows[0]?.values[0];
  });
}

const small = 'day,n\n2026-01-02,3\n2026-01-03,4\n';

const folder = await makeFolder();

describe('files behind addresses', () => {
  const { TMPDIR } = process.env;
  // Fetched files stay in the folder for temporary files, also for the next run.
  before(() => {
    process.env.TMPDIR = folder;
  });
  after(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });

  test('a file behind an address is read, and fetched again only when its server has another version', async () => {
    answers.set('/versions.csv', { body: small, headers: { etag: '"one"' } });
    assert.equal(await sumOf('https://files.example.com/versions.csv'), 7);
    requests.length = 0;
    assert.equal(await sumOf('https://files.example.com/versions.csv'), 7);
    assert.deepEqual(
      requests.map(({ headers }) => headers['if-none-match']),
      ['"one"'],
    );
    answers.set('/versions.csv', { body: `${small}2026-01-04,10\n`, headers: { etag: '"two"' } });
    assert.equal(await sumOf('https://files.example.com/versions.csv'), 17);
  });

  test('files without a version, without parts, empty names and other types of answers are read', async () => {
    const headers = { 'content-type': 'text/csv; charset=utf-8' };
    answers.set('/export?format=csv', { body: small, headers, hasRanges: false });
    assert.equal(await sumOf('https://files.example.com/export?format=csv'), 7);
    answers.set('/download', { body: small, headers: { 'content-disposition': 'attachment; filename="orders.csv"' } });
    assert.equal(await sumOf('https://files.example.com/download'), 7);
  });

  test('a file that is larger than one answer may be comes in parts of one version', async () => {
    const rows = Array.from({ length: 40_000 }, () => `2026-01-02,1,${'x'.repeat(1000)}`);
    const body = ['day,n,pad', ...rows].join('\n');
    assert.ok(body.length > 32 * 1024 * 1024);
    // A version that nobody has fetched and kept before.
    const etag = `"${randomUUID()}"`;
    answers.set('/large.csv', { body, headers: { etag } });
    requests.length = 0;
    assert.equal(await sumOf('https://files.example.com/large.csv'), rows.length);
    assert.deepEqual(
      requests.map(({ headers }) => [headers.range, headers['if-match']]),
      [
        ['bytes=0-16777215', undefined],
        ['bytes=16777216-33554431', etag],
        ['bytes=33554432-50331647', etag],
      ],
    );
  });

  const secret = {
    access_key_id: 'AKIAIOSFODNN7EXAMPLE',
    secret_access_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };

  test('objects of S3 are asked for with a signature, in the region of their bucket', async () => {
    const elsewhere = { status: 301, headers: { 'x-amz-bucket-region': 'eu-central-1' } };
    answers.set('/s3.us-east-1.amazonaws.com/my.bucket/a%20b/orders.csv', elsewhere);
    answers.set('/s3.eu-central-1.amazonaws.com/my.bucket/a%20b/orders.csv', { body: small, headers: { etag: '"1"' } });
    requests.length = 0;
    assert.equal(await sumOf('s3://my.bucket/a b/orders.csv', secret), 7);
    const signed = requests.map(({ headers }) => String(headers.authorization));
    assert.match(
      signed[0] ?? '',
      /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/\d{8}\/us-east-1\/s3\/aws4_request/,
    );
    assert.match(signed[1] ?? '', /\/eu-central-1\/s3\/aws4_request/);
    assert.ok(requests.every(({ headers }) => !JSON.stringify(headers).includes(secret.secret_access_key)));
  });

  test('the signature is that of the example in the documentation of S3', async () => {
    const headers = { 'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' };
    const url = 'https://examplebucket.s3.amazonaws.com/?lifecycle';
    const { authorization } = await signRequest(url, 'us-east-1', secret, headers, '20130524T000000Z');
    assert.match(authorization ?? '', /Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543$/);
  });

  const s3 = '/s3.us-east-1.amazonaws.com/bucket';
  const refused: Record<string, [path: string, answer: Answer, kind: Parameters<typeof isError>[0], message: RegExp]> =
    {
      'a file that is gone': [
        'https://files.example.com/gone.csv',
        { status: 404 },
        'resource_missing',
        /no such file/,
      ],
      'a file for others': ['https://files.example.com/closed.csv', { status: 403 }, 'resource_missing', /403/],
      'a file behind a password': [
        'https://files.example.com/locked.csv',
        { status: 401 },
        'reauth_required',
        /credentials/,
      ],
      'a busy server': ['https://files.example.com/busy.csv', { status: 503 }, 'transient', /503/],
      'an odd answer': ['https://files.example.com/odd.csv', { status: 418 }, 'invalid_config', /418/],
      'a page instead of a file': [
        'https://files.example.com/page',
        { body: '<html>', headers: { 'content-type': 'text/html' } },
        'invalid_config',
        /format of page is not known/,
      ],
      'a file larger than all bounds': [
        'https://files.example.com/huge.csv',
        { status: 206, body: 'day', headers: { 'content-range': 'bytes 0-2/99999999999' } },
        'invalid_config',
        /more than 1 GB/,
      ],
      'a password in the address': [
        'https://me:secret@files.example.com/a.csv',
        {},
        'invalid_config',
        /no user and no password/,
      ],
      'another kind of address': ['ftp://files.example.com/a.csv', {}, 'invalid_config', /another kind/],
      'an address without encryption': ['http://files.example.com/a.csv', {}, 'invalid_config', /another kind/],
      'a bucket that cannot be': ['s3://Bucket/key.csv', {}, 'invalid_config', /s3:\/\/bucket\/key/],
    };
  for (const [what, [path, given, kind, message]] of Object.entries(refused)) {
    test(`refused with the right kind: ${what}`, async () => {
      answers.set(new URL(path).pathname, given);
      await assert.rejects(sumOf(path), isError(kind, message));
    });
  }

  test('keys that S3 refuses have to be renewed; an object that they do not open is missing', async () => {
    const code = (word: string) => `<Error><Code>${word}</Code></Error>`;
    for (const word of ['InvalidAccessKeyId', 'SignatureDoesNotMatch']) {
      answers.set(`${s3}/a.csv`, { status: 403, body: code(word) });
      await assert.rejects(sumOf('s3://bucket/a.csv', secret), isError('reauth_required', /other keys/, secret));
    }
    answers.set(`${s3}/a.csv`, { status: 403, body: code('AccessDenied') });
    await assert.rejects(sumOf('s3://bucket/a.csv', secret), isError('resource_missing', /no such file/, secret));
  });

  test('keys go along with objects of S3 alone', async () => {
    requests.length = 0;
    await assert.rejects(sumOf('https://files.example.com/a.csv', secret), isError('invalid_config', /secret/, secret));
    await assert.rejects(sumOf('local.csv', secret), isError('invalid_config', /secret/, secret));
    assert.deepEqual(requests, []);
  });
});
