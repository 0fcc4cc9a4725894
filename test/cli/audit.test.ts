import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { recordAudit } from '../../src/domains/audit/audit.ts';
import { sweep } from '../../src/installation/sweeper.ts';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { givenProject } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { removeFolder } from '../support/folders.ts';
import { givenReport } from '../support/outcomes.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';

const config = {
  path: 'sales.csv',
  date: 'date',
  metrics: [{ key: 'sales', label: 'Sales', sql: 'sum(sales)', unit: 'count', better: 'up', additive: true }],
  dimensions: [],
};

for (const engine of engines) {
  describe(`${engine}: audit`, () => {
    let installation: TestInstallation;
    let root: string;
    before(async () => {
      root = mkdtempSync(join(tmpdir(), 'report-service-test-'));
      writeFileSync(join(root, 'sales.csv'), 'date,sales\n2026-01-01,3\n');
      writeFileSync(join(root, 'config.json'), JSON.stringify(config));
      installation = await givenInstallation(engine, { DATA_ROOTS: root });
    });
    after(async () => {
      await installation[Symbol.asyncDispose]();
      removeFolder(root);
    });
    const json = (line: string) => installation.json(line.split(' '));

    test('every change of accounts, tokens, connections, schedules and links is listed with who made it, and no secret', async () => {
      const account = await json('accounts create --name Agency --plan pro');
      const [invitation] = await json(`members list --account ${account.id}`);
      await json(`accounts update ${account.id} --per-minute 60`);
      const token = await json(`tokens create --account ${account.id} --name ci --scopes reports:read`);
      await json(`tokens revoke ${token.public_id}`);
      const project = await givenProject(installation.db, account);
      const connect = `connections add --project ${project.id} --system file --name Sales --config ${root}/config.json`;
      const connection = await json(connect);
      await json(`connections remove ${connection.id}`);
      const times = '--cadence daily --at 06:00 --time-zone UTC --period previous-day';
      const schedule = await json(`schedules add --project ${project.id} ${times}`);
      await json(`schedules remove ${schedule.id}`);
      const objects = await openFileStore(join(installation.dataDir, 'objects'));
      const { reportId } = await givenReport(installation.db, objects, account, project.id);
      const share = await json(`shares create --report ${reportId}`);
      await json(`shares revoke ${share.id}`);

      const entries = await json(`audit list --account ${account.id}`);
      const told = entries.map((entry: { action: string; subject: string }) => [entry.action, entry.subject]);
      assert.deepEqual(told.reverse(), [
        ['account.create', account.id],
        ['member.invite', invitation.id],
        ['account.update', account.id],
        ['token.create', token.public_id],
        ['token.revoke', token.public_id],
        ['connection.add', connection.id],
        ['connection.remove', connection.id],
        ['schedule.add', schedule.id],
        ['schedule.remove', schedule.id],
        ['share.create', share.id],
        ['share.revoke', share.id],
      ]);
      for (const { actor, at } of entries) {
        assert.equal(actor, `operator:${userInfo().username}`);
        assert.ok(Math.abs(Date.now() - Date.parse(at)) < 600_000);
        assert.match(at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      }
      const text = JSON.stringify(entries);
      for (const secret of [token.token.split('.')[1], share.link.split('/').at(-1)]) assert.ok(!text.includes(secret));
    });

    test('a refused change leaves no entry', async () => {
      const before = await json('audit list');
      assert.equal((await installation.run(['tokens', 'revoke', 'rs_live_none'])).code, 1);
      assert.deepEqual(await json('audit list'), before);
    });

    test('entries older than AUDIT_DAYS are swept', async () => {
      await recordAudit(installation.db, 'operator:old', { action: 'x', accountId: null, subject: 'old' });
      await installation.db
        .updateTable('audit_log')
        .set({ at: new Date(Date.now() - 401 * 86_400_000).toISOString() })
        .where('subject', '=', 'old')
        .execute();
      const objects = await openFileStore(join(installation.dataDir, 'objects'));
      const swept = await sweep({ db: installation.db, objects, auditDays: 400 });
      assert.equal(swept.audit_entries, 1);
    });
  });
}

test('a user without a name is listed by number', {
  skip: process.getuid?.() !== 0 && 'only root can become another user',
}, () => {
  const url = new URL('../../src/cli/audit.ts', import.meta.url).href;
  const script = `process.setuid(61_234); console.log((await import(${JSON.stringify(url)})).operator())`;
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
  assert.equal(said, 'operator:61234\n');
});
