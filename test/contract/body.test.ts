import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { givenAccount, givenToken } from '../support/accounts.ts';
import { startTestService, type TestService } from '../support/service.ts';

const deep = (levels: number) => `{"name":"P","settings":${'['.repeat(levels)}${']'.repeat(levels)}}`;

/** Unacceptable JSON bodies, whatever the operation: bytes, and the rule that the answer names. */
const badBodies: readonly [what: string, body: string | Buffer, rule: string][] = [
  ['malformed JSON', '{"name":', 'json'],
  ['a trailing comma', '{"name":"P",}', 'json'],
  ['two values', '{"name":"P"}{}', 'json'],
  ['an array', '[]', 'type'],
  ['null', 'null', 'type'],
  ['a text', '"P"', 'type'],
  ['a duplicate key', '{"name":"P","name":"Q"}', 'duplicate_key'],
  ['a duplicate key in other spelling', '{"name":"P","n\\u0061me":"Q"}', 'duplicate_key'],
  ['a duplicate key below', '{"name":"P","settings":{"title":"a","title":"b"}}', 'duplicate_key'],
  ['__proto__', '{"name":"P","__proto__":{}}', 'key'],
  ['33 levels', deep(32), 'depth'],
  ['invalid UTF-8', Buffer.from([...Buffer.from('{"name":"'), 0xff, ...Buffer.from('"}')]), 'encoding'],
  ['half of a surrogate pair', '{"name":"\\ud83d"}', 'text'],
  ['NUL', '{"name":"a\\u0000b"}', 'text'],
  ['a bidi override', '{"name":"a\\u202eb"}', 'text'],
  ['a bidi isolate', '{"name":"a\\u2066b"}', 'text'],
  ['over 100 combining marks in a row', `{"name":"a${'\u0301'.repeat(101)}"}`, 'text'],
  ['over 100 combining marks in a key', `{"name":"P","a${'\u0301'.repeat(101)}":1}`, 'text'],
  ['a number beyond a double', '{"name":1e999}', 'number'],
  ['a byte order mark', '\ufeff{"name":"P"}', 'json'],
];

/** Content types, and whether they are plain JSON in UTF-8. */
const contentTypes: readonly [type: string, good: boolean][] = [
  ['application/json', true],
  ['APPLICATION/JSON', true],
  ['application/json; charset=utf-8', true],
  ['application/json;charset=UTF-8', true],
  ['application/json ; charset="utf-8"', true],
  ['application/json;', true],
  ['application/json\t;\tcharset=utf-8', true],
  ['application/json; charset=latin1', false],
  ['application/json; charset=utf-8; charset=latin1', false],
  ['application/json; boundary=x', false],
  ['application/json5', false],
  ['application/merge-patch+json', false],
  ['text/json', false],
  ['text/plain', false],
  ['application/x-www-form-urlencoded', false],
  ['multipart/form-data; boundary=x', false],
  ['application /json', false],
  ['application/json, text/plain', false],
];

describe('request bodies', () => {
  let service: TestService;
  let token: string;
  before(async () => {
    service = await startTestService('sqlite');
    const account = await givenAccount(service.db, { perMinute: 100_000, perDay: 1_000_000 });
    token = await givenToken(service.db, account.id);
  });
  after(() => service[Symbol.asyncDispose]());

  const post = async (
    body: string | Buffer,
    headers: Record<string, string> = { 'content-type': 'application/json' },
    path = '/api/v1/projects',
  ) => {
    const response = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID(), ...headers },
      body: typeof body === 'string' ? Buffer.from(body) : Uint8Array.from(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: the envelope's shape is proved elsewhere.
    const answer: any = await response.json();
    return { status: response.status, body: answer };
  };
  const projects = async () => (await service.db.selectFrom('projects').select('id').execute()).length;

  for (const [what, body, rule] of badBodies) {
    test(`${what} is invalid_request and changes nothing [C-BODY-4, C-BODY-5, C-BODY-6, C-BODY-7, C-BODY-8, C-BODY-15, C-ERROR-2]`, async () => {
      const before = await projects();
      const answer = await post(body);
      assert.equal(answer.status, 400);
      assert.equal(answer.body.error.code, 'invalid_request');
      assert.equal(answer.body.error.details[0].rule, rule);
      assert.equal(await projects(), before);
    });
  }

  test('32 levels are read [C-BODY-4]', async () => {
    const { body } = await post(deep(30));
    assert.equal(body.error.details[0].rule, 'type', 'refused by the schema, not for its depth');
  });

  test('a missing body is invalid_request [C-BODY-13]', async () => {
    assert.equal((await post('')).body.error.code, 'invalid_request');
    const response = await fetch(`${service.url}/api/v1/projects`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': 'none' },
    });
    assert.equal(response.status, 400);
  });

  for (const [type, good] of contentTypes) {
    test(`Content-Type: ${JSON.stringify(type)} is ${good ? 'read and checked' : 'unsupported_media_type'} [C-BODY-1]`, async () => {
      const valid = await post('{"name":"P"}', { 'content-type': type });
      assert.equal(valid.status, good ? 201 : 415);
      const invalid = await post('{"name":"P","extra":1}', { 'content-type': type });
      assert.equal(invalid.body.error.code, good ? 'invalid_request' : 'unsupported_media_type');
    });
  }

  test('a compressed body is unsupported_media_type [C-BODY-2]', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    assert.equal((await post(gzipSync('{"name":"P"}'), headers)).status, 415);
  });

  test('4 MiB of a project, and 256 KiB of others, are read; one byte more is payload_too_large [C-BODY-3, C-ERROR-10]', async () => {
    const fill = (text: string, bytes: number) => text + ' '.repeat(bytes - text.length);
    const created = await post(fill('{"name":"P"}', 4 * 1024 * 1024));
    assert.equal(created.status, 201);
    const path = `/api/v1/projects/${created.body.data.id}`;
    const archive = (bytes: number) => post(fill('{}', bytes), undefined, `${path}/archive`);
    assert.equal((await archive(256 * 1024)).status, 200);
    for (const large of [await post(fill('{"name":"P"}', 4 * 1024 * 1024 + 1)), await archive(256 * 1024 + 1)]) {
      assert.equal(large.status, 413);
      assert.equal(large.body.error.code, 'payload_too_large');
    }
  });

  test('archive and restore take no body or {}, and nothing else [C-BODY-14]', async () => {
    const { body } = await post('{"name":"P"}');
    const archive = (options: RequestInit) =>
      fetch(`${service.url}/api/v1/projects/${body.data.id}/archive`, {
        method: 'POST',
        ...options,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': crypto.randomUUID(), ...options.headers },
      });
    const json = { 'content-type': 'application/json' };
    assert.equal((await archive({})).status, 200);
    assert.equal((await archive({ headers: json, body: '{}' })).status, 200);
    assert.equal((await archive({ headers: json, body: '{"a":1}' })).status, 400);
    assert.equal((await archive({ headers: json, body: '[]' })).status, 400);
  });
});
