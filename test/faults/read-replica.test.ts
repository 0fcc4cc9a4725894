import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { sql } from 'kysely';
import { startService } from '../../src/app.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { connectDatabase, type DatabaseLocation } from '../../src/platform/database/connect.ts';
import { type ReadOutcome, Replica } from '../../src/platform/database/replica.ts';
import type { Queryable } from '../../src/platform/database/tables.ts';
import { ServiceError } from '../../src/platform/errors.ts';
import { createLog } from '../../src/platform/log.ts';
import { givenAccount, givenToken } from '../support/accounts.ts';
import { runCommand } from '../support/command.ts';
import type { TestDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { givenInstallation } from '../support/process.ts';
import { call } from '../support/service.ts';
import { test } from '../support/suite.ts';
import { postgresServerSkip as skip } from './support/postgres-server.ts';
import {
  type ReplicatedServer,
  startReplicatedServer,
  startStandby,
  untilFollowed,
} from './support/replicated-server.ts';

let servers: ReplicatedServer;
let number = 0;
if (!skip) {
  before(async () => {
    servers = await startReplicatedServer();
  });
  after(() => servers[Symbol.asyncDispose]());
}

test('replica: what was written is read, however far behind the replica is, and from the replica once it has it', {
  skip,
}, async () => {
  await using given = await givenReplica();
  const { primary, standby, replica, outcomes } = given;
  await mark(primary.db, 'a');
  await untilFollowed(primary, standby);
  assert.deepEqual(await replica.read(marks), ['a']);
  assert.equal(await replica.read(isStandby), true);
  await sql`select pg_wal_replay_pause()`.execute(standby.db);
  await mark(primary.db, 'b');
  assert.deepEqual(await replica.read(marks), ['a', 'b']);
  assert.equal(await replica.read(isStandby), false, 'it rests');
  assert.deepEqual(await marks(standby.db), ['a']);
  assert.ok((await replica.lag()) > 0);
  await sql`select pg_wal_replay_resume()`.execute(standby.db);
  await eventually(() => replica.read(isStandby));
  assert.deepEqual(await replica.read(marks), ['a', 'b']);
  assert.equal(await replica.lag(), 0);
  assert.deepEqual(outcomes.slice(0, 4), ['replica', 'replica', 'lagging', 'lagging']);
});

test('replica: of writers and readers at once each reads what it wrote, and lists never go back', {
  skip,
}, async (t) => {
  await using given = await givenReplica();
  const { primary, replica, outcomes } = given;
  const other = new Replica({
    primary: primary.db,
    location: given.location,
    onRead: (outcome) => outcomes.push(outcome),
  });
  const client = async (name: string) => {
    let most = 0;
    for (let index = 0; index < 60; index++) {
      await mark(primary.db, `${name}-${String(index).padStart(3, '0')}`);
      const seen = await (index % 2 ? replica : other).read(marks);
      const own = seen.filter((each) => each.startsWith(`${name}-`)).length;
      assert.equal(own, index + 1);
      assert.ok(seen.length >= most);
      most = seen.length;
    }
  };
  await Promise.all(['a', 'b', 'c', 'd'].map(client));
  await other[Symbol.asyncDispose]();
  const byReplica = outcomes.filter((outcome) => outcome === 'replica').length;
  t.diagnostic(`${byReplica} of ${outcomes.length} reads were answered by the replica`);
  assert.ok(byReplica > 0);
});

test('replica: an answer that it gives up for what it replays comes from the primary', { skip }, async () => {
  await using given = await givenReplica();
  const { primary, standby, replica, outcomes } = given;
  await mark(primary.db, 'a');
  await untilFollowed(primary, standby);
  let runs = 0;
  const seen = await replica.read(async (db) => {
    const found = await marks(db);
    if (runs++ > 0) return found;
    const reading = sql`select pg_sleep(2), name from installation_marks`.execute(db);
    // The lock that it takes ends what reads the table.
    await sql`lock table installation_marks in access exclusive mode`.execute(db).catch(() => {});
    await primary.db.transaction().execute((other) => sql`truncate installation_marks`.execute(other));
    await reading;
    return found;
  });
  assert.deepEqual([seen, runs], [[], 2]);
  assert.ok(['conflict', 'away'].includes(outcomes.at(-1) ?? ''), outcomes.join());
});

test('replica: what is no fault of the database is told as it is, without a second run', { skip }, async () => {
  await using given = await givenReplica();
  let runs = 0;
  const work = async () => {
    runs++;
    throw new ServiceError('not_found');
  };
  await untilFollowed(given.primary, given.standby);
  await assert.rejects(given.replica.read(work), { code: 'not_found' });
  assert.equal(runs, 1);
});

test('replica: another server, a primary, one that is away, and one that followed another timeline are not read from', {
  skip,
}, async () => {
  await using stack = new AsyncDisposableStack();
  const given = stack.use(await givenReplica());
  const { primary } = given;
  await mark(primary.db, 'here');
  const outcomeOf = async (url: string) => {
    const outcomes: ReadOutcome[] = [];
    await using replica = new Replica({
      primary: primary.db,
      location: { ...given.location, url },
      onRead: (outcome) => outcomes.push(outcome),
    });
    assert.deepEqual(await replica.read(marks), ['here']);
    return outcomes;
  };
  assert.deepEqual(await outcomeOf(locationOf(primary).url), ['unfit']);
  assert.deepEqual(await outcomeOf('postgres://postgres@127.0.0.1:1/reports'), ['away']);
  await using others = await startReplicatedServer();
  await using elsewhere = await others.primary.createDatabase(given.name);
  await mark(elsewhere.db, 'elsewhere');
  assert.deepEqual(await outcomeOf(others.standby.url(given.name)), ['unfit']);
  // A standby that has gone further than the one that was promoted, and follows it no more.
  await using left = await startStandby(others.primary);
  await using another = at(others.standby.url(given.name));
  await sql`select pg_wal_replay_pause()`.execute(another.db);
  for (let index = 0; index < 200; index++) await mark(elsewhere.db, `lost ${index}`);
  await using behind = at(left.url(given.name));
  await untilFollowed(elsewhere, behind);
  await others.primary.stop('immediate');
  await sql`select pg_promote()`.execute(another.db);
  await eventually(async () => !(await isStandby(another.db)));
  await sql`delete from installation_marks`.execute(another.db);
  const outcomes: ReadOutcome[] = [];
  await using replica = new Replica({
    primary: another.db,
    location: locationOf(behind),
    onRead: (outcome) => outcomes.push(outcome),
  });
  assert.deepEqual(await replica.read(marks), []);
  assert.deepEqual(outcomes, ['unfit']);
});

test('replica: the service reads its lists there, shows what was just written, and goes on without it', {
  skip,
}, async () => {
  await using given = await givenReplica();
  const { primary, standby } = given;
  await using installation = await givenInstallation(primary, { DATABASE_READ_URL: given.location.url, PORT: '0' });
  const sound = await runCommand(['doctor'], installation.environment);
  assert.match(sound.stdout, /read replica +true +has all that the primary has/);
  const log: string[] = [];
  const lines = { write: (line: string) => void log.push(line) };
  await using service = await startService(readConfig(installation.environment), 'api', createLog('info', lines));
  const account = await givenAccount(primary.db, { name: 'a', perMinute: 10_000, perDay: 10_000 });
  const token = await givenToken(primary.db, account.id);
  const create = async (name: string) => {
    const { status } = await call(service.url, 'POST', '/api/v1/projects', { token, body: { name } });
    assert.equal(status, 201);
  };
  const list = async () => {
    const { status, body } = await call(service.url, 'GET', '/api/v1/projects?sort=name&direction=asc', { token });
    assert.equal(status, 200);
    return body.data.items.map(({ name }: { name: string }) => name);
  };
  const figure = async (name: string) => {
    const { text } = await call(service.url, 'GET', '/metrics');
    return Number(new RegExp(`^report_service_replica_${name} (.*)$`, 'm').exec(text)?.[1] ?? 'NaN');
  };
  await create('a');
  await untilFollowed(primary, standby);
  assert.deepEqual(await list(), ['a']);
  assert.equal(await figure('reads_total{outcome="replica"}'), 1);
  assert.equal(await figure('lag_seconds'), 0);
  await sql`select pg_wal_replay_pause()`.execute(standby.db);
  await create('b');
  assert.deepEqual(await list(), ['a', 'b']);
  assert.equal(await figure('reads_total{outcome="lagging"}'), 1);
  assert.ok((await figure('lag_seconds')) > 0);
  const late = await runCommand(['doctor'], installation.environment);
  assert.match(late.stdout, /read replica +false +is \d+\.\d s behind the primary/);
  await sql`select pg_wal_replay_resume()`.execute(standby.db);
  await eventually(async () => (await list()) && (await figure('reads_total{outcome="replica"}')) > 1);
  await servers.standby.stop('immediate');
  await create('c');
  assert.deepEqual(await list(), ['a', 'b', 'c']);
  assert.equal(await figure('reads_total{outcome="away"}'), 1);
  assert.ok(Number.isNaN(await figure('lag_seconds')));
  const away = await runCommand(['doctor'], installation.environment);
  assert.match(away.stdout, /read replica +false +lists are read from the primary; look at DATABASE_READ_URL/);
  assert.match(log.join(''), /the read replica is not read from/);
  await servers.standby.start();
});

async function givenReplica() {
  await using stack = new AsyncDisposableStack();
  const name = `reports_${number++}`;
  const primary = stack.use(await servers.primary.createDatabase(name));
  const standby = stack.use(at(servers.standby.url(name)));
  await eventually(() =>
    marks(standby.db).then(
      () => true,
      () => false,
    ),
  );
  const outcomes: ReadOutcome[] = [];
  const location = locationOf(standby);
  const replica = stack.use(
    new Replica({ primary: primary.db, location, onRead: (outcome) => outcomes.push(outcome) }),
  );
  const resources = stack.move();
  return { name, primary, standby, replica, outcomes, location, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function at(url: string): TestDatabase {
  const location: DatabaseLocation = { engine: 'postgres', url, poolSize: 3 };
  const db = connectDatabase(location);
  return { location, db, [Symbol.asyncDispose]: () => db.destroy() };
}

function locationOf({ location }: TestDatabase) {
  assert.ok(location.engine === 'postgres');
  return location;
}

const mark = (db: Queryable, name: string) => db.insertInto('installation_marks').values({ name, value: '' }).execute();

async function marks(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('installation_marks').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

async function isStandby(db: Queryable): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db);
  return rows[0]?.is ?? false;
}
