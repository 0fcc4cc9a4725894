import assert from 'node:assert/strict';
import { after } from 'node:test';
import { sql } from 'kysely';
import { updateAccount } from '../../../src/domains/accounts/accounts.ts';
import { givenAccount, givenProject } from '../../support/accounts.ts';
import { engines } from '../../support/databases.ts';
import { dataSets } from '../../support/flights.ts';
import { givenSignedIn, manage } from '../../support/manage.ts';
import { startTestService } from '../../support/service.ts';
import { test, usually } from '../../support/suite.ts';

const csv = 'day,sold\n2026-05-01,1\n2026-05-02,4\n';
const metric = { key: 'sold', label: 'Sold', unit: 'count', better: 'up', additive: true };
const rowsOf = (date: string, sql: string) => ({ date, metrics: [{ ...metric, sql }], dimensions: [] });

for (const engine of usually(engines, ['sqlite'])) {
  test(`${engine}: a customer's connections read their uploads and granted folders, and nothing of the service`, async () => {
    const service = await startTestService(engine, { environment: { DATA_ROOTS: dataSets } });
    after(() => service[Symbol.asyncDispose]());
    const { db, dataDir } = service;
    const [mine, theirs] = [await givenAccount(db), await givenAccount(db)];
    const project = await givenProject(db, mine);
    const [me, them] = [await givenSignedIn(db, mine.id), await givenSignedIn(db, theirs.id)];
    const upload = async (who: typeof me) => {
      const sent = { body: csv, headers: { 'content-type': 'text/csv' } };
      return (await manage(service, who, 'POST', '/uploads?name=sales.csv', sent)).body.data.path as string;
    };
    const connect = async (system: string, config: object, more = {}) => {
      const body = { system, name: 'Tried', config, ...more };
      return manage(service, me, 'POST', `/projects/${project.id}/connections`, { body });
    };
    const isRead = async (...given: Parameters<typeof connect>) => {
      const { status, body } = await connect(...given);
      return status === 201 && body.data.status === 'connected';
    };
    const sales = rowsOf('day', 'sum(sold)');
    const weather = rowsOf('date', 'max(temp_max)');

    assert.equal(await isRead('file', { ...sales, path: await upload(me) }), true);
    assert.equal(await isRead('file', { ...sales, path: await upload(them) }), false, 'the upload of another account');
    const { object_key } = await db.selectFrom('uploads').select('object_key').executeTakeFirstOrThrow();
    for (const path of [
      ...['seattle-weather.csv', `${dataSets}/seattle-weather.csv`, '*.csv', '../package.json', '/etc/passwd'],
      ...[
        `${dataDir}/report-service.db`,
        `${dataDir}/secret.key`,
        `${dataDir}/objects/${object_key}`,
        'file:///etc/passwd',
      ],
    ]) {
      assert.equal(await isRead('file', { ...weather, path }), false, path);
    }
    const reading = `sum(sold) + (SELECT count(*) FROM read_csv('/etc/passwd'))`;
    assert.equal(await isRead('file', { ...rowsOf('day', reading), path: await upload(me) }), false);

    await updateAccount(db, mine.id, { allowNetworks: ['127.0.0.0/8', '::1/128'], grantDataRoots: [dataSets] });
    assert.equal(await isRead('file', { ...weather, path: 'seattle-weather.csv' }), true, 'granted');
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0']) {
      const url = `http://${host}:${new URL(service.url).port}/healthz`;
      const { status, text } = await connect('http-json', { ...sales, url });
      assert.equal(status, 400, text);
      assert.match(text, /never reached/);
    }
    if (engine !== 'postgres') return;
    const { rows } = await sql<{ host: string; port: number; database: string }>`select
      host(inet_server_addr()) as host, inet_server_port() as port, current_database() as database`.execute(db);
    const place = { ...rows[0], user: 'postgres' };
    const own = { ...rowsOf('created_at', 'count(*)'), ...place, tls: 'off', table: 'accounts' };
    const { status, text } = await connect('postgres', own, { secret: { password: 'x' } });
    assert.equal(status, 400, text);
    assert.match(text, /never reached/);
  });
}
