import type { RuleSection } from './contract-coverage.ts';

const journey = 'the whole way from a new project to its file, with real jobs';
const badPeriods = 'generation-jobs.test.ts: … is invalid_request and names …';
const mainJob = 'generation, export, download: every figure is what the data says';
const counted = 'a 304, a HEAD, a Range, a replay, a poll and every refusal after the count take one from the limit';
const operations = 'it has exactly the operations of the specification, and no HEAD';

/** The rules, table rows and gaps of the specification. */
export const specificationSections: readonly RuleSection[] = [
  {
    title: '1. What the service does',
    rows: [
      ['Customers read their account and token', 'me shows the account, the token'],
      ['Customers list, read and change projects', 'a project goes from creation to restoring'],
      ['Customers read reports and jobs', 'jobs and reports are found by their ids and in the lists of their project'],
      ['A generation leads from the project to the report, an export from the report to the download', mainJob],
      ['Without an eligible plan or add-on: 403 `api_access_required`', 'of an account without API access is 403'],
    ],
  },
  {
    title: '2. Resources and their fields',
    rows: [
      [
        'Success is `ok`, `data`, `meta`; an error `ok`, `error`, `meta`',
        'every answer has the envelope with meta',
        'the refusals of every operation',
      ],
      [
        'Answers hold documented fields only',
        'generated requests are answered as the OpenAPI document says',
        'the whole way from a new project to its file',
      ],
      ['Times are UTC, ISO 8601, to the second', 'every time in an answer is UTC to the whole second'],
      [
        'Lists have `data.items` and `meta.pagination`',
        'the list sorts, filters, pages and links',
        'the lists of projects, reports and jobs take the same query',
      ],
      ['Account and token summary', 'me shows the account, the token'],
      [
        'Project: id, status, settings, schedules',
        'a create fills in the defaults and answers 201 with Location',
        'archive and restore change the state once',
      ],
      ['Report: id, project, ready for export or not', 'a report shows its fields'],
      [
        'Job summary: id, project',
        'a job id of the other kind is not found',
        'the list of jobs filters by type and status',
      ],
      [
        'Generation job: `status`, `blocked`, `failure`, `result.report_id`',
        'a generation start is 202 with the job',
        mainJob,
      ],
      [
        'Export job: one per report and format',
        'an export that is queued, running or still has its file is returned',
        'parallel export starts give one job',
        mainJob,
      ],
      [
        'Gap: fields of account, project, report and job summary (contract, 8)',
        'me shows the account, the token',
        'a create fills in the defaults',
        'a report shows its fields',
        'a job id of the other kind is not found',
      ],
      [
        'Gap: inside `blocked`, `failure`, `result`, `artifact` (contract, 8)',
        'what the domain refuses is a job that is blocked',
        journey,
      ],
      ['`period.current.from` and `.to` are required', badPeriods],
      ['`period.compare` is whole or absent', badPeriods, 'a generation start is 202 with the job'],
      ['Only fields of the schema are accepted', 'with an unknown field is 400 and names it'],
      ['`format` is `pdf` or `doc`', 'the format … is invalid_request', mainJob],
    ],
  },
  {
    title: '3. States and transitions',
    rows: [
      ['`queued`, `running`, `completed` of either job', 'a worker runs a job to its end', mainJob],
      [
        '`blocked` with its reason',
        'a blocked result ends the job with its reason',
        'a refused job is kept as blocked',
      ],
      ['`failed` with its reason', 'a fault in every attempt ends the job failed'],
      ['`no_connected_systems`, `project_archived`', 'what the domain refuses is a job that is blocked'],
      [
        '`tariff_restricted`',
        'more connections than the plan allows is tariff_restricted',
        'exactly the generations of the plan are started in a month',
      ],
      ['`resource_missing`', 'a source that is gone blocks the generation with resource_missing'],
      ['`report_not_ready_for_export`', 'an export of a report that is lost is blocked'],
      ['`source_artifact_missing`', 'a report whose stored document is gone blocks its export'],
      ['`export_generation_failed`', 'a report that cannot be rendered fails the export with export_generation_failed'],
      [
        '`artifact_unavailable`',
        'file is artifact_unavailable, never served',
        'an expired file is artifact_unavailable',
      ],
      ['`reauth_required`', 'a blocked result ends the job with its reason'],
      [
        '`generation_failed`',
        'a fault in every attempt ends the job failed',
        'a section of a connection that is not there fails the generation',
      ],
      ['Terminal statuses stay', 'a terminal state is final'],
      [
        'Gap: transitions between job statuses (contract, 8)',
        'a lapsed lease gives the job to another worker',
        'a retry waits for its time',
        'a terminal state is final',
      ],
      ['Archive and restore; no schedule comes back on', 'archive and restore change the state once'],
      ['Archive keeps the shares', 'an archived project keeps its links'],
      ['An archived project blocks a generation', 'what the domain refuses is a job that is blocked'],
      ['Gap: states of a report (contract, 8)', 'a report shows its fields'],
    ],
  },
  {
    title: '4. Endpoints',
    rows: [
      ['`GET /api/v1/`', 'the bootstrap payload names the service', operations],
      ['`GET /api/v1/me`', 'me shows the account, the token', operations],
      ['`GET /api/v1/projects`', 'the list sorts, filters, pages and links', operations],
      ['`GET /api/v1/projects/{project_id}`', 'a create fills in the defaults', operations],
      ['`POST /api/v1/projects`', 'a create keeps every field it is given', operations],
      ['`PATCH /api/v1/projects/{project_id}`', 'a PATCH changes what it names', operations],
      ['`POST …/archive` and `…/restore`', 'archive and restore change the state once', operations],
      ['`GET …/reports`', 'a report shows its fields, and the list filters', operations],
      ['`GET /api/v1/reports/{report_id}`', 'a report shows its fields', operations],
      ['`GET …/jobs`', 'the list of jobs filters by type and status', operations],
      ['`GET /api/v1/jobs/{job_id}`', 'a job id of the other kind is not found', operations],
      ['`POST …/generation-jobs`', 'a generation start is 202 with the job', operations],
      ['`GET /api/v1/generation-jobs/{generation_job_id}`', 'a generation start is 202 with the job', operations],
      ['`POST …/export-jobs`', 'an export that is queued, running or still has its file', operations],
      ['`GET /api/v1/export-jobs/{export_job_id}`', mainJob, operations],
      ['`GET …/download`', 'a whole file comes with its type', operations],
      ['Every operation needs a token', 'without a token is 401 with a challenge'],
      [
        'Rule 1: documented query values only, else 400 `invalid_query_parameter`',
        'is invalid_query_parameter and names the key',
        'with an unknown or repeated query key is 400',
      ],
      [
        'Rule 2: starts are 202 with `Location`',
        'a generation start is 202 with the job',
        'parallel export starts give one job',
        mainJob,
      ],
      ['Rule 3: an export needs a report that is ready', 'an export of a report that is lost is blocked'],
      [
        'Rule 4: an export that exists is returned',
        'an export that is queued, running or still has its file is returned',
      ],
      [
        'Rule 5: download streams or redirects, and the address is no durable one',
        'a whole file comes with its type',
        'with redirects on a download is 307',
      ],
      [
        'Rule 6: too early is 409 `artifact_not_ready`',
        'the download of a job that is not completed is artifact_not_ready',
      ],
      ['Rule 7: the token that reads the job downloads', 'without its scope is 403 and names the scope', mainJob],
      ['Rule 8: inaccessible is like missing', "answers another account's resource like a missing one"],
      [
        '`Idempotency-Key` on the six writes',
        'every write needs an Idempotency-Key, and no read takes one',
        'without Idempotency-Key',
      ],
      [
        'Same key and request: the replay',
        'a replay repeats status, body and Location',
        'a key that is used for another request, by every write',
      ],
      [
        'Same key, other payload: 409 `idempotency_conflict`',
        'another payload, or another path, under the key',
        'a key that is used for another request, by every write',
      ],
      ['Keys are kept apart by kind', 'keys of different operation kinds'],
      [
        'Polling backs off, never below a second, and stops at the end',
        'polls first after a second, then at growing waits',
        'does not poll a job that is over',
      ],
      ['Safe reads are retried after faults, with backoff', 'is repeated after 503, a reset connection'],
      ['Gap: bootstrap payload (contract, 8)', 'the bootstrap payload names the service'],
      [
        'Gap: project fields and identifiers (contract, 1 and 8)',
        'a create keeps every field it is given',
        'identifiers are a prefix and 26',
      ],
      [
        'Gap: sorts, directions, filters, page bounds (contract, 7)',
        'is invalid_query_parameter and names the key',
        'the lists of projects, reports and jobs take the same query',
      ],
      ['Gap: body of the 202 (contract, 8)', 'a generation start is 202 with the job'],
      ['Gap: form of dates (contract, 8)', 'leap days, 366 days and today are periods', badPeriods],
      ['Gap: status and body of the download (contract, 8)', 'a whole file comes with its type'],
    ],
  },
  {
    title: '5. Authentication',
    rows: [
      ['Bearer token of a public id, a dot and a secret', 'a token is a public id, a secret and a checksum'],
      [
        'Starts need `reports:write`; polls and download `reports:read`',
        'without its scope is 403 and names the scope',
      ],
      [
        '`api_access_required` is a matter of the plan, not of the token',
        'of an account without API access is 403',
        'each plan has its access',
      ],
      ['401, 403 and 404 are not retried', 'is not repeated after …'],
      ['All operations share one bucket of the account', 'tokens share one bucket', counted],
      [
        'Gap: issuing of tokens, scopes, kinds (contract, 4)',
        'tokens create shows the token once',
        'a try_it token lives 24 hours at most',
      ],
      ['Gap: scopes of the other operations (contract, 4)', 'without its scope is 403 and names the scope'],
    ],
  },
  {
    title: '7. Errors',
    rows: [
      ['`invalid_query_parameter`', 'is invalid_query_parameter and names the key'],
      ['`api_access_required`', 'of an account without API access is 403'],
      ['`idempotency_conflict`', 'another payload, or another path, under the key'],
      ['`artifact_not_ready`', 'the download of a job that is not completed'],
      ['`rate_limit_exceeded` with `Retry-After`', "over the minute's limit is 429 with Retry-After"],
      [
        '`quota_exceeded` with `Retry-After`',
        'a token without the scope, and a used-up day',
        'a refusal of the day speaks of the day',
      ],
      ['`api_controls_unavailable`', 'a database that does not answer is 503', 'a limiter that does not answer is 503'],
      [
        '401 and 404 (gap: their codes; contract, 3)',
        'gets one and the same 401',
        "answers another account's resource like a missing one",
      ],
      ['404, 409 and other errors are counted', counted],
      [
        'Gap: codes of invalid bodies and of a missing key (contract, 3)',
        '… is invalid_request and changes nothing',
        'without Idempotency-Key',
      ],
      ['Gap: contents of `meta` (contract, 1)', 'every answer has the envelope with meta'],
    ],
  },
  {
    title: '8. Limits',
    rows: [
      ['120 requests a minute and account', 'of 1,000 parallel requests exactly 120 are admitted'],
      ['The minute rolls', 'the window is half-open and rolls', 'random arrivals under changing limits'],
      [
        '4,000 requests a day and account',
        'a refusal of the day speaks of the day',
        "of 1,000 parallel requests exactly the day's 50",
      ],
      [
        'The day starts at 00:00 UTC',
        "a used up day is refused as the day's",
        'a refusal of the day speaks of the day',
      ],
      ['Reads, writes, starts, polls and downloads draw from one bucket', counted],
      ['`X-RateLimit-*` on every authenticated answer', counted],
      [
        '429 carries `Retry-After`, and clients wait that long',
        "over the minute's limit is 429",
        'over its rate, an account waits as long as the service says',
      ],
      ['Gap: most of `per_page` (contract, 7)', 'is invalid_query_parameter and names the key'],
      [
        'Gap: form of `X-RateLimit-Reset` and `Retry-After` (contract, 5)',
        'Reset is the second at which the oldest',
        'Retry-After is whole seconds',
      ],
      ['Gap: how long keys are kept (contract, 6)', 'a key is free again 24 hours after its first use'],
    ],
  },
  {
    title: '9. Versioning',
    rows: [
      ['All routes are under `/api/v1/`', operations],
      [
        'The release is `v1-beta`',
        'the bootstrap payload names the service',
        'every answer has the envelope with meta',
      ],
      [
        'Documented routes are not changed silently',
        'openapi.json and the pages made from the code are fresh',
        'nothing is documented that these tests have not seen',
      ],
      [
        'Gap: deprecation periods (contract, 9)',
        'a deprecated operation sends Deprecation, Sunset and Link',
        'an operation is there for at least 90 days',
      ],
    ],
  },
];
