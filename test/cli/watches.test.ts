import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { changeConnection, setConnectionStatus } from '../../src/domains/connections/connections.ts';
import { givenAccount } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { givenMember } from '../support/people.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';
import { givenFollowedTemplate } from '../support/templates.ts';
import { openShops, steady } from '../support/watches.ts';

for (const engine of engines) {
  describe(`${engine}: watches and incidents`, () => {
    let installation: TestInstallation;
    let folder: string;
    before(async () => {
      folder = await realpath(await mkdtemp(join(tmpdir(), 'report-service-watches-')));
      installation = await givenInstallation(engine, { DATA_ROOTS: folder });
    });
    after(async () => {
      await installation[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    });

    test('add, list, try and remove agree on a watch, and incidents list and acknowledge on what it found', async () => {
      const { db } = installation;
      const account = await givenAccount(db);
      const ann = await givenMember(db, account.id);
      const shops = await openShops(db, account, folder);
      const { project, connection } = await shops.shop(steady(200, { sessions: 1_000 }, [{ sessions: 380 }]));
      const json = (...argv: string[]) => installation.json(argv);
      const where = ['--account', account.id, '--project', project.id, '--connection', connection.id];
      const what = ['--kind', 'threshold', '--metric', 'sessions', '--set', 'direction=below', '--set', 'value=500'];
      const tried = await json('watches', 'try', ...where, ...what);
      assert.deepEqual([tried.times, tried.openings[0].value], [1, 380]);
      const added = await json('watches', 'add', ...where, ...what, '--email', ann.email);
      assert.deepEqual([added.kind, added.state, added.metric], ['threshold', 'waiting', 'sessions']);
      await shops.judge();
      const [listed] = await json('watches', 'list', '--account', account.id);
      assert.deepEqual([listed.id, listed.state, listed.value], [added.id, 'alerting', 380]);
      const [incident] = await json('incidents', 'list', '--account', account.id, '--state', 'open');
      assert.equal(incident.headline, 'Sessions: 380, below 500');
      assert.match((await json('incidents', 'acknowledge', incident.id)).acknowledged_by, /^operator:/);
      assert.equal((await json('watches', 'remove', added.id)).id, added.id);
      assert.deepEqual(await json('watches', 'list', '--account', account.id), []);
      const actions = (await json('audit', 'list', '--account', account.id)).map(
        ({ action }: { action: string }) => action,
      );
      assert.deepEqual(actions.slice(0, 3), ['watch.remove', 'incident.acknowledge', 'watch.add']);
    });

    test('what cannot be judged is told at once: a metric that went, a blocked connection, more than the plan allows', async () => {
      const { db } = installation;
      const account = await givenAccount(db, { plan: 'free' });
      const shops = await openShops(db, account, folder);
      const { project, connection } = await shops.shop(steady(40, { sessions: 1_000 }));
      const where = ['--account', account.id, '--project', project.id, '--connection', connection.id];
      const what = ['--kind', 'threshold', '--metric', 'sessions', '--set', 'direction=below', '--set', 'value=500'];
      const add = (...argv: string[]) => installation.run(['watches', 'add', ...argv, ...what]);
      assert.equal((await add(...where)).code, 0);
      const problem = async () => (await installation.json(['watches', 'list', '--account', account.id]))[0].problem;
      assert.equal(await problem(), null);
      const config = JSON.parse(connection.config);
      const metrics = config.metrics.filter(({ key }: { key: string }) => key !== 'sessions');
      const row = await changeConnection(
        db,
        connection,
        { ...connection, config: JSON.stringify({ ...config, metrics }) },
        'connected',
      );
      assert.match(await problem(), /has no metric "sessions"/);
      await changeConnection(db, row, { ...row, config: connection.config }, 'reauth_required');
      assert.match(await problem(), /needs valid credentials/);
      await setConnectionStatus(db, connection.id, 'connected');
      for (let count = 1; count < 5; count++) assert.equal((await add(...where)).code, 0);
      const refused = await add(...where);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /plan "free" allows 5 watches, and the account has 5/);
    });

    test("a template's watch that nothing in its slot fits names the flag", async () => {
      const { db } = installation;
      const account = await givenAccount(db);
      const shops = await openShops(db, account, folder);
      const { project } = await shops.shop(steady(40, { sessions: 1_000 }));
      const { id } = await givenFollowedTemplate(db, project);
      const add = (...argv: string[]) =>
        installation.run(['watches', 'add', '--account', account.id, '--template', id, '--slot', 'sales', ...argv]);
      assert.match(
        (await add('--kind', 'unusual', '--metric', 'shoes')).stderr,
        /--metric names the metric "shoes", which nothing that fills the slot "sales" has; there are sessions/,
      );
      assert.match(
        (await add('--kind', 'goal', '--metric', 'sessions')).stderr,
        /has a goal for the metric "sessions"/,
      );
      assert.equal((await add('--kind', 'unusual', '--metric', 'sessions')).code, 0);
    });

    test('a fault names its flag', async () => {
      const { db } = installation;
      const account = await givenAccount(db);
      const args = ['--account', account.id, '--kind', 'threshold', '--metric', 'a'];
      const said = async (...argv: string[]) => (await installation.run(['watches', 'add', ...args, ...argv])).stderr;
      assert.match(await said(), /threshold\.direction is required|--project is required/);
      assert.match(await said('--set', 'direction'), /--set takes a name and a value/);
      assert.match(await said('--set', 'direction=sideways', '--set', 'value=1'), /threshold\.direction/);
      assert.match(
        (await installation.run(['watches', 'remove', 'wat_1'])).stderr,
        /There is no watch wat_1; "watches list/,
      );
    });
  });
}
