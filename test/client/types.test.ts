import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { makeTypes } from '../../client/scripts/make-types.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe("the client's types", () => {
  const committed = readFileSync(new URL('../../client/src/types.ts', import.meta.url), 'utf8');
  let service: TestService;
  before(async () => {
    service = await startTestService('sqlite');
  });
  after(() => service[Symbol.asyncDispose]());
  const readDocument = async () => (await service.call('GET', '/api/v1/openapi.json')).body;

  test('are those of the document that the service serves', async () => {
    const stale = 'types.ts is stale: give the new document to "node client/scripts/make-types.ts"';
    assert.equal(makeTypes(await readDocument()), committed, stale);
  });

  test('do not depend on whether a schema stands in its place or behind a reference', async () => {
    const document = await readDocument();
    const answer =
      document.paths['/api/v1/reports/{report_id}'].get.responses['200'].content['application/json'].schema;
    document.components.schemas = { ...document.components.schemas, MovedReport: answer.properties.data };
    answer.properties.data = { $ref: '#/components/schemas/MovedReport' };
    assert.equal(makeTypes(document), committed);
  });

  test('are not made from a document that lacks an operation', async () => {
    const document = await readDocument();
    delete document.paths['/api/v1/me'];
    assert.throws(() => makeTypes(document), /no operation getMe/);
  });
});
