import { stringify } from 'yaml';
import { objectives, sloRules } from './slo.ts';

const head =
  '# Made from scripts/slo.ts by "npm run openapi". docs/slo.md says what is promised and how to load them.\n';

/** `deploy/prometheus/report-service.rules.yml`. */
export function prometheusRules(): string {
  return head + stringify(sloRules(), { lineWidth: 0 });
}

/** `deploy/kubernetes/components/monitoring/rules.yaml`: the same for the operator of Prometheus. */
export function prometheusRuleResource(): string {
  const resource = {
    apiVersion: 'monitoring.coreos.com/v1',
    kind: 'PrometheusRule',
    metadata: { name: 'report-service', labels: { 'app.kubernetes.io/name': 'report-service' } },
    spec: sloRules(),
  };
  return head + stringify(resource, { lineWidth: 0 });
}

interface Panel {
  readonly title: string;
  readonly unit: string;
  readonly queries: readonly (readonly [legend: string, expr: string])[];
  readonly description?: string;
}

const rate = '$__rate_interval';
const quantile = (share: number, series: string, by: string) =>
  `histogram_quantile(${share}, sum by (le, ${by}) (rate(${series}_bucket[${rate}])))`;

const budgetPanels = objectives.map(
  ({ slo, target, promise }): Panel => ({
    title: `Budget left: ${slo}`,
    unit: 'percentunit',
    description: `${promise}. Of the share of 30 days that may be bad (${Number(((1 - target) * 100).toPrecision(4))} %), what the last 3 days leave at their pace.`,
    queries: [[slo, `1 - max(report_service:slo_bad:ratio_3d{slo="${slo}"}) / ${Number((1 - target).toPrecision(6))}`]],
  }),
);

const panels: readonly Panel[] = [
  ...budgetPanels,
  {
    title: 'Requests by status',
    unit: 'reqps',
    queries: [['{{status}}', `sum by (status) (rate(report_service_requests_total[${rate}]))`]],
  },
  {
    title: 'Time of requests',
    unit: 's',
    queries: [
      ['p50 {{method}}', quantile(0.5, 'report_service_request_duration_seconds', 'method')],
      ['p99 {{method}}', quantile(0.99, 'report_service_request_duration_seconds', 'method')],
    ],
  },
  {
    title: 'Requests refused by limits',
    unit: 'reqps',
    queries: [
      [
        '{{decision}}',
        `sum by (decision) (rate(report_service_limiter_decisions_total{decision!="admitted"}[${rate}]))`,
      ],
    ],
  },
  {
    title: 'Jobs that wait and run',
    unit: 'short',
    description: 'Every process reports the whole installation; at most 10,000 queued ones are counted for each type.',
    queries: [['{{type}}, {{status}}', 'max by (type, status) (report_service_jobs)']],
  },
  {
    title: 'How long the oldest due job has waited',
    unit: 's',
    queries: [['{{type}}', 'max by (type) (report_service_oldest_queued_job_seconds)']],
  },
  {
    title: 'Jobs that ended',
    unit: 'short',
    queries: [
      [
        '{{type}}, {{status}} {{reason}}',
        `sum by (type, status, reason) (increase(report_service_job_duration_seconds_count[${rate}]))`,
      ],
    ],
  },
  {
    title: 'Time of jobs, p95',
    unit: 's',
    queries: [['{{type}}', quantile(0.95, 'report_service_job_duration_seconds', 'type')]],
  },
  {
    title: 'Time of connected systems, p95',
    unit: 's',
    queries: [['{{system}}', quantile(0.95, 'report_service_connector_duration_seconds', 'system')]],
  },
  {
    title: 'Connected systems that fail',
    unit: 'short',
    queries: [
      [
        '{{system}} {{call}}',
        `sum by (system, call) (increase(report_service_connector_duration_seconds_count{outcome="failed"}[${rate}]))`,
      ],
    ],
  },
  {
    title: 'Time of files, p95',
    unit: 's',
    queries: [['{{format}}', quantile(0.95, 'report_service_render_duration_seconds', 'format')]],
  },
  {
    title: 'Waits for a connection to the database, p99',
    unit: 's',
    queries: [['{{thread}}', quantile(0.99, 'report_service_database_wait_duration_seconds', 'thread')]],
  },
  {
    title: 'Outages',
    unit: 'short',
    queries: [['{{dependency}}', 'max by (dependency) (report_service_outage)']],
  },
  {
    title: 'Memory of processes',
    unit: 'bytes',
    queries: [['{{instance}}', 'process_resident_memory_bytes{job=~"report-service.*"}']],
  },
  {
    title: 'Event loop, p99 of its lag',
    unit: 's',
    queries: [['{{instance}}', 'nodejs_eventloop_lag_p99_seconds{job=~"report-service.*"}']],
  },
];

const datasource = { type: 'prometheus', uid: '$' + '{datasource}' };
const [columns, width, height] = [3, 8, 8];

/** `deploy/grafana/report-service.json`: the budgets first, then what they are made of, then causes. */
export function grafanaDashboard(): string {
  return JSON.stringify(
    {
      uid: 'report-service',
      title: 'Report Service',
      tags: ['report-service'],
      schemaVersion: 39,
      timezone: 'browser',
      refresh: '1m',
      time: { from: 'now-24h', to: 'now' },
      templating: { list: [{ name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' }] },
      panels: panels.map(({ title, unit, queries, description = '' }, index) => ({
        ...{ id: index + 1, type: 'timeseries', title, description, datasource },
        gridPos: { x: (index % columns) * width, y: Math.floor(index / columns) * height, w: width, h: height },
        fieldConfig: { defaults: { unit, min: title.startsWith('Budget') ? undefined : 0 }, overrides: [] },
        options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
        targets: queries.map(([legendFormat, expr], at) => ({
          ...{ refId: String.fromCharCode(65 + at), datasource, expr, legendFormat },
        })),
      })),
    },
    null,
    2,
  );
}
