import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { givenAccount } from '../support/accounts.ts';
import { runCommand } from '../support/command.ts';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { pdfText, withoutPoppler } from '../support/files.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { givenSignedIn, manage } from '../support/manage.ts';
import { openPortfolio } from '../support/portfolio.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test, usually } from '../support/suite.ts';

const client = 'client@example.com';
const secretKey = randomBytes(32).toString('base64');

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: a report of the portfolio, from its order to whoever reads it`, () => {
    let service: TestService;
    let mail: MailServer;
    let folder: string;
    before(async () => {
      folder = await realpath(await mkdtemp(join(tmpdir(), 'report-service-portfolio-')));
      mail = await startMailServer();
      const environment = {
        ...{ DATA_ROOTS: folder, SMTP_URL: mail.url, MAIL_FROM: 'reports@agency.example', SECRET_KEY: secretKey },
      };
      service = await startTestService(engine, { role: 'all', environment });
    });
    after(async () => {
      await service?.[Symbol.asyncDispose]();
      await mail[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    });

    /** An account with two shops whose figures were read, and what its owner asks. */
    async function given() {
      const account = await givenAccount(service.db);
      const owner = await givenSignedIn(service.db, account.id);
      const portfolio = await openPortfolio(service.db, account, folder);
      for (const [name, amount] of [
        ['Northwind', 5],
        ['Fabrikam', 7],
      ] as const) {
        await portfolio.given(name, amount);
      }
      await portfolio.ask();
      await portfolio.refresh();
      const ask = async (method: string, path: string, body?: object) => {
        const { status, body: answer, text } = await manage(service, owner, method, path, body && { body });
        assert.ok(status < 300, `${method} ${path}: ${text}`);
        return answer.data;
      };
      return { account, owner, ask };
    }

    test('scheduled, it waits for its approval, and is then mailed once with its file', {
      skip: withoutPoppler,
    }, async () => {
      const { ask } = await given();
      const { project_id: projectId } = await ask('POST', '/portfolio/reports', { name: 'All shops' });
      const schedule = await ask('POST', `/projects/${projectId}/schedules`, {
        ...{ cadence: 'daily', at: '06:00', time_zone: 'UTC', period: 'last-30-days', export: ['pdf'] },
        ...{ email: [client], deliver: 'attachment', approve: true },
      });
      await service.db
        .updateTable('schedules')
        .set({ next_run_at: new Date(Date.now() - 60_000).toISOString() })
        .where('id', '=', schedule.id)
        .execute();
      const latest = async () => (await ask('GET', `/schedules/${schedule.id}/runs`)).runs[0];
      const waiting = await eventually(async () => {
        const run = await latest();
        assert.notEqual(run?.state, 'failed', JSON.stringify(run));
        return run?.state === 'awaiting_approval' && run;
      });
      const toClient = () => mail.received.filter(({ to }) => to.includes(client));
      assert.deepEqual(toClient(), []);
      await ask('POST', `/schedule-runs/${waiting.id}/release`, {});
      const [sent] = await eventually(() => toClient().length > 0 && toClient());
      assert.match(sent?.raw ?? '', /All shops/);
      const [, encoded = ''] = /application\/pdf[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(sent?.raw ?? '') ?? [];
      const text = pdfText(Buffer.from(encoded, 'base64'));
      for (const [name, revenue] of [
        ['Northwind', '150'],
        ['Fabrikam', '210'],
      ]) {
        assert.match(text, new RegExp(`${name}[\\s\\S]*${revenue}`));
      }
      assert.equal(
        (await eventually(async () => (await latest()).state === 'completed' && latest())).state,
        'completed',
      );
      assert.equal(toClient().length, 1);
    });

    test('ordered by the command, it is made by the service, and its file is downloaded', {
      skip: withoutPoppler,
    }, async () => {
      const { account, owner, ask } = await given();
      const environment = {
        DATA_DIR: service.dataDir,
        SECRET_KEY: secretKey,
        ...(service.databaseUrl && { DATABASE_URL: service.databaseUrl }),
      };
      const command = [
        'portfolio',
        'report',
        '--account',
        account.id,
        '--period',
        'days',
        '--locale',
        'de-DE',
        '--json',
      ];
      const { code, stdout, stderr } = await runCommand(command, environment);
      assert.equal(code, 0, stderr);
      const { project_id: projectId, generation_job_id: jobId } = JSON.parse(stdout);
      const job = await eventually(async () => {
        const { status, result, error } = await ask('GET', `/generation-jobs/${jobId}`);
        assert.notEqual(status, 'failed', JSON.stringify(error));
        return status === 'completed' && result;
      });
      assert.equal((await ask('GET', `/projects/${projectId}`)).locale, 'de-DE');
      const ordered = await ask('POST', `/reports/${job.report_id}/export-jobs`, { format: 'pdf' });
      await eventually(async () => (await ask('GET', `/export-jobs/${ordered.id}`)).status === 'completed');
      const file = await fetch(`${service.url}/manage/v1/export-jobs/${ordered.id}/download`, {
        headers: owner.headers,
      });
      const text = pdfText(new Uint8Array(await file.arrayBuffer()));
      assert.match(text, /Alle Projekte|Projekte/);
      assert.match(text, /Fabrikam[\s\S]*210/);
    });
  });
}
