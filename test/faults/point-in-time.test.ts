import assert from 'node:assert/strict';
import { appendFileSync, chownSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { deleteAccount } from '../../src/domains/accounts/delete-account.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { eventually } from '../support/eventually.ts';
import { removeFolder } from '../support/folders.ts';
import { unprivilegedUser } from '../support/pgbouncer.ts';
import { givenInstallation } from '../support/process.ts';
import { test } from '../support/suite.ts';
import { postgresServerSkip, runPostgresProgram, startPostgresServer } from './support/postgres-server.ts';

test("PostgreSQL's own log of changes brings an installation back to a moment between two backups, as docs/operating.md says", {
  skip: postgresServerSkip,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-wal-'));
  t.after(() => removeFolder(folder));
  const archive = join(folder, 'archive');
  mkdirSync(archive);
  const owner = unprivilegedUser();
  if (owner) for (const path of [folder, archive]) chownSync(path, owner.uid, owner.gid);
  const base = join(folder, 'base');
  const settings = { archive_mode: 'on', archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f` };
  const run = { ...owner, cwd: folder, env: { PATH: process.env.PATH ?? '' } };

  await using server = await startPostgresServer({}, { settings });
  const database = await server.createDatabase('reports');
  await using installation = await givenInstallation(database);
  const { db } = installation;
  const account = await givenAccount(db);
  await givenProject(db, account, { name: 'Before the copy' });
  const copy = ['-D', base, '-h', '127.0.0.1', '-p', `${server.port}`, '-U', 'postgres', '--checkpoint=fast'];
  runPostgresProgram('pg_basebackup', copy, run);
  await givenProject(db, account, { name: 'After the copy' });
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db);
  const [{ now }] = rows as [{ now: string }];
  const objects = await openFileStore(join(installation.dataDir, 'objects'));
  await deleteAccount(db, objects, account.id, 'operator:mistake');
  const { rows: walls } = await sql<{ name: string }>`select pg_walfile_name(pg_switch_wal()) as name`.execute(db);
  await eventually(() => existsSync(join(archive, walls[0]?.name ?? 'none')), 30_000);

  const back = { restore_command: `cp ${archive}/%f %p`, recovery_target_time: now, recovery_target_action: 'promote' };
  await using recovered = await startPostgresServer(
    {},
    {
      fill(data, options) {
        runPostgresProgram('cp', ['-R', base, data], options);
        const lines = Object.entries({ ...back, archive_mode: 'off' }).map(([name, value]) => `${name} = '${value}'\n`);
        appendFileSync(join(data, 'postgresql.conf'), lines.join(''));
        writeFileSync(join(data, 'recovery.signal'), '');
      },
    },
  );
  const url = `postgres://postgres@127.0.0.1:${recovered.port}/reports`;
  const environment = { ...installation.environment, DATABASE_URL: url };
  await using again = await givenInstallation(
    { ...database, location: { engine: 'postgres', url, poolSize: 2 }, async [Symbol.asyncDispose]() {} },
    environment,
  );
  // It answers reads while it still follows the log, and takes writes once it is there.
  await eventually(async () => (await again.run(['accounts', 'list'])).code === 0, 60_000);
  const [found] = await again.json(['accounts', 'list']);
  assert.equal(found.id, account.id);
  const projects = await again.json(['projects', 'list', '--account', account.id]);
  assert.deepEqual(projects.map(({ name }: { name: string }) => name).sort(), ['After the copy', 'Before the copy']);
});
