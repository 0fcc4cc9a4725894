import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { givenAccount } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { givenSignedIn, manage } from '../support/manage.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { test, usually } from '../support/suite.ts';
import { daysOver, openShops, steady } from '../support/watches.ts';

const usual = { sessions: 1_000, orders: 20, cost: 50 };
const told = /Sessions: 380, below 500\./;

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: what a watch found, in what clients see`, () => {
    let service: TestService;
    let folder: string;
    before(async () => {
      folder = await realpath(await mkdtemp(join(tmpdir(), 'report-service-incidents-')));
      service = await startTestService(engine, { role: 'all', environment: { DATA_ROOTS: folder } });
    });
    after(async () => {
      await service?.[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    });

    test('a report, its preview and a page that is always current show it where the layout asks for it, and only there', async () => {
      const account = await givenAccount(service.db, { perMinute: 10_000, perDay: 100_000 });
      const owner = await givenSignedIn(service.db, account.id);
      const shops = await openShops(service.db, account, folder);
      const { project, connection } = await shops.shop(steady(60, usual, [{ ...usual, sessions: 380 }]));
      const ask = async (method: string, path: string, body?: object) => {
        const { status, body: answer, text } = await manage(service, owner, method, path, body && { body });
        assert.ok(status < 300, `${method} ${path}: ${text}`);
        return answer.data;
      };
      await shops.add(
        { project, connection },
        { kind: 'threshold', metric: 'sessions', threshold: { direction: 'below', value: 500 } },
      );
      await eventually(async () => {
        // The service looks at it, too; whoever is first has found it.
        await shops.judge();
        return (await shops.incidents()).length > 0;
      });
      const [from, to] = [daysOver(28)[0], daysOver(1)[0]];
      const period = { current: { from, to } };
      const series = { type: 'timeseries', connection_id: connection.id, metric: 'sessions' };
      const pageAt = (url: string) =>
        eventually(async () => {
          const address = url.startsWith('http') ? url : service.url + url;
          const answer = await fetch(address, { headers: owner.headers });
          const text = await answer.text();
          return answer.status === 200 && !text.includes('http-equiv="refresh"') && text;
        });
      const pages = async (isAsked: boolean) => {
        const settings = { sections: [{ ...series, ...(isAsked && { show_incidents: true }) }] };
        const preview = await ask('POST', `/projects/${project.id}/preview`, { period, settings });
        await ask('PATCH', `/projects/${project.id}`, { settings });
        const job = await ask('POST', `/projects/${project.id}/generation-jobs`, { period });
        const { report_id } = await eventually(async () => {
          const { status, result, error } = await ask('GET', `/generation-jobs/${job.id}`);
          assert.notEqual(status, 'failed', JSON.stringify(error));
          return status === 'completed' && result;
        });
        const report = await ask('POST', `/reports/${report_id}/shares`, {});
        const live = await ask('POST', `/projects/${project.id}/shares`, { periods: ['last-28-days'] });
        return Promise.all([preview.url, report.url, live.url].map(pageAt));
      };
      const shown = await pages(true);
      assert.deepEqual(
        shown.map((page) => told.test(page)),
        [true, true, true],
      );
      const plain = await pages(false);
      assert.deepEqual(
        plain.map((page) => told.test(page)),
        [false, false, false],
      );
    });
  });
}
