/** What is promised (docs/slo.md), as shares of bad events of all, in series of `/metrics`. `WINDOW` stands for a range. */
export interface Objective {
  readonly slo: string;
  /** The share of good events that is promised over 30 days. */
  readonly target: number;
  readonly promise: string;
  readonly bad: string;
  readonly all: string;
  /** So few events in the longer window of an alert say nothing. */
  readonly leastEvents: number;
  /** How many events there are in the window; `all` by itself where it counts none. */
  readonly events?: string;
}

const doors = 'route=~"/(api|manage)/v1/.*"';
const requests = (labels: string) => `sum(rate(report_service_requests_total{${labels}}[WINDOW]))`;
const durations = (labels: string) => `sum(rate(report_service_request_duration_seconds_count{${labels}}[WINDOW]))`;
const within = (labels: string, seconds: string) =>
  `sum(rate(report_service_request_duration_seconds_bucket{${labels},le="${seconds}"}[WINDOW]))`;
// A download takes as long as its reader does.
const reads = 'method="GET",route=~"/api/v1/.*",route!~".*/download"';
const starts = 'method="POST",route=~"/api/v1/.*"';
const jobs = (labels: string) => `sum(rate(report_service_job_duration_seconds_count{${labels}}[WINDOW]))`;
/** Series come into being with the first event of their kind. */
const orNone = (expression: string) => `(${expression} or vector(0))`;

/** The objectives of docs/slo.md. */
export const objectives: readonly Objective[] = [
  {
    slo: 'requests',
    target: 0.999,
    promise: 'Requests to the APIs are answered, and not with 5xx',
    bad: orNone(requests(`${doors},status=~"5.."`)),
    all: requests(doors),
    leastEvents: 100,
  },
  {
    slo: 'reads',
    target: 0.99,
    promise: 'Reads of the public API but downloads are answered within 100 ms',
    bad: `${durations(reads)} - ${within(reads, '0.1')}`,
    all: durations(reads),
    leastEvents: 100,
  },
  {
    slo: 'starts',
    target: 0.99,
    promise: 'What the public API is sent (a project, the start of a job) is stored and answered within half a second',
    bad: `${durations(starts)} - ${within(starts, '0.5')}`,
    all: durations(starts),
    leastEvents: 20,
  },
  {
    slo: 'jobs',
    target: 0.995,
    promise:
      'Generations and exports that end do so with a file, or with a reason that the customer can do something about',
    bad: orNone(jobs('status="failed",reason=~"generation_failed|export_generation_failed"')),
    all: jobs('status=~"completed|blocked|failed"'),
    leastEvents: 20,
  },
  {
    slo: 'waiting',
    target: 0.99,
    promise: 'In 99 of 100 minutes no job that is due has waited for longer than a minute',
    // A share of the time: processes report the same, and one that does not reach the database reports nothing.
    bad: 'avg_over_time((max(report_service_oldest_queued_job_seconds) > bool 60)[WINDOW:1m])',
    all: 'vector(1)',
    leastEvents: 1,
    events: 'count_over_time(max(report_service_oldest_queued_job_seconds)[WINDOW:1m])',
  },
];

/** Two windows each, and how many times faster than promised the budget of 30 days burns in both (Google's SRE workbook, chapter 5). */
export const burnRates = [
  { long: '1h', short: '5m', factor: 14.4, hold: '2m', severity: 'page' },
  { long: '6h', short: '30m', factor: 6, hold: '15m', severity: 'page' },
  { long: '1d', short: '2h', factor: 3, hold: '1h', severity: 'ticket' },
  { long: '3d', short: '6h', factor: 1, hold: '3h', severity: 'ticket' },
] as const;

const windows = ['5m', '30m', '1h', '2h', '6h', '1d', '3d'] as const;
const hoursOf: Readonly<Record<string, number>> = { '1h': 1, '6h': 6, '1d': 24, '3d': 72 };
const named = (window: string) => `report_service:slo_bad:ratio_${window}`;

/** Rules for Prometheus: the share of bad events by objective and window, and alerts of budgets that burn too fast. */
export function sloRules(): object {
  return {
    groups: [
      {
        name: 'report-service-slo',
        interval: '1m',
        rules: windows.flatMap((window) =>
          objectives.map(({ slo, bad, all }) => ({
            record: named(window),
            labels: { slo },
            expr: `(${bad}) / (${all})`.replaceAll('WINDOW', window),
          })),
        ),
      },
      {
        name: 'report-service-slo-alerts',
        rules: objectives.flatMap((objective) => burnRates.map((rate) => alertOf(objective, rate))),
      },
      { name: 'report-service-causes', rules: causes },
    ],
  };
}

function alertOf(objective: Objective, { long, short, factor, hold, severity }: (typeof burnRates)[number]) {
  const { slo, target, promise, leastEvents } = objective;
  const most = Number((factor * (1 - target)).toPrecision(6));
  const over = (window: string) => `max(${named(window)}{slo="${slo}"}) > ${most}`;
  const seconds = (hoursOf[long] ?? 0) * 3600;
  const events = objective.events ?? `(${objective.all}) * ${seconds}`;
  return {
    alert: 'ReportServiceBudgetBurns',
    expr: `${over(long)} and ${over(short)} and max(${events.replaceAll('WINDOW', long)}) >= ${leastEvents}`,
    for: hold,
    labels: { slo, severity, window: long },
    annotations: {
      summary: `The error budget of "${slo}" burns at ${factor} times the rate that 30 days allow`,
      description: `Promised: ${promise}, in ${percent(target)} over 30 days. Of the last ${long}, {{ $value | humanizePercentage }} did not hold it. docs/slo.md says where to look.`,
    },
  };
}

const percent = (share: number) => `${Number((share * 100).toPrecision(6))} %`;

/** What breaks a promise soon or already, by its cause. */
const causes = [
  cause(
    'ReportServiceDown',
    'up{job=~"report-service.*"} == 0',
    '2m',
    'page',
    '{{ $labels.instance }} cannot be scraped',
  ),
  cause(
    'ReportServiceOutage',
    'max by (dependency) (report_service_outage) > 0',
    '2m',
    'page',
    'Jobs wait for {{ $labels.dependency }}, which does not answer; they go on by themselves when it does',
  ),
  cause(
    'ReportServiceCountsUnavailable',
    'sum(increase(report_service_limiter_decisions_total{decision="unavailable"}[5m])) > 0',
    '2m',
    'page',
    'The counts of requests cannot be reached (REDIS_URL or the database)',
  ),
  cause(
    'ReportServiceSecurityLogLost',
    'sum(increase(report_service_security_log_total{outcome=~"dropped|failed"}[15m])) > 0',
    '0m',
    'ticket',
    'Lines of SECURITY_LOG were lost or could not be written',
  ),
];

function cause(alert: string, expr: string, hold: string, severity: string, summary: string) {
  return { alert, expr, for: hold, labels: { severity }, annotations: { summary } };
}
