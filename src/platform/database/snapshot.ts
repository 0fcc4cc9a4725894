import { sql } from 'kysely';
import { isPostgres } from './engine.ts';
import type { Database, Queryable, Tables } from './tables.ts';

/**
 * The tables that make an installation, each after those it refers to, with the columns of its primary key. The request
 * counts are left out: they matter for a minute and a day only, and PostgreSQL stores those of the minute differently; so
 * are replaced versions of uploads, pages that are made anew when somebody asks, sessions, sign-ins that are under way, links by which people come in, and what is known of their tries: what has ended since would be back.
 */
export const portableTables = {
  plans: ['name'],
  accounts: ['id'],
  account_security: ['account_id'],
  account_retention: ['account_id'],
  users: ['id'],
  passkeys: ['id'],
  second_factors: ['id'],
  recovery_codes: ['code_hash'],
  memberships: ['account_id', 'user_id'],
  sso_domains: ['domain'],
  sso_providers: ['account_id'],
  sso_identities: ['id'],
  tokens: ['public_id'],
  directories: ['account_id'],
  scim_tokens: ['public_id'],
  scim_users: ['id'],
  scim_groups: ['id'],
  scim_group_members: ['group_id', 'scim_user_id'],
  templates: ['id'],
  template_revisions: ['template_id', 'number'],
  labels: ['id'],
  projects: ['id'],
  project_tags: ['project_id', 'tag_id'],
  legal_holds: ['id'],
  retention_notices: ['id'],
  oauth_clients: ['sign_in'],
  oauth_grants: ['id'],
  connections: ['id'],
  portfolio_accounts: ['account_id'],
  portfolio_projects: ['project_id'],
  portfolio_figures: ['project_id', 'period'],
  uploads: ['id'],
  chat_channels: ['id'],
  schedules: ['id'],
  watches: ['id'],
  watch_states: ['watch_id', 'connection_id'],
  watch_turns: ['connection_id'],
  watch_accounts: ['account_id'],
  alert_settings: ['user_id'],
  incidents: ['id'],
  incident_comments: ['id'],
  incident_notices: ['id'],
  jobs: ['id'],
  job_queues: ['account_id'],
  reports: ['id'],
  report_comments: ['report_id', 'section', 'revision'],
  schedule_runs: ['id'],
  deliveries: ['id'],
  unwanted_addresses: ['account_id', 'address'],
  unsubscribe_links: ['token_hash'],
  schedule_notices: ['id'],
  schedule_waits: ['id'],
  audit_log: ['id'],
  shares: ['id'],
  idempotency_keys: ['account_id', 'kind', 'key'],
  actor_keys: ['actor', 'kind', 'key'],
  // Behind all that events tell of: restoring it is none, as long as nobody hears of it.
  webhook_endpoints: ['id'],
  events: ['id'],
  webhook_deliveries: ['id'],
  webhook_attempts: ['delivery_id', 'number'],
  webhook_notices: ['id'],
  bulk_jobs: ['id'],
  bulk_job_items: ['id'],
  bulk_queues: ['account_id'],
} as const satisfies Partial<Record<keyof Tables, readonly string[]>>;

export type PortableTable = keyof typeof portableTables;
export type PortableRow = Readonly<Record<string, string | number | null>>;

/** A row may hold a logo or stored answer of a few hundred kilobytes, so a page stays within tens of megabytes. */
const pageRows = 100;

/** Runs `work` on one snapshot of the database, while others keep writing. */
export async function readSnapshot<T>(db: Database, work: (snapshot: Queryable) => Promise<T>): Promise<T> {
  if (isPostgres(db)) {
    return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
  }
  return db.connection().execute(async (connection) => {
    // Kysely's transactions take the only write lock; a deferred one that only reads takes none.
    await sql`begin deferred`.execute(connection);
    try {
      return await work(connection);
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}

/** All rows of a table, in the order of its primary key, a page at a time. */
export async function* readPages(snapshot: Queryable, table: PortableTable): AsyncIterable<readonly PortableRow[]> {
  const key: readonly string[] = portableTables[table];
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let last: PortableRow | undefined;
  do {
    const after = last ? sql`where (${columns}) > (${sql.join(key.map((column) => last?.[column]))})` : sql``;
    const query = sql<PortableRow>`select * from ${sql.table(table)} ${after} order by ${columns} limit ${pageRows}`;
    const { rows } = await query.execute(snapshot);
    if (rows.length > 0) yield rows;
    last = rows.length < pageRows ? undefined : rows.at(-1);
  } while (last);
}

/** Inserts rows into a table unchanged; all must have the same columns. */
export async function insertRows(
  transaction: Queryable,
  table: PortableTable,
  rows: readonly PortableRow[],
): Promise<void> {
  await transaction
    .insertInto(table)
    .values(rows as never)
    .execute();
}

/** The key of the first of these rows that the table has already; at most a few hundred are asked for. */
export async function findExisting(
  db: Queryable,
  table: PortableTable,
  rows: readonly PortableRow[],
): Promise<PortableRow | undefined> {
  const key: readonly string[] = portableTables[table];
  const isRow = (row: PortableRow) => {
    const columns = key.map((column) => sql`${sql.ref(column)} = ${row[column]}`);
    return sql`(${sql.join(columns, sql` and `)})`;
  };
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const isOne = sql.join(rows.map(isRow), sql` or `);
  const query = sql<PortableRow>`select ${columns} from ${sql.table(table)} where ${isOne} limit 1`;
  return (await query.execute(db)).rows[0];
}

/** Keeps others from adding accounts until the transaction ends; on SQLite the transaction alone does that. */
export async function lockAccounts(transaction: Queryable): Promise<void> {
  if (isPostgres(transaction)) await sql`lock table accounts in share row exclusive mode`.execute(transaction);
}

/** The names of the migrations that made the schema, in order. */
export async function listMigrations(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db);
  return rows.map(({ name }) => name);
}
