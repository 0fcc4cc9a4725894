import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findStale, generate } from '../../../scripts/generate.ts';
import type { Operation } from '../../support/openapi.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService('sqlite', { environment: { PUBLIC_URL: 'https://reports.example.com/' } });
});
after(() => service[Symbol.asyncDispose]());

test('openapi.json and the pages made from the code are fresh; else run "npm run openapi" [C-VERSION-3]', async () => {
  assert.deepEqual(await findStale(await generate()), []);
});

test('the document is served without a token, uncounted, with the public address [C-DISCOVERY-1]', async () => {
  const { status, headers, body } = await service.call('GET', '/api/v1/openapi.json');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
  assert.equal(headers.get('x-ratelimit-limit'), null);
  assert.equal(body.openapi, '3.1.0');
  assert.equal(body.servers[0].url, 'https://reports.example.com');
});

test('it has exactly the operations of the contract, and no HEAD [C-OP-1, C-VERSION-1]', async () => {
  const { body } = await service.call('GET', '/api/v1/openapi.json');
  const operations = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  assert.deepEqual(operations.sort(), [
    'GET /api/v1/',
    'GET /api/v1/export-jobs/{export_job_id}',
    'GET /api/v1/export-jobs/{export_job_id}/download',
    'GET /api/v1/generation-jobs/{generation_job_id}',
    'GET /api/v1/jobs/{job_id}',
    'GET /api/v1/me',
    'GET /api/v1/projects',
    'GET /api/v1/projects/{project_id}',
    'GET /api/v1/projects/{project_id}/jobs',
    'GET /api/v1/projects/{project_id}/reports',
    'GET /api/v1/reports/{report_id}',
    'PATCH /api/v1/projects/{project_id}',
    'POST /api/v1/projects',
    'POST /api/v1/projects/{project_id}/archive',
    'POST /api/v1/projects/{project_id}/generation-jobs',
    'POST /api/v1/projects/{project_id}/restore',
    'POST /api/v1/reports/{report_id}/export-jobs',
  ]);
});

test('every write needs an Idempotency-Key, and no read takes one [C-IDEM-1]', async () => {
  const { body } = await service.call('GET', '/api/v1/openapi.json');
  const paths = Object.values(body.paths as Record<string, Record<string, Operation>>);
  for (const [method, { operationId, parameters }] of paths.flatMap((methods) => Object.entries(methods))) {
    const takesKey = parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey');
    assert.equal(takesKey, method !== 'get', operationId);
  }
  assert.equal(body.components.parameters.IdempotencyKey.required, true);
});

test('no component is unused, and each reference resolves', async () => {
  const { text, body } = await service.call('GET', '/api/v1/openapi.json');
  const used = new Set(
    [...text.matchAll(/"(#\/components\/(?!securitySchemes)[^"]+)"/g)].map(([, reference]) => reference),
  );
  const { securitySchemes, ...components } = body.components;
  const existing = Object.entries(components).flatMap(([kind, named]) =>
    Object.keys(named as object).map((name) => `#/components/${kind}/${name}`),
  );
  assert.deepEqual([...used].sort(), existing.sort());
});

test('no reference has sibling keywords, which generators half ignore', async () => {
  const { text } = await service.call('GET', '/api/v1/openapi.json');
  const crowded: object[] = [];
  JSON.parse(text, (_key, value) => {
    if (value?.$ref && Object.keys(value).length > 1) crowded.push(value);
    return value;
  });
  assert.deepEqual(crowded, []);
});

test('the file schema is not named like a web platform type, and has no length', async () => {
  const { schemas } = (await service.call('GET', '/api/v1/openapi.json')).body.components;
  assert.deepEqual(schemas.ExportedFile, { type: 'string', format: 'binary', description: 'Its bytes.' });
});
