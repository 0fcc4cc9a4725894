import type { RuleSection } from './contract-coverage.ts';
import { payloadSections } from './payload-rows.ts';

const counted = 'a 304, a HEAD, a Range, a replay, a poll and every refusal after the count take one from the limit';
const order = 'of several faults the first in the order of checks is answered';
const badBodies = '… is invalid_request and changes nothing';
const badFields = 'project-fields.test.ts: … is invalid_request and names …';
const badPeriods = 'generation-jobs.test.ts: … is invalid_request and names …';
const badQueries = 'is invalid_query_parameter and names the key';
const wholeFile = 'a whole file comes with its type, length, name, validators and digest';

/** The rules and table rows of the contract. */
export const contractSections: readonly RuleSection[] = [
  {
    title: '1. Conventions',
    rows: [
      [
        'Identifiers: a prefix and 26 characters in order of time; a job id is that of its generation or export; a malformed one is a missing one',
        'identifiers are a prefix and 26 time-ordered characters',
      ],
      [
        'Times are UTC to the second; dates `YYYY-MM-DD`',
        'every time in an answer is UTC to the whole second',
        badPeriods,
      ],
      [
        '`meta`: request id, kept when well-formed, and release',
        'every answer has the envelope with meta',
        'a well-formed X-Request-Id is kept',
      ],
      [
        '`meta`: `pagination` of lists, `reused` of exports',
        'the list sorts, filters, pages and links',
        'an export that is queued, running or still has its file',
      ],
      [
        'Errors have code, message and details with field, rule and message',
        'with an unknown field is 400 and names it',
        'every answer has the envelope with meta',
      ],
      ['What is absent is `null`', 'a create fills in the defaults', 'a generation start is 202 with the job'],
      ['HEAD is like GET', 'HEAD of every read is GET without a body', 'HEAD answers the headers of the file'],
      ['Another method is 405 with `Allow`', 'answers an unsupported method with 405 and Allow'],
      [
        'An unknown path is 404; no method is overridden; OPTIONS is 405 without CORS',
        'X-HTTP-Method-Override is ignored',
        'without configured origins CORS is off',
      ],
      ['OPTIONS is 204 with CORS', 'a configured origin may call'],
      ['A path that cannot be decoded is 400', 'a path that cannot be decoded is invalid_request'],
      [
        'Create is 201 with `Location`, other synchronous successes 200',
        'a create fills in the defaults and answers 201',
        'archive and restore change the state once and answer 200',
      ],
      ['JSON in UTF-8 only', 'Content-Type: … is …', 'a body without Content-Type'],
      ['At most 256 KiB, 32 levels', '256 KiB are read', '32 levels are read'],
      ['Malformed or ambiguous JSON and unwanted characters are 400', badBodies],
      ['No coercion', badFields],
      ['Unknown fields are 400, each named', 'with an unknown field is 400 and names it'],
      ['Lengths count code points', 'code points, however they are stored or drawn'],
      ['Text is stored in NFC', 'a create keeps every field it is given, text in NFC'],
      ['A missing body is 400', 'a missing body is invalid_request'],
      ['A compressed body is 415', 'a compressed body is unsupported_media_type'],
      ['Archive and restore take no body or `{}`', 'archive and restore take no body or {}'],
      ['`Cache-Control` of JSON and of downloads', 'every answer has the envelope with meta', wholeFile],
      ['`ETag` and 304 on single resources', 'a single resource has a weak ETag'],
      ['`nosniff` and `no-referrer`', 'every answer has the envelope with meta, nosniff and no referrer'],
      [
        'CORS is off, and with origins exposes the custom headers',
        'without configured origins CORS is off',
        'a configured origin may call',
        'another origin is told nothing',
        'with CORS the refusal of a path that cannot be decoded',
        'with CORS the OpenAPI document has its headers',
      ],
    ],
  },
  {
    title: '2. The order of checks',
    rows: [
      [
        '1: framing, route and method come first, uncounted',
        order,
        'is refused with one answer and the connection ends',
        'answers an unsupported method',
        'an unknown path or method is refused before its body',
      ],
      ['2: token, 401, uncounted', order, 'without a token is 401 with a challenge, and is not counted'],
      [
        '2: too many failed attempts from one address',
        'more failed attempts than allowed from one address',
        'the failed attempt beyond the number in a rolling minute',
      ],
      [
        '2: `TRUST_PROXY` says whose `X-Forwarded-For` counts',
        'failed attempts are counted by … of X-Forwarded-For',
        'what somebody else forwards is not looked at',
      ],
      [
        '3: without limiter or database 503 with `Retry-After`, never a pass',
        'a limiter that does not answer is 503',
        'a database that does not answer is 503',
        'while saving fails nothing is admitted',
      ],
      [
        '4: rate and quota in one atomic step',
        order,
        'of 1,000 parallel requests exactly 120 are admitted',
        'four pools that ask 1,000 times at once',
      ],
      ['5: entitlement', order, 'of an account without API access is 403, and is counted'],
      ['6: scope', order, 'without its scope is 403'],
      ['7: media type, size, body, query, key', order, 'without Idempotency-Key'],
      ['8: idempotency', order, 'a replay of an update still works after the project was archived'],
      ['9: existence', order, "answers another account's resource like a missing one"],
      [
        '10: state',
        'a replay of an update still works after the project was archived',
        'the download of a job that is not completed',
      ],
      ['Steps 2 to 6 run before the body is read', 'is refused before its body has arrived'],
      ['Steps 5 to 7 never look at the resource', order, "answers another account's resource like a missing one"],
      ['From step 4 on `X-RateLimit-*`; 304, HEAD and Range are counted', counted],
    ],
  },
  {
    title: '3. Error codes',
    rows: [
      [
        '`invalid_query_parameter` names the key, also a repeated or unknown one',
        badQueries,
        'with an unknown or repeated query key is 400',
      ],
      ['`invalid_request`', badBodies, badFields, badPeriods],
      [
        '`idempotency_key_required`, `invalid_idempotency_key`',
        'without Idempotency-Key, with a bad one',
        'an Idempotency-Key that is sent twice',
      ],
      [
        '`unauthorized`: one answer for all, with a challenge',
        'gets one and the same 401',
        'without a token is 401 with a challenge',
      ],
      ['`api_access_required`', 'of an account without API access is 403'],
      ['`insufficient_scope` with a challenge that names the scope', 'without its scope is 403 and names the scope'],
      ['`not_found`: the same bytes for missing and foreign', "answers another account's resource like a missing one"],
      [
        '`method_not_allowed`, `payload_too_large`, `unsupported_media_type`',
        'answers an unsupported method',
        'one byte more is payload_too_large',
        'a body without Content-Type',
      ],
      [
        '`idempotency_conflict`, `artifact_not_ready`',
        'another payload, or another path',
        'the download of a job that is not completed',
      ],
      [
        '`project_archived`, `plan_limit_reached`',
        'an archived project, a full plan',
        'beyond the projects of the plan a create is plan_limit_reached',
      ],
      [
        '`artifact_unavailable`; a new start makes a new file',
        'file is artifact_unavailable, never served',
        'an expired file is artifact_unavailable',
      ],
      [
        '`rate_limit_exceeded`, `quota_exceeded`; the latter when both',
        "over the minute's limit is 429",
        'the daily quota is refused as quota_exceeded',
      ],
      [
        '`internal_error` leaks nothing; the log knows the request id',
        'a fault inside is internal_error and tells nothing',
      ],
      ['`api_controls_unavailable`', 'a database that does not answer is 503'],
    ],
  },
  {
    title: '4. Tokens, scopes, entitlement',
    rows: [
      ['Form, checksum and stored hash of a token', 'a token is a public id, a secret and a checksum'],
      ['Compared in constant time', 'a secret is hashed and compared once, by timingSafeEqual'],
      [
        'Shown once',
        'tokens create shows the token once',
        'no token, key, password or connection secret is printed or logged',
      ],
      ['Revocation holds at once', 'changes of an account and a revocation hold at once'],
      [
        '`try_it` lives 24 hours at most and marks what it makes',
        'a try_it token lives 24 hours at most',
        'a try_it token marks what it starts',
      ],
      ['Four scopes; write does not imply read', 'without its scope is 403 and names the scope'],
      ['`/` and `/me` take any valid token', 'changes of an account and a revocation hold at once'],
      [
        'The scheme in any case, one header, no token in a query',
        'the scheme is read in any case, from exactly one header',
      ],
      ['API access by plan or by the add-on `api`', 'me shows the account, the token', 'each plan has its access'],
      [
        'The plans `free`, `starter`, `pro`, `agency`, and that they can be edited',
        'each plan has its access, projects, connections and generations',
      ],
      ['Projects of a plan', 'beyond the projects of the plan a create is plan_limit_reached'],
      ['Connections of a plan: `tariff_restricted`', 'more connections than the plan allows is tariff_restricted'],
      ['Generations of a plan: `tariff_restricted`', 'exactly the generations of the plan are started in a month'],
    ],
  },
  {
    title: '5. Limits and their headers',
    rows: [
      [
        'An exact rolling window over all tokens and processes',
        'the window is half-open and rolls',
        'random arrivals under changing limits',
        'four connections that ask 1,000 times',
        'several API processes are one service',
        'tokens share one bucket',
      ],
      ['The day is that of UTC', "a used up day is refused as the day's"],
      [
        'Both counts survive a restart',
        'both counts survive a restart',
        'a kill loses no request but those of the last 100 ms',
        'what is admitted is saved 100 ms later',
        'the count of the day is in a table that survives a crash',
        'a crash empties the count of the minute and keeps that of the day',
      ],
      [
        '`Limit` and `Remaining` speak of the minute, on `quota_exceeded` of the day',
        'the headers of an admitted request speak of the minute',
        'a refusal of the day speaks of the day',
      ],
      [
        '`Reset`: when the next request frees up, rounded up',
        'Reset is the second at which the oldest',
        'the headers of an admitted request',
        'peeking counts nothing',
      ],
      [
        '`Retry-After`: whole seconds, at least 1, and enough',
        'Retry-After is whole seconds',
        'the window is half-open and rolls',
      ],
      ['`RateLimit-Policy` and `RateLimit`', 'the headers of an admitted request', 'tokens share one bucket'],
      [
        'An account may have its own figures',
        'accounts create prints the resource',
        'the bootstrap payload names the service',
        'changed limits hold at once',
      ],
    ],
  },
  ...payloadSections,
];
