import type { RuleSection } from './contract-coverage.ts';

const mainJob = 'generation, export, download: every figure is what the data says';
const counted = 'a 304, a HEAD, a Range, a replay, a poll and every refusal after the count take one from the limit';
const order = 'of several faults the first in the order of checks is answered';
const badBodies = '… is invalid_request and changes nothing';
const badFields = 'project-fields.test.ts: … is invalid_request and names …';
const badPeriods = 'generation-jobs.test.ts: … is invalid_request and names …';
const badQueries = 'is invalid_query_parameter and names the key';
const wholeFile = 'a whole file comes with its type, length, name, validators and digest';

/** Those of the contract's sections 6 to 10. */
export const payloadSections: readonly RuleSection[] = [
  {
    title: '6. Idempotency',
    rows: [
      [
        'Unique per account, kind and key; six kinds',
        'keys of different operation kinds',
        'a key that is used for another request, by every write',
      ],
      ['Kept 24 hours from first use', 'a key is free again 24 hours after its first use'],
      [
        'The fingerprint covers path and canonical body',
        'a replay repeats status, body and Location',
        'another payload, or another path',
      ],
      [
        'One transaction; twins wait and replay',
        '100 parallel twins give one project',
        '100 parallel requests with two payloads',
      ],
      ['Only 2xx is stored', 'a failure changes nothing and leaves the key unused'],
      [
        'A replay is the same bytes and says so',
        'a replay repeats status, body and Location byte for byte and says so',
      ],
      ['Reads ignore the header', 'reads ignore the header'],
    ],
  },
  {
    title: '7. Lists',
    rows: [
      [
        'Bounds and defaults of `page`, `per_page`, `direction`',
        badQueries,
        'an empty list has no pages',
        'the list sorts, filters, pages and links',
      ],
      ['Ties break by id', 'items that are equal in what is sorted by are ordered by id'],
      [
        'Past the end is an empty 200; `total_pages` is 0 for nothing',
        'the list sorts, filters, pages and links',
        'an empty list has no pages',
      ],
      [
        '`Link` with `first`, `prev`, `next`, `last`',
        'the list sorts, filters, pages and links',
        'the lists of projects, reports and jobs take the same query',
      ],
      ['Projects: sorts and filter', 'the list sorts, filters, pages and links'],
      ['Reports: sorts and filters', 'a report shows its fields, and the list filters by source and readiness'],
      ['Jobs: sorts and filters', 'the list of jobs filters by type and status and sorts'],
    ],
  },
  {
    title: '8. Payloads',
    rows: [
      ['Bootstrap', 'the bootstrap payload names the service'],
      ['Me', 'me shows the account, the token'],
      [
        'Project; its list items are shorter',
        'a create fills in the defaults',
        'the list sorts, filters, pages and links',
      ],
      ['No secret appears', 'no token, key, password or connection secret is printed or logged'],
      ['Fields of create and settings, and their bounds', 'a create keeps every field it is given', badFields],
      ['PATCH: a non-empty subset, `settings` whole', 'a PATCH changes what it names, replaces settings whole'],
      [
        'Archive switches schedules off, restore leaves them; a second time changes nothing',
        'archive and restore change the state once and answer 200 again',
      ],
      [
        'Report; `unavailable` when its document is lost',
        'a report shows its fields',
        'a report whose stored document is gone',
      ],
      ['Job summary', 'a job id of the other kind is not found'],
      ['Generation job', 'a generation start is 202 with the job, Location and Retry-After'],
      ['Export job and its artifact', wholeFile, mainJob],
      [
        '`blocked` and `failure` with reason, message, action, details',
        'what the domain refuses is a job that is blocked',
        'more connections than the plan allows',
        'the whole way from a new project to its file',
      ],
      [
        'Transitions; terminal is final',
        'a lapsed lease gives the job to another worker',
        'a retry waits for its time',
        'a terminal state is final',
      ],
      [
        'Starts: 202, job, `Location`, `Retry-After: 1`; polls with `Retry-After`',
        'a generation start is 202 with the job',
      ],
      [
        'Refusals of the domain are blocked jobs',
        'what the domain refuses is a job that is blocked',
        'an export of a report that is lost is blocked',
      ],
      [
        'A live export is reused',
        'an export that is queued, running or still has its file is returned',
        'parallel export starts give one job',
      ],
      [
        'Period: real days, in order, at most 366, not after today in the zone',
        badPeriods,
        'leap days, 366 days and today are periods',
        'today is that of the project',
      ],
      ['Warnings of unfinished, unequal and overlapping periods', 'the periods are warned of'],
      ['Download: headers of the whole file', wholeFile, mainJob],
      [
        'Download: one range 206, beyond 416, several or malformed the whole',
        'is 206 with those bytes',
        'is range_not_satisfiable, 416, with the size',
        'gives the whole file',
        'If-Range gives the range',
      ],
      ['Download: `If-None-Match` 304', 'If-None-Match of the file is 304'],
      ['Download: 307 to an address that lives at most 60 seconds', 'with redirects on a download is 307'],
      ['Download of a job that is not completed', 'the download of a job that is not completed is artifact_not_ready'],
      [
        'Artifacts expire',
        'an expired file is artifact_unavailable, is swept',
        'each default on the page is the one that holds',
      ],
    ],
  },
  {
    title: '9. Versioning and discovery',
    rows: [
      ['`openapi.json` without a token', 'the document is served without a token, uncounted'],
      [
        '`/docs` asks no other host',
        'the documentation needs no token, forbids other hosts',
        'try it creates a project with a try_it token, asking no other host',
      ],
      [
        'A deprecated route sends `Deprecation`, `Sunset` and `Link`',
        'a deprecated operation sends Deprecation, Sunset and Link',
        'a deprecated list links its pages as well',
        'the document marks a deprecated operation',
      ],
      ["90 days' notice", 'an operation is there for at least 90 days'],
      ['`security.txt` with a contact', 'security.txt is there when a contact is configured'],
    ],
  },
  {
    title: '10. Fine points',
    rows: [
      ['The add-on `api` gives access to every plan', 'each plan has its access'],
      ["The period's end is checked once the project is known", order, 'today is that of the project'],
      ['A token that cannot be looked up is 503', 'a database that does not answer is 503'],
      ['`openapi.json` is not counted', 'the document is served without a token, uncounted'],
      ['`ETag` on JSON is weak', 'a single resource has a weak ETag'],
      ['`Remaining` is the figure after the request', counted],
      [
        '`Location` and `Link` are absolute under `PUBLIC_URL`',
        'with PUBLIC_URL every Location, Link and bootstrap link is absolute',
      ],
      [
        'A completed generation has exactly one report',
        'then a restart: the same job completes, once',
        'a completion whose effect fails changes nothing',
      ],
      ['`serve` migrates and prints one line in each role', 'prints one line when it is ready'],
      [
        '`accounts update` and its effect at once',
        'accounts update changes what is named',
        'changes of an account and a revocation hold at once',
      ],
      ['`connections add` verifies and stores the status', 'a source that is not there is stored as resource_missing'],
      ['`result` is null until completed', 'a generation start is 202 with the job'],
      [
        '`null` clears `client_name` and `settings`; `compare: null` is none',
        'a PATCH changes what it names, replaces settings whole, and null clears',
        'a generation start is 202 with the job',
      ],
      ['Bounds of texts, sections, logo; bidi controls', badFields, badBodies],
      ['`list --json` prints an array', 'accounts list prints an array'],
      ['`DATA_ROOTS` is separated like `PATH`', 'every variable is read in its form'],
      [
        '`public_id` is the part before the dot',
        'tokens create shows the token once',
        'me shows the account, the token',
      ],
    ],
  },
];
