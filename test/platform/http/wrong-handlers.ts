/**
 * Handlers whose answers do not match their schemas, and paths whose parameters differ from the schema or handler. None
 * of it may compile: `tsc` fails if a marked line has no error, and typed-answers.test.ts if an error is elsewhere.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ReusableMeta, resource } from '../../../src/platform/http/envelope.ts';
import { nullable, oneOf } from '../../../src/platform/http/fields.ts';
import { listOperation, readOperation } from '../../../src/platform/http/operations.ts';
import { listQuery } from '../../../src/platform/http/pagination.ts';
import type { ApiContext } from '../../../src/platform/http/route.ts';
import { writeOperation } from '../../../src/platform/http/write-operation.ts';

const Thing = resource({
  id: Type.String(),
  open: Type.Boolean(),
  color: oneOf(['red', 'green']),
  owner: nullable(resource({ name: Type.String() })),
  parts: Type.Array(resource({ count: Type.Integer() })),
});
const thing = { id: '1', open: true, color: 'red', owner: { name: 'Ada' }, parts: [{ count: 1 }] } as const;

const params = Type.Object({ thing_id: Type.String() });
const common = { operationId: 'x', tag: 'Things', summary: 'Things', scope: null, data: Thing } as const;
const read = { ...common, path: '/things/:thing_id', params } as const;
const list = { ...common, path: '/things', query: listQuery(['created_at'], {}) } as const;
const write = {
  ...common,
  path: '/things',
  method: 'POST',
  kind: 'project.create',
  body: resource({ name: Type.String() }),
  status: 201,
} as const;

export function wrongHandlers(app: FastifyInstance, context: ApiContext): void {
  readOperation(app, context, read, async () => thing);
  listOperation(app, context, list, async () => ({ items: [thing], total: 1 }));
  writeOperation(app, context, write, async () => ({ data: thing, location: '/things/1' }));

  // @ts-expect-error A misspelt field.
  readOperation(app, context, read, async () => ({ ...thing, id: undefined, idd: '1' }));
  // @ts-expect-error A text instead of a boolean.
  readOperation(app, context, read, async () => ({ ...thing, open: 'yes' }));
  // @ts-expect-error A word that is not in the schema.
  readOperation(app, context, read, async () => ({ ...thing, color: 'blue' as const }));
  // @ts-expect-error A misspelt field of an object within.
  readOperation(app, context, read, async () => ({ ...thing, owner: { nmae: 'Ada' } }));
  // @ts-expect-error A field of another type in the items of an array within.
  readOperation(app, context, read, async () => ({ ...thing, parts: [{ count: '1' }] }));
  // @ts-expect-error Nothing where the schema has no null.
  readOperation(app, context, read, async () => ({ ...thing, parts: null }));

  // @ts-expect-error A missing field of a list's items.
  listOperation(app, context, list, async () => ({ items: [{ id: '1', open: true }], total: 1 }));
  // @ts-expect-error A field of another type within a list's items.
  listOperation(app, context, list, async () => ({ items: [{ ...thing, owner: { name: 1 } }], total: 1 }));

  // @ts-expect-error A missing field in the answer of a write.
  writeOperation(app, context, write, async () => ({ data: { id: '1' } }));
  // @ts-expect-error A text instead of a boolean in the answer's meta.
  writeOperation(app, context, { ...write, meta: ReusableMeta }, async () => ({ data: thing, meta: { reused: 'no' } }));
  // @ts-expect-error A misspelt field of the body.
  writeOperation(app, context, write, async (_transaction, { body }) => ({ data: { ...thing, id: body.nmae } }));

  // @ts-expect-error A misspelt parameter in the handler.
  readOperation(app, context, read, async ({ params }) => ({ ...thing, id: params.thingid }));
  // @ts-expect-error A misspelt parameter in the path.
  readOperation(app, context, { ...read, path: '/things/:thing_di' }, async () => thing);
  // @ts-expect-error A path with a parameter that has no schema.
  readOperation(app, context, { ...common, path: '/things/:thing_id' }, async () => thing);
  // @ts-expect-error A schema for a parameter that the path does not have.
  readOperation(app, context, { ...common, path: '/things', params }, async () => thing);
}
