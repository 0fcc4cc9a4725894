import { type ErrorCode, errorCodes, managementCodes, publicCodes } from '../src/platform/errors.ts';

/** What a client does about each code; docs/errors.md is made from it and from the registry. */
const remedies: Readonly<Record<ErrorCode, string>> = {
  invalid_query_parameter: 'Correct the query. `details` names each key at fault and what it may be.',
  invalid_request: 'Correct the request. `details` names each field at fault by its dotted path.',
  idempotency_key_required: 'Send an `Idempotency-Key`, new for each new write.',
  invalid_idempotency_key: 'Send the header once, with 1 to 255 visible ASCII characters.',
  unauthorized:
    'Do not retry. Missing, malformed, unknown, revoked and expired tokens get the same answer: use a valid one.',
  api_access_required: 'Do not retry. The token is fine; the plan of the account lacks API access.',
  insufficient_scope: 'Do not retry. `WWW-Authenticate` names the scope; use a token that has it.',
  not_found: 'Do not retry. The resource is missing, or belongs to another account: the answer is the same.',
  method_not_allowed: 'Use one of the methods in `Allow`.',
  idempotency_conflict: 'A mistake in the client: the key was used with another payload. Use a new key.',
  artifact_not_ready: 'Poll the export job until it is `completed`. A `failed` or `blocked` one never has a file.',
  project_archived: 'Restore the project first.',
  plan_limit_reached: 'Use an existing project, or a larger plan.',
  preview_blocked:
    'Do what the message says. `details` names the connection at fault, as `connections.ID`, and the sections that show it.',
  preview_superseded: 'Show the newer preview: of a session or token the newest wins.',
  artifact_unavailable: 'Start the export again: that makes a new file.',
  payload_too_large:
    'Send at most 256 KiB, or 4 MiB to create or change a project. Name stored pictures by their digests.',
  unsupported_media_type: 'Send `Content-Type: application/json`, in UTF-8, uncompressed.',
  range_not_satisfiable: 'Ask for bytes that the file has: `Content-Range` says how many.',
  rate_limit_exceeded: 'Wait as long as `Retry-After` says, then continue.',
  quota_exceeded: 'Wait as long as `Retry-After` says: until 00:00 UTC.',
  internal_error:
    'Retry a read with backoff, a write with the same `Idempotency-Key`. Report `meta.request_id` if it persists.',
  preview_unavailable:
    'Wait as long as `Retry-After` says, then ask again. `details` names the system that does not answer, where it is one.',
  api_controls_unavailable:
    'Wait as long as `Retry-After` says, then retry with backoff; a write with the same `Idempotency-Key`.',
  plan_in_use: 'Give the accounts that have it another plan. The last plan stays.',
  template_in_use: 'Detach the projects that follow it, or send `detach=true`; they keep the settings that they have.',
  upload_in_use:
    'Remove the connections that `details` names, or give them another file; replacing the upload needs neither.',
  insufficient_role: 'Do not retry. Ask an owner of the account for the role that the operation names.',
  sso_required: 'Open the sign-in page of the console and enter your e-mail address; it leads on to your provider.',
  network_not_allowed:
    'Do not retry. Come from a network that the account allows, such as its VPN; tokens and your other accounts are not touched.',
  step_up_required: 'Sign in again, then repeat the request with the same `Idempotency-Key`.',
  second_factor_required:
    'At a sign-in: send a code beside the password, or sign in with a passkey. Elsewhere: set up a passkey or one-time codes, which what is about oneself allows.',
  last_second_factor: 'Set up another passkey or app first, or ask an owner of the account to lift the requirement.',
  cross_site_request: 'Call from a page of the service itself, or with a token in place of the session.',
  connection_unavailable:
    'Look at `details`: `transient` passes by itself, `reauth_required` needs new credentials or a new sign-in, `resource_missing` and `invalid_config` another configuration.',
  run_decided: 'Nothing: read the run to see who released or rejected it.',
  edit_conflict: 'Read the resource again, show what has changed, and send the change with the `ETag` in `details`.',
};

/** docs/errors.md. */
export function errorsPage(): string {
  const rowsOf = (codes: readonly ErrorCode[]) =>
    codes
      .toSorted((a, b) => errorCodes[a].status - errorCodes[b].status)
      .map(
        (code) =>
          `| ${errorCodes[code].status} | \`${code}\` | ${cell(errorCodes[code].message)} | ${remedies[code]} |`,
      );
  return `<!-- Made from src/platform/errors.ts by "npm run openapi". -->

# Errors

Every error answers in the same envelope:

\`\`\`json
{
  "ok": false,
  "error": {
    "code": "invalid_request",
    "message": "The request is not valid. See details.",
    "details": [{ "field": "period.current.to", "rule": "order", "message": "must not be before \\"from\\"" }]
  },
  "meta": { "request_id": "req_01jd5w0k3m8q2r4t6v8x0z1b3d", "api_version": "v1-beta" }
}
\`\`\`

Branch on \`ok\` and \`error.code\`, not on the HTTP status alone and never on \`message\`, which is for people and may change.
\`details\` is there where it helps: \`field\` is a dotted path into the body (\`period.current.from\`), the query (\`query.per_page\`) or
the headers (\`header.idempotency-key\`), \`rule\` names the broken rule, and \`message\` says it in words. Quote \`meta.request_id\`, which
is also the header \`X-Request-Id\`, when you ask the operator about a request.

New codes may be added. Treat one that you do not know by its HTTP status.

| HTTP | Code | Message | What to do |
|---|---|---|---|
${rowsOf(publicCodes).join('\n')}

The [management API](management.md) has these besides:

| HTTP | Code of management | Message | What to do |
|---|---|---|---|
${rowsOf(managementCodes).join('\n')}

## What may be retried

- Reads: after a network failure or a 5xx, with exponential backoff.
- Writes: the same, with the **same** \`Idempotency-Key\`. See [Idempotency](guides/idempotency.md).
- 429 and 503: after \`Retry-After\`. See [Limits](guides/limits.md).
- 401, 403, 404: not without a change by the operator or by you.

## Jobs do not fail as HTTP errors

A generation or export that cannot be done is not refused: the start answers 202, and the job ends \`blocked\` or \`failed\` with a
\`reason\`, a \`message\` and an \`action\`. See [Polling](guides/polling.md).
`;
}

function cell(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('|', '\\|');
}
