import type { Tables } from '../../platform/database/tables.ts';

/** Whom rows are looked for. */
export interface Person {
  readonly id: string;
  readonly email: string;
}

/** A row as it is stored. */
export type StoredRow = Readonly<Record<string, string | number | null>>;

/**
 * How a column names a person: `user` by their id, `actor` as the log of changes does, `email` by their address alone, and
 * `id_within` and `email_within` somewhere in its text.
 */
type NamedBy = 'user' | 'actor' | 'email' | 'id_within' | 'email_within';

/** One column by which rows are found that tell of a person. */
export interface Place {
  readonly table: keyof Tables;
  readonly column: string;
  readonly namedBy: NamedBy;
  /** What the rows are, for whoever reads an export. */
  readonly title: string;
  /** The columns that an export shows: never a secret, and of others no more than their ids. Empty where another place shows the rows. */
  readonly shown: readonly string[];
  /**
   * What becomes of the rows when the person is removed: they are deleted, they keep the id alone, these columns of theirs
   * are emptied, or a row, which has an `id`, is rewritten.
   */
  readonly removal: 'delete' | 'keep' | { readonly empty: Readonly<Record<string, null | ''>> } | Rewrite;
}

export type Rewrite = (row: StoredRow, person: Person) => StoredRow;

/** What stands in place of the address of a person who was removed (RFC 2606); nothing is ever sent there. */
export function replacementOf({ id }: Person): string {
  return `${id}@removed.invalid`;
}

/** A text without the address of a person, however it is written. */
function without(text: string, person: Person): string {
  const address = person.email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(address, 'giu'), () => replacementOf(person));
}

const replaced =
  (...columns: readonly string[]): Rewrite =>
  (row, person) =>
    Object.fromEntries(
      columns.map((column) => {
        const text = row[column];
        return [column, typeof text === 'string' ? without(text, person) : null];
      }),
    );

/**
 * JSON without what a list says of a person: their id or address alone, or an object about their address. It is another
 * state of the row, so that nobody who edits it at this moment stores it as it was.
 */
const dropped =
  (column: string): Rewrite =>
  (row, person) => {
    const isTheirs = (item: unknown): boolean => {
      if (typeof item === 'string') return [person.id, person.email.toLowerCase()].includes(item.toLowerCase());
      const { address } = (item ?? {}) as { readonly address?: unknown };
      return typeof address === 'string' && isTheirs(address);
    };
    const keep = (_key: string, value: unknown) =>
      Array.isArray(value) ? value.filter((item) => !isTheirs(item)) : value;
    const revision = Number(row.revision) + 1;
    return { [column]: JSON.stringify(JSON.parse(String(row[column]), keep)), revision };
  };

/** An e-mail that waits is not sent; what mail servers answered may name the address. */
const redirected: Rewrite = (row, person) => ({
  ...replaced('recipient', 'answer', 'failure')(row, person),
  ...(row.status === 'pending' && { status: 'skipped', next_attempt_at: null, reason: 'unwanted' }),
});

/** JSON of who asked for something, without where they were. */
const withoutAddress: Rewrite = ({ asked_by }) => ({
  asked_by: JSON.stringify({ ...JSON.parse(String(asked_by)), address: null }),
});

/**
 * Everything that is stored about a person who signs in, in the order in which it is removed. A table that names people
 * belongs here, or into the exceptions below: `test/domains/personal-data/places.test.ts` fails until it does.
 */
