import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../../platform/database/tables.ts';
import { readOperation, removeOperation } from '../../platform/http/operations.ts';
import { type CheckRevision, revised } from '../../platform/http/revisions.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { getBrand, setBrand, storeBrandPictures, toBrand } from './brands.ts';
import { Brand, BrandInput } from './schema.ts';

const shared = { tag: 'Brand', path: '/brand', data: Brand } as const;
const write = { role: 'admin' } as const;
/** With its pictures, which base64 makes a third longer. */
const bodyLimit = 4 * 1024 * 1024;

/** The brand of an account, for management. */
export function brandRoutes(
  app: FastifyInstance,
  context: ApiContext,
  { objects }: { readonly objects: ObjectStore },
): void {
  const { db } = context;
  readOperation(
    app,
    context,
    {
      ...shared,
      operationId: 'getBrand',
      summary: 'Read the brand',
      description: 'What tells in reports who made them. Projects have their own values in `settings.brand`.',
      access: { role: 'viewer', wholeAccount: true },
      hasRevision: true,
    },
    async ({ caller: { account } }) => shownBrand(db, account.id),
  );

  writeOperation(
    app,
    context,
    {
      ...shared,
      method: 'PATCH',
      operationId: 'updateBrand',
      summary: 'Change the brand',
      description: 'Send only the fields to change; null clears one. Reports that are made already keep theirs.',
      access: write,
      kind: 'account.brand',
      body: BrandInput,
      bodyLimit,
      status: 200,
      hasRevision: true,
      prepare: (body, { account }) => storeBrandPictures(objects, account.id, body),
    },
    async (transaction, { caller: { account }, body, checkRevision }) => {
      await nextRevision(transaction, account.id, checkRevision);
      await setBrand(transaction, account.id, { ...(await getBrand(transaction, account.id)), ...body });
      const recorded = { subject: account.id, details: { fields: Object.keys(body).toSorted() } };
      return { data: await shownBrand(transaction, account.id), recorded };
    },
  );

  removeOperation(
    app,
    context,
    {
      ...shared,
      operationId: 'removeBrand',
      summary: 'Remove the brand',
      access: write,
      kind: 'account.unbrand',
    },
    async (transaction, { caller: { account } }) => {
      await nextRevision(transaction, account.id);
      await setBrand(transaction, account.id, null);
      return { data: toBrand({}), subject: account.id };
    },
  );
}

async function shownBrand(db: Queryable, accountId: string): Promise<Brand> {
  const brand = (await getBrand(db, accountId)) ?? toBrand({});
  const { revision } = await db
    .selectFrom('accounts')
    .select('revision')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return revised(brand, revision);
}

/** Counts a change, which locks the account until the transaction ends. Throws `edit_conflict`. */
async function nextRevision(transaction: Queryable, accountId: string, check?: CheckRevision): Promise<void> {
  const { revision } = await transaction
    .updateTable('accounts')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', accountId)
    .returning('revision')
    .executeTakeFirstOrThrow();
  check?.(revision - 1);
}
