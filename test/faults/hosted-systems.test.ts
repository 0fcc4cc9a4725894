import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KpisSection, ReportDocument } from '../../src/reporting/documents/model.ts';
import type { Double } from '../doubles/double.ts';
import { matomoToken, startMatomo } from '../doubles/matomo.ts';
import { plausibleKey, startPlausible } from '../doubles/plausible.ts';
import { startStripe, stripeKey } from '../doubles/stripe.ts';
import { startUmami, umamiToken, umamiWebsites } from '../doubles/umami.ts';
import { finished } from '../e2e/flights.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { runCommand } from '../support/command.ts';
import { startedService } from '../support/started-service.ts';
import { test } from '../support/suite.ts';

const url = 'https://stats.example.com';
const usual = { current: { from: '2026-02-27', to: '2026-03-05' }, compare: { from: '2026-02-20', to: '2026-02-26' } };

interface Hosted {
  readonly system: string;
  readonly start: () => Promise<Double>;
  readonly config: unknown;
  readonly secret: unknown;
  readonly period?: typeof usual;
  readonly warnings?: readonly string[];
  /** Values of the current period by the keys of their metrics. */
  readonly figures: Readonly<Record<string, number>>;
}

const hosted: readonly Hosted[] = [
  {
    system: 'plausible',
    start: startPlausible,
    config: { url, site: 'shop.example' },
    secret: { key: plausibleKey },
    figures: { visitors: 4, visits: 6, pageviews: 10 },
  },
  {
    system: 'matomo',
    start: startMatomo,
    config: { url, site: 1 },
    secret: { token: matomoToken },
    figures: { nb_visits: 6, nb_pageviews: 10 },
  },
  {
    system: 'umami',
    start: startUmami,
    config: { url, website: umamiWebsites.shop },
    secret: { token: umamiToken },
    figures: { visitors: 4, visits: 6, pageviews: 10 },
  },
  {
    system: 'stripe',
    start: startStripe,
    config: { currency: 'eur' },
    secret: { key: stripeKey },
    period: {
      current: { from: '2026-03-24', to: '2026-03-30' },
      compare: { from: '2026-03-17', to: '2026-03-23' },
    },
    warnings: [],
    figures: { gross_volume: 170.51, net_volume: 82.67, payments: 4, refunds: 10, fees: 27.84 },
  },
];

for (const { system, start, config, secret, figures, period = usual, warnings = ['no_data'] } of hosted) {
  test(`${system}: connected by commands, a report without a layout has its figures`, async (t) => {
    const double = await start();
    await using service = await startedService('sqlite', {
      SYSTEM_ADDRESSES: JSON.stringify({ [system]: double.url }),
    });
    const account = await givenAccount(service.db);
    const token = await givenToken(service.db, account.id);
    const project = await givenProject(service.db, account, { time_zone: 'Europe/Berlin' });
    const [configFile, secretFile] = ['config.json', 'secret.json'].map((name) => join(service.dataDir, name));
    await writeFile(configFile ?? '', JSON.stringify(config));
    await writeFile(secretFile ?? '', JSON.stringify(secret));
    const argv = `connections add --project ${project.id} --system ${system} --name Site --config ${configFile}`;
    const added = await runCommand([...argv.split(' '), '--secret', secretFile ?? '', '--json'], service.environment);
    assert.equal(added.code, 0, added.stderr);
    assert.deepEqual(
      JSON.parse(added.stdout).warnings.map(({ code }: { code: string }) => code),
      warnings,
    );

    const before = double.seen.length;
    const path = `/api/v1/projects/${project.id}/generation-jobs`;
    const started = await service.call('POST', path, { token, body: { period } });
    const job = await finished(service, token, started.headers.get('location') ?? '');
    assert.equal(job.status, 'completed', JSON.stringify(job));
    const row = await service.db.selectFrom('reports').select('document_key').executeTakeFirstOrThrow();
    const stored = await readFile(join(service.dataDir, 'objects', row.document_key), 'utf8');
    const document: ReportDocument = JSON.parse(stored);
    const kpis = document.sections.filter((section): section is KpisSection => section.type === 'kpis');
    const shown = JSON.stringify(kpis);
    for (const [key, value] of Object.entries(figures)) {
      const item = kpis.flatMap(({ items }) => items).find(({ metric }) => metric.key === key);
      assert.equal(item?.current, value, shown);
    }
    const text = Object.values(secret as Record<string, string>)[0] ?? '';
    assert.ok(!service.output().includes(text) && !stored.includes(text), 'the secret is shown');
    t.diagnostic(`${system}: ${double.seen.length - before} requests for a report with a comparison`);
  });
}
