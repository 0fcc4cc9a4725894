import assert from 'node:assert/strict';
import { tooManyRequestsPage } from '../../../src/domains/shares/pages.ts';
import { listShares } from '../../../src/domains/shares/shares.ts';
import { engines } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { givenExport } from '../../support/outcomes.ts';
import { startTestService } from '../../support/service.ts';
import { givenSharedReport, unknownToken } from '../../support/shares.ts';
import { test } from '../../support/suite.ts';

for (const engine of engines) {
  test(`${engine}: one address has 300 requests a minute over all links; more are 429, the same for every link, and count no view`, async () => {
    await using service = await startTestService(engine, { environment: { TRUST_PROXY: 'on' } });
    const { account, projectId, objects, reportId, path } = await givenSharedReport(service);
    await givenExport(service.db, objects, account, projectId, { bytes: Buffer.from('%PDF'), reportId });
    const call = (where: string, address: string, method = 'GET') =>
      service.call(method, where, { headers: { 'x-forwarded-for': address } });
    const asked = [path, `/shared/${unknownToken}`, `${path}/download/pdf`];
    const borne = await Promise.all(
      Array.from({ length: 300 }, (_, index) => call(asked[index % 3] ?? path, '198.51.100.7')),
    );
    for (const { status } of borne) assert.notEqual(status, 429);
    for (const where of asked) {
      const { status, headers, text } = await call(where, '198.51.100.7');
      assert.equal(status, 429, where);
      assert.equal(text, tooManyRequestsPage.html);
      assert.equal(headers.get('cache-control'), 'private, no-store');
      const seconds = Number(headers.get('retry-after'));
      assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60, String(seconds));
    }
    assert.equal((await call(path, '198.51.100.7', 'POST')).status, 429);
    const { status, text } = await call(path, '198.51.100.8');
    assert.equal(status, 200, 'another address is not refused');
    const [, asset = ''] = /href="(assets\/[^"]+)"/.exec(text) ?? [];
    assert.equal((await call(`/shared/${asset}`, '198.51.100.7')).status, 200, 'what every page needs');
    await eventually(async () => (await listShares(service.db, 'report', reportId))[0]?.view_count === 101);
  });
}
