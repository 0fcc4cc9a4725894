import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { type VerifyOptions, verify, WebhookVerificationError } from '../../client/src/manage/index.ts';
import { makeKey, rotated, signatures } from '../../src/domains/webhooks/signing-keys.ts';
import { removeFolder } from '../support/folders.ts';

const execute = promisify(execFile);
const id = 'evt_01jd5w0k3m8q2r4t6v8x0z1b3d';
const body = '{"type":"webhook.test","timestamp":"2026-11-21T09:30:00Z","data":{"id":"whk_x","url":"Größe 你好"}}';
const { key, secret: made } = makeKey('v1');
const secret = made ?? '';

function messageHeaders(signature?: string, now = Date.now()): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1_000)),
    'webhook-signature': signature ?? signatures([key], id, now, body),
  };
}

const isRefused = (error: unknown) => error instanceof WebhookVerificationError;

test('verify takes what the service signs and what the npm library signs, as text and as bytes, with headers of any form', async () => {
  const headers = messageHeaders();
  const bytes = new TextEncoder().encode(body);
  assert.deepEqual(await verify(body, headers, secret), JSON.parse(body));
  assert.deepEqual(await verify(bytes, new Headers(headers), secret), JSON.parse(body));
  const shouted = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
  assert.deepEqual(await verify(body, shouted, secret), JSON.parse(body));
  const other = messageHeaders(new Webhook(secret).sign(id, new Date(), body));
  assert.deepEqual(await verify(body, other, secret), JSON.parse(body));
});

test('verify tells the types of events apart', async () => {
  const event = await verify(body, messageHeaders(), secret);
  assert.ok(event.type === 'webhook.test');
  assert.equal(event.data.id, 'whk_x');
});

test('verify takes Ed25519 by the public key, and a rotated secret by either of the two', async () => {
  const { key: signing, publicKey } = makeKey('v1a');
  const signed = messageHeaders(signatures([signing], id, Date.now(), body));
  assert.ok(await verify(body, signed, publicKey ?? ''));
  await assert.rejects(verify(body, signed, makeKey('v1a').publicKey ?? ''), isRefused);
  const next = makeKey('v1');
  const both = messageHeaders(signatures(rotated([key], next.key, Date.now()), id, Date.now(), body));
  for (const each of [secret, next.secret ?? '']) assert.ok(await verify(body, both, each));
  assert.ok(await verify(body, messageHeaders(), [next.secret ?? '', secret]));
});

test('verify refuses what was changed, is of somebody else, too old or from the future', async () => {
  const headers = messageHeaders();
  const by = (changes: Record<string, string | undefined>, ...rest: [VerifyOptions?]) =>
    verify(body, { ...headers, ...changes }, secret, ...rest);
  const refused: (() => Promise<unknown>)[] = [
    () => verify(body.replace('test', 'tess'), headers, secret),
    () => by({ 'webhook-id': 'evt_other' }),
    () => by({ 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }),
    () => by({ 'webhook-signature': 'v1,AAAA v2,x v1,!!! nonsense' }),
    () => by({ 'webhook-signature': `v1a,${headers['webhook-signature']?.slice(3)}` }),
    () => verify(body, headers, makeKey('v1').secret ?? ''),
    () => verify(body, headers, []),
    () => by({}, { now: Date.now() + 302_000 }),
    () => by({}, { now: Date.now() - 302_000 }),
    () => by({ 'webhook-timestamp': 'soon' }),
    ...Object.keys(headers).map((name) => () => by({ [name]: undefined })),
  ];
  for (const each of refused) await assert.rejects(each, isRefused);
  assert.ok(await verify(body, headers, secret, { now: Date.now() + 298_000 }));
});

test('a secret that is none is told, so that nobody verifies with nothing', async () => {
  for (const wrong of ['', 'whsec_', 'secret', secret.replace('whsec_', ''), 'whsec_!!!']) {
    await assert.rejects(verify(body, messageHeaders(), wrong), TypeError, wrong);
  }
});

const guide = readFileSync(new URL('../../docs/guides/webhooks.md', import.meta.url), 'utf8');
const codeOf = (language: string) => new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(guide)?.[1] ?? '';
const cases = {
  taken: { headers: messageHeaders(), body },
  rotated: {
    headers: messageHeaders(signatures(rotated([key], makeKey('v1').key, Date.now()), id, Date.now(), body)),
    body,
  },
  changed: { headers: messageHeaders(), body: body.replace('test', 'tess') },
  foreign: { headers: messageHeaders(signatures([makeKey('v1').key], id, Date.now(), body)), body },
  old: { headers: messageHeaders(signatures([key], id, Date.now() - 301_000, body), Date.now() - 301_000), body },
};
const expected = { taken: true, rotated: true, changed: false, foreign: false, old: false };

test("the guide's TypeScript takes and refuses messages", async () => {
  const code = codeOf('ts').replace(
    '@report-service/client/manage',
    new URL('../../client/src/manage/index.ts', import.meta.url).href,
  );
  const folder = mkdtempSync(join(tmpdir(), 'report-service-guide-'));
  writeFileSync(join(folder, 'receive.ts'), code);
  const { receive } = (await import(join(folder, 'receive.ts'))) as {
    receive(request: Request, secret: string): Promise<Response>;
  };
  for (const [name, { headers, body: sent }] of Object.entries(cases)) {
    const request = new Request('http://localhost', { method: 'POST', headers, body: sent });
    assert.equal((await receive(request, secret)).status === 204, expected[name as keyof typeof expected], name);
  }
  removeFolder(folder);
});

/** What the guide's code of a language says of the cases; undefined where the machine lacks its interpreter. */
async function saidBy(program: string, script: string): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-guide-'));
  const file = join(folder, 'script');
  writeFileSync(file, script);
  writeFileSync(join(folder, 'cases.json'), JSON.stringify({ secret, cases }));
  try {
    const { stdout } = await execute(program, [file, join(folder, 'cases.json')], { timeout: 20_000 });
    return JSON.parse(stdout);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    removeFolder(folder);
  }
}

test("the guide's Python takes and refuses messages", async (t) => {
  const script = `${codeOf('python')}
import sys
given = json.load(open(sys.argv[1]))
said = {}
for name, case in given["cases"].items():
    try:
        verify(case["body"].encode(), case["headers"], given["secret"])
        said[name] = True
    except ValueError:
        said[name] = False
print(json.dumps(said))
`;
  const said = await saidBy('python3', script);
  if (said === undefined && process.env.CI !== 'true') t.skip('there is no python3');
  else assert.deepEqual(said, expected);
});

test("the guide's PHP takes and refuses messages", async (t) => {
  const script = `<?php
${codeOf('php')}
$given = json_decode(file_get_contents($argv[1]), true);
$said = [];
foreach ($given['cases'] as $name => $case) {
    try {
        verify($case['body'], $case['headers'], $given['secret']);
        $said[$name] = true;
    } catch (RuntimeException $error) {
        $said[$name] = false;
    }
}
echo json_encode($said);
`;
  const said = await saidBy('php', script);
  if (said === undefined && process.env.CI !== 'true') t.skip('there is no php');
  else assert.deepEqual(said, expected);
});
