import { openFileStore } from '../../src/platform/storage/file-store.ts';
import type { ObjectStore } from '../../src/platform/storage/object-store.ts';
import { createS3Store } from '../../src/platform/storage/s3-store.ts';
import type { S3Server } from './s3-server.ts';

/** Where a store of a test is, as another process is told: a folder, or a bucket of `startS3Server`. */
export type TestStore = { readonly folder: string } | Pick<S3Server, 'endpoint' | 'bucket'>;

export async function openTestStore(store: TestStore): Promise<ObjectStore> {
  if ('folder' in store) return openFileStore(store.folder);
  const { endpoint, bucket } = store;
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
  return createS3Store({ endpoint, bucket, region: 'us-east-1', credentials });
}