export const places: readonly Place[] = [
  {
    ...{ table: 'memberships', column: 'user_id', namedBy: 'user', removal: 'delete' },
    title: 'Accounts that they work in, and what they may do there',
    shown: ['account_id', 'role', 'project_ids', 'tag_ids', 'created_at', 'updated_at'],
  },
  {
    ...{ table: 'scim_users', column: 'user_id', namedBy: 'user', removal: 'delete' },
    title: 'What the directory of a company says of them',
    shown: ['id', 'account_id', 'external_id', 'attributes', 'created_at', 'updated_at', 'removed_at'],
  },
  {
    ...{ table: 'scim_tokens', column: 'made_by', namedBy: 'actor', removal: 'keep' },
    title: 'Tokens for a directory that they made',
    shown: ['public_id', 'account_id', 'name', 'created_at', 'last_used_at', 'revoked_at'],
  },
  {
    ...{ table: 'sessions', column: 'user_id', namedBy: 'user', removal: 'delete' },
    title: 'Browsers in which they are signed in',
    shown: ['id', 'created_at', 'last_seen_at', 'expires_at', 'account_id', 'address', 'agent', 'factor'],
  },
  {
    ...{ table: 'sso_identities', column: 'user_id', namedBy: 'user', removal: 'delete' },
    title: 'Their sign-in at the provider of an account',
    shown: ['id', 'account_id', 'issuer', 'subject', 'email', 'created_at', 'last_used_at'],
  },
  {
    ...{ table: 'sso_providers', column: 'tested', namedBy: 'id_within', removal: { empty: { tested: null } } },
    title: 'Tests of single sign-on that they made, with what the provider said of them',
    shown: ['account_id', 'tested'],
  },
  {
    ...{ table: 'sign_in_networks', column: 'user_id', namedBy: 'user', removal: 'delete' },
    title: 'Places that they have signed in from',
    shown: ['network', 'used_at'],
  },
  {
    ...{ table: 'password_resets', column: 'user_id', namedBy: 'user', removal: 'delete' },
    title: 'Links by which they set a password or sign in',
    shown: ['purpose', 'made_by', 'created_at', 'expires_at', 'used_at'],
  },
  {
    ...{ table: 'passkeys', column: 'user_id', namedBy: 'user', removal: 'delete' },
    title: 'Passkeys by which they sign in',
    shown: ['id', 'name', 'transports', 'synced', 'created_at', 'last_used_at'],
  },
  {
    ...{ table: 'second_factors', column: 'user_id', namedBy: 'user', removal: 'delete' },
    title: 'Apps that show them one-time codes',
    shown: ['id', 'created_at', 'confirmed_at', 'last_used_at'],
  },
  {
    ...{ table: 'recovery_codes', column: 'user_id', namedBy: 'user', removal: 'delete' },
    title: 'Recovery codes, by which they sign in once',
    shown: ['created_at', 'used_at'],
  },
  {
    ...{ table: 'pending_sign_ins', column: 'user_id', namedBy: 'user', removal: 'delete' },
    title: 'Sign-ins that wait for a second factor',
    shown: ['created_at', 'expires_at'],
  },
  {
    ...{ table: 'alert_settings', column: 'user_id', namedBy: 'user', removal: 'delete' },
    title: 'When they want no messages about alerts',
    shown: ['quiet_from', 'quiet_until', 'weekends', 'time_zone', 'updated_at'],
  },
  {
    ...{ table: 'invitations', column: 'email', namedBy: 'email', removal: 'delete' },
    title: 'Invitations to them',
    shown: ['id', 'account_id', 'role', 'made_by', 'created_at', 'expires_at', 'accepted_at', 'revoked_at'],
  },
  {
    ...{ table: 'invitations', column: 'made_by', namedBy: 'actor', removal: 'keep' },
    title: 'Invitations that they made',
    shown: ['id', 'account_id', 'role', 'created_at'],
  },
  {
    ...{ table: 'schedule_notices', column: 'user_id', namedBy: 'user', removal: 'delete' },
    title: 'E-mails to them about reports that wait for their word',
    shown: ['id', 'account_id', 'run_id', 'created_at'],
  },
  {
    ...{ table: 'webhook_notices', column: 'user_id', namedBy: 'user', removal: 'delete' },
    title: 'E-mails to them about webhooks that were switched off',
    shown: ['id', 'account_id', 'endpoint_id', 'created_at'],
  },
  {
    ...{ table: 'retention_notices', column: 'user_id', namedBy: 'user', removal: 'delete' },
    title: 'E-mails to them that old reports will be deleted',
    shown: ['id', 'account_id', 'begins_at', 'created_at'],
  },
  {
    ...{ table: 'legal_holds', column: 'made_by', namedBy: 'actor', removal: 'keep' },
    title: 'Legal holds that they set',
    shown: ['id', 'account_id', 'project_id', 'created_at'],
  },
  {
    ...{ table: 'incident_notices', column: 'user_id', namedBy: 'user', removal: 'delete' },
    title: 'E-mails to them about alerts',
    shown: ['id', 'account_id', 'incident_id', 'occasion', 'status', 'sent_at', 'answer', 'created_at'],
  },
  {
    ...{ table: 'watches', column: 'people', namedBy: 'id_within', removal: dropped('people') },
    title: 'Watches that tell them',
    shown: ['id', 'account_id', 'name'],
  },
  {
    ...{ table: 'watches', column: 'created_by', namedBy: 'actor', removal: 'keep' },
    title: 'Watches that they made',
    shown: ['id', 'account_id', 'name', 'created_at'],
  },
  {
    ...{ table: 'incidents', column: 'acknowledged_by', namedBy: 'actor', removal: 'keep' },
    title: 'Alerts that they looked after',
    shown: ['id', 'account_id', 'acknowledged_at'],
  },
  {
    ...{ table: 'incident_comments', column: 'author', namedBy: 'actor', removal: { empty: { author_name: '' } } },
    title: 'What they wrote about alerts',
    shown: ['id', 'account_id', 'incident_id', 'text', 'author_name', 'created_at'],
  },
  {
    ...{ table: 'report_comments', column: 'author', namedBy: 'actor', removal: { empty: { author_name: null } } },
    title: 'What they wrote in reports',
    shown: ['report_id', 'section', 'revision', 'account_id', 'markdown', 'author_name', 'written_at'],
  },
  {
    ...{ table: 'template_revisions', column: 'published_by', namedBy: 'actor', removal: 'keep' },
    title: 'Revisions of templates that they published',
    shown: ['template_id', 'number', 'account_id', 'created_at'],
  },
  {
    ...{ table: 'oauth_grants', column: 'made_by', namedBy: 'actor', removal: 'keep' },
    title: 'Sign-ins at vendors that they gave',
    shown: ['id', 'account_id', 'sign_in', 'scopes', 'created_at', 'updated_at'],
  },
  {
    ...{ table: 'oauth_authorizations', column: 'made_by', namedBy: 'actor', removal: { empty: { address: null } } },
    title: 'Links to sign in at vendors that they asked for',
    shown: ['account_id', 'project_id', 'sign_in', 'address', 'created_at', 'expires_at'],
  },
  {
    ...{ table: 'bulk_jobs', column: 'actor', namedBy: 'actor', removal: { empty: { address: null } } },
    title: 'Bulk jobs that they started',
    shown: ['id', 'account_id', 'action', 'door', 'address', 'created_at'],
  },
  {
    ...{ table: 'bulk_jobs', column: 'parameters', namedBy: 'email_within', removal: replaced('parameters') },
    title: 'Bulk jobs that name them',
    shown: ['id', 'account_id', 'action', 'created_at'],
  },
  {
    ...{ table: 'bulk_job_items', column: 'asked_by', namedBy: 'id_within', removal: withoutAddress },
    title: 'Items of bulk jobs that they asked for again',
    shown: ['id', 'account_id', 'asked_by', 'created_at'],
  },
  ...(['input', 'result', 'fault'] as const).map(
    (column): Place => ({
      ...{ table: 'bulk_job_items', column, namedBy: 'email_within', removal: replaced(column) },
      title: `Items of bulk jobs that name them (${column})`,
      shown: ['id', 'account_id', 'created_at'],
    }),
  ),
  ...(['recipients', 'mail', 'approvers'] as const).map(
    (column): Place => ({
      ...{ table: 'schedules', column, namedBy: 'email_within', removal: dropped(column) },
      title: `Schedules that name them (${column})`,
      shown: ['id', 'account_id', 'project_id'],
    }),
  ),
  {
    ...{ table: 'schedule_runs', column: 'decision', namedBy: 'id_within', removal: 'keep' },
    title: 'Reports of schedules that they released or rejected',
    shown: ['id', 'account_id', 'schedule_id', 'decision'],
  },
  {
    ...{ table: 'schedule_runs', column: 'test_recipient', namedBy: 'email', removal: replaced('test_recipient') },
    title: 'Reports of schedules that they had sent to themselves',
    shown: ['id', 'account_id', 'schedule_id', 'created_at'],
  },
  {
    ...{ table: 'deliveries', column: 'recipient', namedBy: 'email', removal: redirected },
    title: 'E-mails of schedules to them',
    shown: ['id', 'account_id', 'schedule_id', 'role', 'status', 'answer', 'failure', 'sent_at', 'created_at'],
  },
  // Its triggers have counted the rows above under another address by now.
  {
    ...{ table: 'list_counts', column: 'kind', namedBy: 'email', removal: 'delete' },
    title: 'How many e-mails of a schedule went to them',
    shown: ['account_id', 'owner', 'status', 'number'],
  },
  {
    ...{ table: 'unsubscribe_links', column: 'address', namedBy: 'email', removal: 'delete' },
    title: 'Links by which they take their address off what an account sends',
    shown: ['account_id'],
  },
  {
    ...{ table: 'unwanted_addresses', column: 'address', namedBy: 'email' },
    title: 'Accounts that send them nothing',
    shown: ['account_id', 'reason', 'created_at'],
    // Without it an account would write to them again, which they have refused, or their mail server has.
    removal: 'keep',
  },
  {
    ...{ table: 'actor_keys', column: 'actor', namedBy: 'actor', removal: 'delete' },
    title: 'Requests of the last day, whose answers are kept for repeats',
    shown: ['account_id', 'kind', 'created_at'],
  },
  {
    ...{ table: 'actor_keys', column: 'response', namedBy: 'email_within', removal: 'delete' },
    title: 'Answers of the last day that name them',
    shown: ['account_id', 'kind', 'created_at'],
  },
  {
    ...{ table: 'audit_log', column: 'actor', namedBy: 'actor', removal: { empty: { address: null } } },
    title: 'Changes that they made',
    shown: ['id', 'at', 'door', 'address', 'action', 'account_id', 'subject', 'details'],
  },
  {
    ...{ table: 'audit_log', column: 'subject', namedBy: 'user', removal: 'keep' },
    title: 'Changes about them',
    shown: ['id', 'at', 'actor', 'action', 'account_id', 'details'],
  },
  {
    ...{ table: 'audit_log', column: 'details', namedBy: 'email_within', removal: replaced('details') },
    title: 'Changes that name them',
    shown: ['id', 'at', 'action', 'account_id'],
  },
];

/** Columns that look as if they named people who sign in, and why they are no places. */
export const exceptions: Readonly<Record<string, string>> = {
  'users.email': 'the person, whom every export begins with and whose row goes last',
  'users.email_key': 'the person',
  'users.disabled_by': 'operator or directory, nobody in particular',
  'scim_users.user_name_key': 'of rows that are found by user_id',
  'scim_group_members.scim_user_id': 'rows that go with those of scim_users',
  'connections.made_by': 'operator or customer, nobody in particular',
  'chat_channels.made_by': 'operator or customer, nobody in particular',
  'webhook_endpoints.made_by': 'operator or customer, nobody in particular',
  'schedules.fresh_by': 'a time',
  'sso_providers.creates_users': 'whether first sign-ins make users, nobody in particular',
  'incident_notices.recipient': 'rows for people are found by user_id, those for channels name no person',
  'sign_in_tries.email_hash': 'the digest of whatever was entered, for an hour',
};
