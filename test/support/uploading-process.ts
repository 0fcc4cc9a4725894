import { Readable } from 'node:stream';
import { storeUpload } from '../../src/domains/uploads/store-upload.ts';
import { connectDatabase, type DatabaseLocation } from '../../src/platform/database/connect.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';

/** Receives a file that never ends, until it is killed. */
const [location = '', incoming = '', objects = '', accountId = ''] = process.argv.slice(2);
const db = connectDatabase(JSON.parse(location) as DatabaseLocation);
const bytes = new Readable({ read() {} });
bytes.push('day,sold\n2026-05-01,1\n');
const sent = { accountId, maxBytes: 100, name: 'a.csv', declaredBytes: 90, bytes };
await storeUpload({ db, objects: await openFileStore(objects), incoming }, sent, async () => {
  throw new Error('It never ends.');
});
