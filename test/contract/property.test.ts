import assert from 'node:assert/strict';
import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import fc from 'fast-check';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import {
  type Components,
  junk,
  mutatedValue,
  oddText,
  type Schema,
  validValue,
} from '../support/arbitrary-from-schema.ts';
import { AnswerChecker, type OpenApi } from '../support/openapi.ts';
import { givenExport, givenJob, givenReport } from '../support/outcomes.ts';
import { type Answer, startTestService, type TestService } from '../support/service.ts';
import { test, usually } from '../support/suite.ts';

/** PROPERTY_RUNS: requests of each operation, a write sent twice. PROPERTY_SEED: those of a failure, again. */
const numRuns = Number(process.env.PROPERTY_RUNS ?? usually(300, 40));
const seed = Number(process.env.PROPERTY_SEED ?? randomInt(2 ** 31));
const replay = `replay with PROPERTY_SEED=${seed} PROPERTY_RUNS=${numRuns}`;

interface Sent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

let service: TestService;
let checker: AnswerChecker;
let token: string;
const ids: Record<string, string[]> = {};
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends the path unchanged; `fetch` would normalise it. */
function send(method: string, { path, headers, body }: Sent): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const outgoing = request(service.url, { method, path, headers, agent, timeout: 10_000 }, async (incoming) => {
    try {
      const text = Buffer.concat(await incoming.toArray()).toString();
      const isJson = incoming.headers['content-type']?.startsWith('application/json');
      const answered = new Headers(
        Object.entries(incoming.headersDistinct).flatMap(([name, values]) =>
          (values ?? []).map((value): [string, string] => [name, value]),
        ),
      );
      resolve({
        status: incoming.statusCode ?? 0,
        headers: answered,
        text,
        body: isJson && text ? JSON.parse(text) : undefined,
      });
    } catch (error) {
      reject(error);
    }
  });
  outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${method} ${path}`)));
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}

const encoded = oddText.map((text) => encodeURIComponent(text.toWellFormed()));
const headerText = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
});

function anyPath(template: string, parameters: readonly Schema[]): fc.Arbitrary<string> {
  const odd = fc.oneof(
    encoded,
    fc.constantFrom('%', '%ZZ', '%ff', '.', '..', ';a=b', 'x'.repeat(499), 'x'.repeat(501)),
  );
  const pick = fc.oneof(
    { weight: 6, arbitrary: fc.nat().map((index) => ({ index, text: '' })) },
    { weight: 1, arbitrary: fc.constant({ index: -1, text: 'prj_00000000000000000000000000' }) },
    { weight: 2, arbitrary: odd.map((text) => ({ index: -1, text })) },
  );
  const fill = ({ index, text }: { index: number; text: string }) =>
    template.replace(/\{(\w+)\}/, (_all, name: string) => {
      const known = ids[name] ?? [];
      return index < 0 ? text : (known[index % known.length] ?? '');
    });
  return fc.tuple(pick, anyQuery(parameters)).map(([picked, query]) => fill(picked) + query);
}

function anyQuery(parameters: readonly Schema[]): fc.Arbitrary<string> {
  const named = parameters as readonly { name?: string; schema?: Schema }[];
  const valid = named.flatMap(({ name = '', schema = {} }) => [
    validValue(schema, {}).map((value) => `${name}=${value}`),
    encoded.map((value) => `${name}=${value}`),
  ]);
  const odd = fc.oneof(
    fc.tuple(encoded, encoded).map(([name, value]) => `${name}=${value}`),
    fc.constantFrom('__proto__=1', 'page=1&page=2', 'page[]=1', 'page=1e3', '%ZZ', '&&', '=', 'a=%ff', '?'),
  );
  const known = valid.length > 0 ? fc.array(fc.oneof(...valid), { maxLength: 3 }) : fc.constant([]);
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant('') },
    { weight: 4, arbitrary: known.map((parts) => (parts.length > 0 ? `?${parts.join('&')}` : '')) },
    { weight: 1, arbitrary: odd.map((part) => `?${part}`) },
  );
}

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 3,
    arbitrary: fc.dictionary(
      fc.constantFrom('x-request-id', 'if-none-match', 'range', 'if-range', 'accept', 'x-odd', 'origin', 'cookie'),
      fc.oneof(
        headerText,
        fc.constantFrom('*', 'W/"x"', 'bytes=0-', 'bytes=5-2', 'bytes=-0', 'bytes=99999999999999999999-'),
      ),
      { maxKeys: 3, noNullPrototype: true },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom('idempotency-key', 'content-type', 'authorization', 'content-encoding'),
      fc.oneof(headerText, fc.constantFrom('', '""', '"', 'gzip', 'text/plain', 'k'.repeat(256))),
      { minKeys: 1, maxKeys: 1, noNullPrototype: true },
    ),
  },
);

/** Bodies that fit, bodies with a fault, and texts that are hardly JSON. */
function anyBody(schema: Schema | undefined, components: Components): fc.Arbitrary<string | undefined> {
  if (!schema) return fc.constant(undefined);
  const broken = fc.tuple(junk, fc.nat()).map(([value, at]) => {
    const json = JSON.stringify(value);
    return json.slice(0, at % (json.length + 1));
  });
  return fc.oneof(
    { weight: 5, arbitrary: validValue(schema, components).map((value) => JSON.stringify(value)) },
    { weight: 4, arbitrary: mutatedValue(schema, components).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: broken },
  );
}

const withoutRequestId = ({ text, body }: Answer) => text.replace(JSON.stringify(body.meta.request_id), '');

/** An odd id may turn the path into another one, or none; such an answer is only checked for the envelope. */
const isDocumented = (template: string, path: string) =>
  new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?', 1)[0] ?? '');

function check(method: string, template: string, sent: Sent, answer: Answer): void {
  assert.ok(answer.status < 500, `${answer.status} ${answer.text}`);
  assert.match(answer.headers.get('x-request-id') ?? '', /^[A-Za-z0-9._-]{1,64}$/);
  if (answer.body) assert.equal(answer.body.meta.request_id, answer.headers.get('x-request-id'));
  if (answer.status >= 400) assert.equal(answer.body?.ok, false);
  if (isDocumented(template, sent.path)) assert.deepEqual(checker.faults(method, sent.path, answer), []);
}

/**
 * Twice under one key: the same bytes except for the request id. Only a 2xx is stored; a refusal must be the same
 * refusal.
 */
async function checkRepeated(method: string, sent: Sent, first: Answer): Promise<void> {
  const again = await send(method, sent);
  assert.equal(again.status, first.status);
  assert.equal(withoutRequestId(again), withoutRequestId(first));
  assert.equal(again.headers.get('location'), first.headers.get('location'));
  assert.equal(again.headers.get('idempotent-replayed'), first.status < 300 ? 'true' : null);
}

const document: OpenApi & { components: { schemas: Components; parameters: Record<string, Schema> } } = JSON.parse(
  readFileSync('openapi.json', 'utf8'),
);

describe('generated requests are answered as the OpenAPI document says, and never with a fault of the service', () => {
  before(async () => {
    service = await startTestService('sqlite', { environment: { FAILED_AUTH_PER_MINUTE: '1000000' } });
    checker = new AnswerChecker((await service.call('GET', '/api/v1/openapi.json')).body as OpenApi);
    const account = await givenAccount(service.db, { perMinute: 10_000_000, perDay: 10_000_000 });
    token = await givenToken(service.db, account.id);
    const objects = await openFileStore(join(service.dataDir, 'objects'));
    const { id: project } = await givenProject(service.db, account);
    const { reportId, job } = await givenReport(service.db, objects, account, project);
    const queued = await givenJob(service.db, account, project, { type: 'generation' });
    const file = { bytes: Buffer.from('a small file'), reportId, filename: 'Größe "1" 報告.pdf' };
    const exported = await givenExport(service.db, objects, account, project, file);
    const other = await givenReport(service.db, objects, account, project);
    const expired = { ...file, reportId: other.reportId, expiresAt: '2020-01-01T00:00:00.000Z' };
    const gone = await givenExport(service.db, objects, account, project, expired);
    ids.project_id = [project];
    ids.report_id = [reportId];
    ids.generation_job_id = [job.id, queued.id];
    ids.export_job_id = [exported.id, gone.id];
    ids.job_id = [job.id, exported.id];
  });
  after(async () => {
    agent.destroy();
    await service[Symbol.asyncDispose]();
  });

  const { schemas, parameters } = document.components;
  for (const [template, operations] of Object.entries(document.paths)) {
    for (const [lower, operation] of Object.entries(operations)) {
      const method = lower.toUpperCase();
      const resolved = operation.parameters.map(({ $ref, ...own }) =>
        $ref ? (parameters[$ref.split('/').at(-1) ?? ''] ?? {}) : own,
      ) as (Schema & { in?: string })[];
      const queries = resolved.filter((parameter) => parameter.in === 'query');
      const content = operation.requestBody?.content['application/json'] as { schema?: Schema } | undefined;
      const sentRequest = fc
        .tuple(anyPath(template, queries), oddHeaders, anyBody(content?.schema, schemas))
        .map(([path, headers, body]) => ({ path, headers, body }));
      test(`${operation.operationId} answers generated requests as documented [C-ENVELOPE-8, C-VERSION-3]`, async () => {
        const property = fc.asyncProperty(sentRequest, async ({ path, headers, body }) => {
          const own = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
          const key: Record<string, string> = content ? { 'idempotency-key': randomUUID() } : {};
          const sent = { path, headers: { ...own, ...key, ...headers }, body };
          const answer = await send(method, sent);
          check(method, template, sent, answer);
          if (content) await checkRepeated(method, sent, answer);
        });
        const { failed, counterexample, errorInstance } = await fc.check(property, { numRuns, seed });
        if (failed) assert.fail(`${replay}\n${JSON.stringify(counterexample)}\n${String(errorInstance)}`);
      });
    }
  }
});
