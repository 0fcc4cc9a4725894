import type { ConfigWarning } from '../../contract.ts';
import { type Engine, RefusedError, type Session, selectTables } from '../engine.ts';
import { type SnowflakePlace, type SnowflakeSecret, snowflakePlace, snowflakeSecret } from './config.ts';
import { snowflakeDialect } from './dialect.ts';
import { openSnowflake } from './session.ts';

/** Snowflake by its SQL API. It has no snapshots: rows that arrive during a report may be in some of its figures. */
export const snowflakeEngine = {
  system: 'snowflake',
  place: snowflakePlace,
  secret: snowflakeSecret,
  dialect: snowflakeDialect,
  queriesAtOnce: 16,
  open: openSnowflake,
  checkUser,
  tables: (session, { schema }) =>
    selectTables(session, tables, (own, name) => (own === schema ? [name] : [own, name]).map(plain).join('.')),
} satisfies Engine<SnowflakePlace, SnowflakeSecret>;

const tables = `SELECT table_schema, table_name FROM information_schema.tables
  WHERE table_schema <> 'INFORMATION_SCHEMA' ORDER BY 1, 2 LIMIT 1000`;

function plain(name: string): string {
  return /[."`]/.test(name) ? snowflakeDialect.identifier(name) : name;
}

/** The API has no mode that only reads: what a role may do is the only wall. */
async function checkUser(session: Session): Promise<readonly ConfigWarning[]> {
  try {
    const { rows } = await session.select(mayWrite);
    return rows.length === 0 ? [] : [writing];
  } catch (error) {
    // Not every role may look.
    if (error instanceof RefusedError) return [];
    throw error;
  }
}

const mayWrite = `SELECT privilege_type FROM information_schema.table_privileges
  WHERE grantee = CURRENT_ROLE() AND privilege_type IN ('INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'OWNERSHIP') LIMIT 1`;
const writing: ConfigWarning = {
  code: 'user_may_write',
  path: 'role',
  message: 'The role may change tables. Reports only read, but a role that may only read keeps a stolen key harmless.',
};
