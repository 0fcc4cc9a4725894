import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { getPlanOfAccount } from '../../src/domains/accounts/plans.ts';
import { createVault } from '../../src/domains/connections/vault.ts';
import { type SentFile, storeUpload } from '../../src/domains/uploads/store-upload.ts';
import { insertUpload, replaceUpload, type UploadRow } from '../../src/domains/uploads/uploads.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';
import { createS3Store } from '../../src/platform/storage/s3-store.ts';
import { localNetwork } from './connector-context.ts';
import { createTestDatabase, type Engine } from './databases.ts';
import { startS3Server } from './s3-server.ts';

/** A database and a store: files beside SQLite, S3 beside PostgreSQL. */
export async function givenUploads(engine: Engine) {
  await using stack = new AsyncDisposableStack();
  const { db, location } = stack.use(await createTestDatabase(engine));
  const folder = await mkdtemp(join(tmpdir(), 'report-service-uploads-'));
  stack.defer(() => rm(folder, { recursive: true }));
  const objects = engine === 'sqlite' ? await openFileStore(join(folder, 'objects')) : await openS3(stack);
  const incoming = join(folder, 'incoming');
  const environment = {
    db,
    objects,
    vault: createVault(Buffer.alloc(32, 'test')),
    dataRoots: [],
    network: localNetwork,
  };
  const context = { db, objects, incoming };
  const resources = stack.move();
  return {
    ...{ db, location, objects, folder, context, environment },
    /** What has arrived and is not yet, or no longer, in the store. */
    arriving: () => readdir(incoming).catch(() => []),
    stored: async () => (await Array.fromAsync(objects.list('uploads/'))).map(({ key }) => key).sort(),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function openS3(stack: AsyncDisposableStack): Promise<ObjectStore> {
  const { endpoint, bucket } = stack.use(await startS3Server());
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  return createS3Store({ endpoint, bucket, region: 'us-east-1', credentials });
}

type Given = Pick<Awaited<ReturnType<typeof givenUploads>>, 'context'>;

/** Sends text as an upload of an account, or in the place of one. */
export async function send(
  { context }: Given,
  accountId: string,
  name: string,
  text: string | Buffer,
  more: Partial<SentFile> = {},
): Promise<UploadRow> {
  const db: Database = context.db;
  const { maxUploadBytes: maxBytes } = await getPlanOfAccount(db, accountId);
  const bytes = Readable.from([Buffer.from(text)]);
  const sent = { accountId, maxBytes, name, declaredBytes: null, bytes, ...more };
  const { replacedId } = sent;
  return storeUpload(context, sent, async (file) => ({
    isTaken: true,
    result: await db
      .transaction()
      .execute((transaction) =>
        replacedId === undefined
          ? insertUpload(transaction, file, sent.maxBytes)
          : replaceUpload(transaction, replacedId, file, sent.maxBytes),
      ),
  }));
}
