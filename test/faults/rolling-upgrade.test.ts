import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { isNewerSchema } from '../../src/platform/database/schema-state.ts';
import { createEmptyDatabase, createFreshDatabase, engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { startMailServer } from '../support/mail-server.ts';
import { call } from '../support/service.ts';
import { test, usually } from '../support/suite.ts';
import { assertSound, audit } from './support/audit.ts';
import {
  type Customer,
  type FaultInstallation,
  givenCustomer,
  givenFaultInstallation,
} from './support/installation.ts';
import { Ledger } from './support/ledger.ts';
import { startMixedLoad } from './support/mixed-load.ts';
import { findPreviousVersion, unpackVersion } from './support/previous-version.ts';
import { launchService, type ServiceProcess } from './support/service-process.ts';
import { commandsOf, givenSchedules, type RunCommand, Visitor } from './support/two-versions.ts';

const previous = findPreviousVersion();
if (typeof previous === 'string' && process.env.CI === 'true')
  throw new Error(`The previous version is needed: ${previous}`);
const skip = typeof previous === 'string' ? previous : false;
const acknowledgedBefore = usually(40, 10);
const scheduleCount = usually(12, 4);
const visits = usually(4, 2);

/** Made by the commands of that version, on its schema. */
async function givenOldCustomer(
  { dataRoot }: FaultInstallation,
  run: RunCommand,
  api: ServiceProcess,
): Promise<Customer> {
  const { id } = await run('accounts create --name Old --plan pro --per-minute 1000000 --per-day 1000000');
  const scopes = 'projects:read,projects:write,reports:read,reports:write';
  const { token } = await run(`tokens create --account ${id} --name load --scopes ${scopes}`);
  const project = await api.call('POST', '/api/v1/projects', {
    token,
    body: { name: 'Old' },
    headers: { 'idempotency-key': 'first' },
  });
  assert.equal(project.status, 201, project.text);
  writeFileSync(
    join(dataRoot, 'old.csv'),
    'date,city,amount\n2026-01-01,Bonn,1\n2026-01-02,Bonn,2\n2026-01-03,Köln,4\n',
  );
  const config = join(dataRoot, 'old.json');
  const metric = { key: 'amount', label: 'Amount', sql: 'sum(amount)', unit: 'number', better: 'up', additive: true };
  writeFileSync(
    config,
    JSON.stringify({
      path: 'old.csv',
      date: 'date',
      metrics: [metric],
      dimensions: [{ key: 'city', label: 'City', sql: 'city' }],
    }),
  );
  const projectId: string = project.body.data.id;
  await run(`connections add --project ${projectId} --system file --name old --config ${config}`);
  return { account: { id } as Customer['account'], token, projectId };
}

const timesLogged = (service: ServiceProcess, message: string) => service.log().split(`"msg":"${message}"`).length - 1;

/** The requests that a process has answered with a fault of the service, as its log has them. */
function failedRequests(service: ServiceProcess): string[] {
  return service
    .log()
    .split('\n')
    .filter((line) => /"statusCode":5\d\d|"status":5\d\d/.test(line));
}

if (engines.includes('postgres')) {
  test('postgres: the previous version and this one serve one database at once: nothing is lost, doubled or refused', {
    skip,
  }, async (t) => {
    assert.ok(typeof previous === 'object');
    using old = unpackVersion(previous);
    await using mail = await startMailServer();
    await using installation = await givenFaultInstallation(await createEmptyDatabase('postgres'), {
      ...{ LOG_LEVEL: 'info', SMTP_URL: mail.url, MAIL_FROM: 'reports@example.com' },
    });
    const { db, environment } = installation;
    const run = commandsOf(old.program, installation);
    await using oldApi = launchService('api', environment, old.program);
    await oldApi.ready;
    // More than the load makes.
    await sql`update plans set max_projects = 1000000`.execute(db);
    await using oldWorker = launchService('worker', environment, old.program);
    const customer = await givenOldCustomer(installation, run, oldApi);
    const schedules = await givenSchedules(run, db, customer, scheduleCount);
    const ann = new Visitor('ann@example.com');
    const { link } = await run(`members add --account ${customer.account.id} --role owner --email ann@example.com`);
    await ann.join(await oldApi.ready, link);
    await oldWorker.ready;
    const ledger = new Ledger();
    const urls = [await oldApi.ready];
    let turn = 0;
    const load = startMixedLoad({
      customers: [customer],
      clients: 3,
      ledger,
      seed: 7,
      url: () => urls[turn++ % urls.length] as string,
    });
    const grown = (by: number) => {
      const from = ledger.acknowledged.size;
      return eventually(() => ledger.acknowledged.size >= from + by, 120_000);
    };
    await grown(acknowledgedBefore);
    // It migrates while the old ones are under load.
    await schedules.fire(scheduleCount / 4);
    const newApi = await installation.start('api');
    const newWorker = await installation.start('worker');
    urls.push(await newApi.ready);
    const sides = [...urls];
    // The session of before, then sessions that begin and end at either of them.
    await ann.work(sides, 'Early');
    await ann.leave(sides);
    for (let visit = 0; visit < visits; visit++) {
      await schedules.fire();
      const [here = '', there = ''] = sides.reverse();
      await ann.signIn(here);
      await ann.work([there, here], `Visit ${visit}`);
      await ann.leave([there, here]);
    }
    await ann.signIn(sides[0] ?? '');
    const endedBefore = timesLogged(oldWorker, 'job ended');
    await Promise.all([grown(acknowledgedBefore), schedules.ended()]);
    await eventually(
      () => timesLogged(oldWorker, 'job ended') > endedBefore && timesLogged(newWorker, 'job ended') > 0,
    );
    await ann.work(sides, 'Late');
    const [oldMails, newMails] = [oldWorker, newWorker].map((worker) => timesLogged(worker, 'the e-mail was sent'));
    await using again = launchService('api', environment, old.program);
    if (old.hasKinds) await again.ready;
    else
      await assert.rejects(again.ready, /made by a newer version/, 'before there were kinds, none could start again');
    urls.shift();
    assert.equal((await oldApi.stop()).code, 0);
    assert.equal((await oldWorker.stop()).code, 0);
    await grown(acknowledgedBefore);
    await ann.work(urls, 'After');
    await schedules.fire();
    await schedules.ended();
    await load.stop();
    await schedules.assertOnce(mail.received.flatMap(({ to }) => to));
    const failed = [newApi, oldWorker, newWorker].flatMap(failedRequests);
    const failedByOld = failedRequests(oldApi);
    const sound = assertSound(await audit(installation, await newApi.ready, ledger));
    t.diagnostic(
      `${previous.version}: ${sound}; ${oldMails} e-mails sent by the old worker, ${newMails} by the new one beside it; ${failedByOld.length} requests refused by the old one for the moment`,
    );
    assert.deepEqual(failed, []);
    // Versions before migrations had kinds answer 503 once on each connection whose plans were outdated; clients repeat those.
    const isTold = (line: string) => !old.hasKinds && /"status":503/.test(line);
    assert.deepEqual(
      failedByOld.filter((line) => !isTold(line)),
      [],
    );
    assert.ok(failedByOld.length <= 20, failedByOld.join('\n'));
  });

  test('postgres: a process starts and works beside a newer one that has added to the schema, and leaves what it does not know', async () => {
    await using installation = await givenFaultInstallation(await createFreshDatabase('postgres'), {
      LOG_LEVEL: 'info',
    });
    const { db } = installation;
    await sql`insert into schema_migrations (name, applied_at, kind, steps_done, finished_at)
      values ('9998-future', '2030-01-01', 'expand', 1, '2030-01-01')`.execute(db);
    await sql`alter table jobs add column of_the_future text`.execute(db);
    await sql`alter table projects add column of_the_future text not null default 'x'`.execute(db);
    assert.ok(await isNewerSchema(db));
    const service = await installation.start();
    const customer = await givenCustomer(installation);
    const unknown = await givenCustomer(installation, 'unknown');
    const sections = [{ type: 'of_the_future', title: null }];
    await sql`update projects set settings = ${JSON.stringify({ sections })} where id = ${unknown.projectId}`.execute(
      db,
    );
    const start = async ({ token, projectId }: Customer) => {
      const path = `/api/v1/projects/${projectId}/generation-jobs`;
      const answer = await service.call('POST', path, {
        token,
        body: { period: { current: { from: '2026-01-01', to: '2026-01-03' } } },
      });
      assert.equal(answer.status, 202, answer.text);
      return answer.body.data.id as string;
    };
    const left = await start(unknown);
    const done = await start(customer);
    const jobOf = (id: string) => db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await eventually(async () => (await jobOf(done)).status === 'completed', 60_000);
    await eventually(async () => (await jobOf(left)).needs === 'section:of_the_future', 60_000);
    assert.deepEqual([(await jobOf(left)).status, (await jobOf(left)).attempt], ['queued', 1]);
    assert.equal((await call(await service.ready, 'GET', '/readyz')).status, 200);
    assert.deepEqual(failedRequests(service), []);

    await sql`insert into schema_migrations (name, applied_at, kind, steps_done, finished_at)
      values ('9999-future', '2030-01-01', 'contract', 1, '2030-01-01')`.execute(db);
    const late = installation.launch('api');
    await assert.rejects(late.ready, /9999-future.*run that version or a later one, or restore a backup/s);
  });
}
