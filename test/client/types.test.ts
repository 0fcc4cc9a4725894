import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { makeTypes } from '../../client/scripts/make-types.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe("the client's types", () => {
  test('are those of the committed OpenAPI document', () => {
    const stale = 'client/src/types.ts is stale: run "node client/scripts/make-types.ts openapi.json"';
    assert.equal(makeTypes(JSON.parse(read('openapi.json'))), read('client/src/types.ts'), stale);
  });

  test('say what is optional, what can be null and what is one of a few words', () => {
    const document = JSON.parse(read('openapi.json'));
    document.components.schemas.Usage = {
      type: 'object',
      required: ['limit', 'unit'],
      properties: {
        limit: { type: ['object', 'null'], required: ['per'], properties: { per: { type: 'integer' } } },
        unit: { enum: ['job', null] },
        note: { type: 'string', description: 'Ends a comment: */' },
      },
    };
    const text = makeTypes(document).replace(/\s+/g, ' ');
    const expected =
      "{ limit: { per: number; } | null; unit: 'job' | null; /** Ends a comment: *\\/ */ note?: string; }";
    assert.ok(text.includes(`export interface Usage ${expected}`), text.slice(text.indexOf('interface Usage')));
  });

  test('are not made from a document that lacks an operation or a schema', () => {
    const document = JSON.parse(read('openapi.json'));
    delete document.components.schemas.Period;
    assert.throws(() => makeTypes(document), /no Period/);
    assert.throws(() => makeTypes({ ...document, paths: {} }), /no listProjects/);
  });
});
