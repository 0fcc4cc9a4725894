import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { givenAccount } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { givenMember } from '../support/people.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';
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
