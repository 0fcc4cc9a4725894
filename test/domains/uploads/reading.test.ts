import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { getConnection } from '../../../src/domains/connections/connections.ts';
import { openConnection } from '../../../src/domains/connections/open-connection.ts';
import { previewConnection, proposeConnection } from '../../../src/domains/connections/propose-connection.ts';
import { addConnection, verifyConnection } from '../../../src/domains/connections/verify-connection.ts';
import { uploadsOf } from '../../../src/domains/uploads/read-upload.ts';
import { getUpload, removeUpload, sweepReplacedUploads, toUpload } from '../../../src/domains/uploads/uploads.ts';
import { ConnectorError } from '../../../src/reporting/connectors/contract.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { givenJob } from '../../support/outcomes.ts';
import { test, usually } from '../../support/suite.ts';
import { givenUploads, send } from '../../support/uploads.ts';

const may = { from: '2026-05-01', to: '2026-05-31', by: undefined };
const csv = (sold: number) => `day,shop,sold\n2026-05-01,North,${sold}\n2026-05-02,South,1\n`;

for (const engine of usually(engines, ['sqlite'])) {
  test(`${engine}: a connection is proposed from an upload, reads it, and reads what replaces it at once`, async () => {
    await using given = await givenUploads(engine);
    const { db, environment } = given;
    const account = await givenAccount(db);
    const { id: projectId } = await givenProject(db, account);
    const row = await send(given, account.id, 'sales.csv', csv(10));
    const { id, path, columns, size_bytes, name } = toUpload(row);
    assert.deepEqual([name, path, size_bytes], ['sales.csv', `upload:${id}`, csv(10).length]);
    assert.deepEqual(columns, [
      { name: 'day', type: 'date' },
      { name: 'shop', type: 'text' },
      { name: 'sold', type: 'whole number' },
    ]);

    const source = { system: 'file', config: { path }, secret: null, projectId };
    const { config } = await proposeConnection(db, environment, source);
    assert.equal(config.path, path);
    const fields = { projectId, system: 'file', name: 'Sales', config, secret: null };
    const { id: connection, updated_at } = await addConnection(db, environment, fields);
    const sold = async () => {
      const { metrics, result } = await previewConnection(db, environment, connection, may);
      return result.rows[0]?.values[metrics.findIndex(({ key }) => key === 'sold')];
    };
    assert.equal(await sold(), 11);

    await send(given, account.id, 'corrected.tsv', csv(20).replaceAll(',', '\t'), { replacedId: id });
    assert.equal(await sold(), 21, 'in another format, too');
    assert.ok((await getConnection(db, connection)).updated_at > updated_at, 'it counts as changed');
    assert.deepEqual((await verifyConnection(db, environment, connection)).status, 'connected');
    assert.equal(toUpload(await getUpload(db, account.id, id)).name, 'corrected.tsv');

    await assert.rejects(
      db.transaction().execute((transaction) => removeUpload(transaction, account.id, id)),
      { code: 'upload_in_use', message: new RegExp(`"Sales" \\(${connection}\\)`) },
    );
    await db.deleteFrom('connections').execute();
    await db.transaction().execute((transaction) => removeUpload(transaction, account.id, id));
    const read = proposeConnection(db, environment, source);
    await assert.rejects(read, isMissing);
  });

  test(`${engine}: one piece of work reads one version, which goes when nothing reads it any more`, async () => {
    await using given = await givenUploads(engine);
    const { db, environment, objects } = given;
    const account = await givenAccount(db);
    const { id: projectId } = await givenProject(db, account);
    const { id, object_key: first } = await send(given, account.id, 'sales.csv', csv(10));
    const path = `upload:${id}`;
    const { config } = await proposeConnection(db, environment, {
      system: 'file',
      config: { path },
      secret: null,
      projectId,
    });
    const add = (name: string) =>
      addConnection(db, environment, { projectId, system: 'file', name, config, secret: null });
    const rows = [await add('One'), await add('Other')];
    const report = { ...environment, uploadVersions: new Map() };
    const use = { signal: new AbortController().signal, deadline: Date.now() + 60_000, log: { info() {}, warn() {} } };
    const read = async (row: (typeof rows)[number], within: typeof environment) => {
      await using connection = await openConnection(row, within, use);
      const query = { from: may.from, to: may.to, timeZone: 'UTC', metrics: ['sold'], by: 'none', limit: 1 } as const;
      return (await connection.query(query)).rows[0]?.values[0];
    };
    const [one, other] = rows;
    assert.ok(one && other);
    assert.equal(await read(one, report), 11);

    const job = await givenJob(db, account, projectId, { type: 'generation' });
    const startedAt = new Date(Date.now() - 2 * 3_600_000).toISOString();
    await db.updateTable('jobs').set({ status: 'running', started_at: startedAt }).where('id', '=', job.id).execute();
    const second = (await send(given, account.id, 'sales.csv', csv(20), { replacedId: id })).object_key;
    assert.equal(await read(other, report), 11, 'the same report');
    assert.equal(await read(other, environment), 21, 'another piece of work');

    assert.equal(await sweepReplacedUploads(db, objects), 0, 'just replaced');
    const anHourAgo = new Date(Date.now() - 3_601_000).toISOString();
    await sql`update replaced_uploads set replaced_at = ${anHourAgo}`.execute(db);
    assert.equal(await sweepReplacedUploads(db, objects), 0, 'a job from before is running');
    await db.updateTable('jobs').set({ status: 'failed' }).where('id', '=', job.id).execute();
    assert.equal(await sweepReplacedUploads(db, objects), 1);
    assert.deepEqual(await given.stored(), [second]);
    assert.notEqual(first, second);
  });

  test(`${engine}: an account reads its own uploads and those of nobody else`, async () => {
    await using given = await givenUploads(engine);
    const { db, environment } = given;
    const [mine, theirs] = [await givenAccount(db), await givenAccount(db)];
    const { id: projectId } = await givenProject(db, mine);
    const { id, object_key } = await send(given, theirs.id, 'sales.csv', csv(10));
    for (const path of [
      `upload:${id}`,
      `upload:../uploads/${object_key}`,
      `UPLOAD:${id}`,
      `upload://${id}`,
      object_key,
    ]) {
      const source = { system: 'file', config: { path }, secret: null, projectId };
      await assert.rejects(proposeConnection(db, environment, source), isRefused, path);
    }
    assert.ok(await uploadsOf(environment, theirs.id, new Map())(id));
    assert.equal(await uploadsOf(environment, mine.id, new Map())(id), undefined);
    assert.equal(await uploadsOf(environment, null, new Map())(id), undefined);
    await assert.rejects(getUpload(db, mine.id, id), { code: 'not_found' });
    const remove = db.transaction().execute((transaction) => removeUpload(transaction, mine.id, id));
    await assert.rejects(remove, { code: 'not_found' });
    await assert.rejects(send(given, mine.id, 'a.csv', csv(1), { replacedId: id }), { code: 'not_found' });
    assert.deepEqual(await given.stored(), [object_key], 'what was refused is not kept');
  });

  test(`${engine}: a lost file is told as missing`, async () => {
    await using given = await givenUploads(engine);
    const { db, environment, objects } = given;
    const account = await givenAccount(db);
    const { id: projectId } = await givenProject(db, account);
    const { id, object_key } = await send(given, account.id, 'sales.csv', csv(10));
    await objects.remove(object_key);
    const source = { system: 'file', config: { path: `upload:${id}` }, secret: null, projectId };
    await assert.rejects(proposeConnection(db, environment, source), /The file of the upload .* is lost/);
  });
}

function isMissing(error: Error): boolean {
  assert.match(error.message, /There is no upload/);
  return true;
}

/** By the connector, and not for a passing fault. */
function isRefused({ cause }: Error): boolean {
  assert.ok(cause instanceof ConnectorError);
  return cause.kind === 'resource_missing' || cause.kind === 'invalid_config';
}
