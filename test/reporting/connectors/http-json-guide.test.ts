import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { openFileStore } from '../../../src/platform/storage/file-store.ts';
import type { HttpJsonConfig } from '../../../src/reporting/connectors/http-json/config.ts';
import { getConnector, parseConfig } from '../../../src/reporting/connectors/registry.ts';
import { givenAccount, givenProject, givenToken } from '../../support/accounts.ts';
import { ask, verify } from '../../support/http-json-connection.ts';
import { startJsonServer } from '../../support/json-server.ts';
import { givenReport, smallDocument } from '../../support/outcomes.ts';
import { startTestService } from '../../support/service.ts';

const page = readFileSync('docs/connectors/http-json.md', 'utf8');
const [orders, reports] = [...page.matchAll(/```json\n(.*?)```/gs)].map(
  ([, json = '']) => parseConfig(getConnector('http-json'), JSON.parse(json)) as HttpJsonConfig,
);

/** The configuration with another origin. */
function moved(config: HttpJsonConfig | undefined, origin: string): HttpJsonConfig {
  assert.ok(config);
  return { ...config, url: config.url.replace(/^https:\/\/[^/]+/, origin) };
}

test('the first configuration of the page gives figures', async () => {
  const order = (day: number, total: number, country: string) => ({
    created_at: `2026-03-0${day}T09:00:00Z`,
    total,
    customer: { country },
  });
  const all = [order(1, 10.25, 'DE'), order(2, 20.5, 'FR'), order(3, 30, 'DE'), order(9, 99, 'DE')];
  const server = await startJsonServer(({ headers, query }, response) => {
    if (headers.authorization !== 'Bearer secret text') return void response.writeHead(401).end();
    assert.equal(query.get('since'), '2026-03-01T00:00:00+01:00');
    const start = Number(query.get('cursor') ?? 0);
    const next = start + 2 < all.length ? String(start + 2) : null;
    return { data: { items: all.slice(start, start + 2) }, meta: { next } };
  });
  const config = moved(orders, server.url);
  const asked = { secret: { token: 'secret text' }, timeZone: 'Europe/Berlin' };
  assert.deepEqual((await ask(config, asked)).rows, [{ key: null, values: [60.75, 3] }]);
  const { rows } = await ask(config, { ...asked, by: { dimension: 'country' } });
  assert.deepEqual(
    rows.map(({ key, values }) => [key, values[1]]),
    [
      ['DE', 2],
      ['FR', 1],
    ],
  );
});

test("a report about one's reports reads the service's own API, page by page", async () => {
  await using service = await startTestService('sqlite');
  const objects = await openFileStore(`${service.dataDir}/objects`);
  const account = await givenAccount(service.db, { perMinute: 10_000, perDay: 100_000 });
  const { id: projectId } = await givenProject(service.db, account);
  const months = ['2026-01', '2026-01', '2026-02', '2026-03', '2026-03'];
  for (const [index, month] of months.entries()) {
    const document = smallDocument({
      periods: { current: { from: `${month}-01`, to: `${month}-28` }, compare: null },
      warnings: index === 0 ? [{ code: 'missing_days', message: 'm', connection_id: null }] : [],
    });
    await givenReport(service.db, objects, account, projectId, {
      document,
      source: index === 0 ? 'schedule' : 'api',
    });
  }
  const token = await givenToken(service.db, account.id, { scopes: ['reports:read'] });
  const written = moved(reports, service.url);
  const url = written.url.replace(/prj_\w+/, projectId).replace('per_page=100', 'per_page=2');
  const config = { ...written, url };
  const today = Temporal.Now.plainDateISO('UTC');
  const period = { from: today.subtract({ days: 1 }).toString(), to: today.toString() };
  const asked = { secret: { token }, ...period };
  assert.deepEqual(await verify(config, { token }), []);
  assert.deepEqual((await ask(config, asked)).rows, [{ key: null, values: [5, 0.2] }]);
  const { rows } = await ask(config, { ...asked, by: { dimension: 'month' } });
  assert.deepEqual(
    rows.map(({ key, values }) => [key, values[0]]),
    [
      ['2026-01', 2],
      ['2026-03', 2],
      ['2026-02', 1],
    ],
  );
  await assert.rejects(ask(config, { ...asked, secret: { token: 'rs_live_wrong' } }), { kind: 'reauth_required' });
});
