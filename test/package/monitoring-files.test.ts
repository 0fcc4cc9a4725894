import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { objectives } from '../../scripts/slo.ts';
import { removeFolder } from '../support/folders.ts';
import { hasPrometheus } from '../support/prometheus.ts';
import { startTestService } from '../support/service.ts';
import { test } from '../support/suite.ts';

const rulesFile = fileURLToPath(new URL('../../deploy/prometheus/report-service.rules.yml', import.meta.url));
const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  readFileSync(new URL('../../deploy/grafana/report-service.json', import.meta.url), 'utf8'),
);
const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
const skip = !hasPrometheus;
const folder = mkdtempSync(join(tmpdir(), 'monitoring-files-'));
after(() => removeFolder(folder));

function promtool(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', timeout: 60_000 });
  return { status, text: stdout + stderr };
}

test('the rules are rules for Prometheus, and the queries of the dashboard can be asked', { skip }, () => {
  const { status, text } = promtool('check', 'rules', rulesFile);
  assert.equal(status, 0, text);
  const path = join(folder, 'queries.yml');
  const rules = expressions.map((expr, index) => ({
    record: `panel:${index}`,
    expr: expr.replaceAll('$__rate_interval', '5m'),
  }));
  writeFileSync(path, stringify({ groups: [{ name: 'dashboard', rules }] }));
  const queries = promtool('check', 'rules', path);
  assert.equal(queries.status, 0, queries.text);
});

test('rules and dashboard name series and labels that /metrics has', async () => {
  await using service = await startTestService('sqlite', {
    role: 'all',
    environment: { SECURITY_LOG: join(folder, 'log') },
  });
  await service.call('GET', '/healthz');
  const { text } = await service.call('GET', '/metrics');
  const exported = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const rules = readFileSync(rulesFile, 'utf8');
  const asked = [rules, ...expressions].join('\n').matchAll(/\b(report_service_\w+|nodejs_\w+|process_\w+)/g);
  const names = [...new Set([...asked].map(([name]) => name.replace(/_(bucket|count|sum)$/, '')))];
  assert.ok(names.length > 8);
  assert.deepEqual(
    names.filter((name) => !exported.has(name)),
    [],
  );
  for (const le of ['0.1', '0.5'])
    assert.match(text, new RegExp(`report_service_request_duration_seconds_bucket\\{le="${le}"`));
});

/** A series by minutes, such as `0+60x90`: from 0, 60 more with each of 90 minutes. */
interface Case {
  readonly name: string;
  readonly series: Readonly<Record<string, string>>;
  readonly atMinute: number;
  /** The alerts that fire then, as `slo severity window`. */
  readonly fires: readonly string[];
}

const route = 'route="/api/v1/projects"';
const answered = (status: number) => `report_service_requests_total{method="GET",${route},status="${status}"}`;
const read = (name: string) => `report_service_request_duration_seconds_${name}`;
const ended = (status: string, reason: string) =>
  `report_service_job_duration_seconds_count{type="generation",status="${status}",reason="${reason}",attempt="1"}`;

const cases: readonly Case[] = [
  {
    name: 'one request of a hundred fails for hours: ten times what may, an hour of it is no page yet',
    series: { [answered(200)]: '0+594x400', [answered(503)]: '0+6x400' },
    atMinute: 390,
    fires: ['requests page 6h', 'requests ticket 1d', 'requests ticket 3d'],
  },
  {
    name: 'one of ten fails for an hour',
    series: { [answered(200)]: '0+540x120', [answered(500)]: '0+60x120' },
    atMinute: 100,
    fires: ['requests page 1h', 'requests page 6h', 'requests ticket 1d'],
  },
  {
    name: 'one of ten failed for an hour, and no more do: the page ends, the ticket stays',
    series: { [answered(200)]: '0+540x200', [answered(500)]: '0+60x60 3600x140' },
    atMinute: 115,
    fires: ['requests ticket 1d'],
  },
  {
    name: 'nothing fails',
    series: { [answered(200)]: '0+600x120' },
    atMinute: 100,
    fires: [],
  },
  {
    name: 'the one request of a quiet hour fails',
    series: { [answered(200)]: '0x120', [answered(500)]: '0x60 1x60' },
    atMinute: 100,
    fires: [],
  },
  {
    name: 'a third of the reads takes longer than 100 ms, downloads do not count',
    series: {
      [`${read('count')}{method="GET",${route}}`]: '0+90x120',
      [`${read('bucket')}{method="GET",${route},le="0.1"}`]: '0+60x120',
      [`${read('count')}{method="GET",route="/api/v1/export-jobs/:id/download"}`]: '0+90x120',
      [`${read('bucket')}{method="GET",route="/api/v1/export-jobs/:id/download",le="0.1"}`]: '0x120',
    },
    atMinute: 100,
    fires: ['reads page 1h', 'reads page 6h', 'reads ticket 1d'],
  },
  {
    name: 'jobs that wait for a customer or an outage do not count, those that failed do',
    series: {
      [ended('completed', '')]: '0+8x120',
      [ended('blocked', 'reauth_required')]: '0+30x120',
      [ended('interrupted', '')]: '0+30x120',
      [ended('failed', 'generation_failed')]: '0+5x120',
    },
    atMinute: 100,
    fires: ['jobs page 1h', 'jobs page 6h', 'jobs ticket 1d'],
  },
  {
    name: 'jobs have waited for minutes, by what every process says',
    series: {
      'report_service_oldest_queued_job_seconds{type="export",instance="a"}': '0x10 180x110',
      'report_service_oldest_queued_job_seconds{type="export",instance="b"}': '0x10 180x110',
    },
    atMinute: 100,
    fires: ['waiting page 1h', 'waiting page 6h', 'waiting ticket 1d'],
  },
];

for (const { name, series, atMinute, fires } of cases) {
  test(`alerts by budgets: ${name}`, { skip }, () => {
    const path = join(folder, 'alerts.yml');
    const labelled = fires.map((words) => {
      const [slo = '', severity = '', window = ''] = words.split(' ');
      return { exp_labels: { slo, severity, window } };
    });
    const tested = {
      interval: '1m',
      input_series: Object.entries(series).map(([each, values]) => ({ series: each, values })),
      promql_expr_test: [
        {
          expr: 'count by (slo, severity, window) (ALERTS{alertname="ReportServiceBudgetBurns",alertstate="firing"})',
          eval_time: `${atMinute}m`,
          exp_samples: labelled.map(({ exp_labels: { slo, severity, window } }) => ({
            labels: `{severity="${severity}", slo="${slo}", window="${window}"}`,
            value: 1,
          })),
        },
      ],
    };
    writeFileSync(path, stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests: [tested] }));
    const { status, text } = promtool('test', 'rules', path);
    assert.equal(status, 0, text);
  });
}

test('docs/slo.md says each promise as the rules have it', () => {
  const page = readFileSync(new URL('../../docs/slo.md', import.meta.url), 'utf8');
  for (const { slo, target, promise } of objectives) {
    const share = `${Number((target * 100).toPrecision(6))} %`;
    assert.ok(page.includes(`| \`${slo}\``), slo);
    assert.ok(page.includes(`| ${promise}`) && page.includes(share), promise);
  }
});
