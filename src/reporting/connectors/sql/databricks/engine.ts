import type { ConfigWarning } from '../../contract.ts';
import { type Engine, RefusedError, type Session, selectTables } from '../engine.ts';
import { type DatabricksPlace, type DatabricksSecret, databricksPlace, databricksSecret } from './config.ts';
import { databricksDialect } from './dialect.ts';
import { openDatabricks } from './session.ts';

/** Databricks by its Statement Execution API. It has no snapshots across statements. */
export const databricksEngine = {
  system: 'databricks',
  place: databricksPlace,
  secret: databricksSecret,
  dialect: databricksDialect,
  queriesAtOnce: 10,
  open: openDatabricks,
  checkUser,
  tables: (session, { schema }) =>
    selectTables(session, tables, (own, name) => (own === schema ? [name] : [own, name]).map(plain).join('.')),
} satisfies Engine<DatabricksPlace, DatabricksSecret>;

const tables = `SELECT table_schema, table_name FROM information_schema.tables
  WHERE table_schema <> 'information_schema' ORDER BY 1, 2 LIMIT 1000`;

function plain(name: string): string {
  return /[."`]/.test(name) ? databricksDialect.identifier(name) : name;
}

/** The API has no mode that only reads: what the principal may do is the only wall. */
async function checkUser(session: Session): Promise<readonly ConfigWarning[]> {
  try {
    const { rows } = await session.select(mayWrite);
    return rows.length === 0 ? [] : [writing];
  } catch (error) {
    // Not every principal, and not every catalog, lets one look.
    if (error instanceof RefusedError) return [];
    throw error;
  }
}

const mayWrite = `SELECT privilege_type FROM information_schema.table_privileges
  WHERE grantee = CURRENT_USER() AND privilege_type IN ('MODIFY', 'ALL_PRIVILEGES', 'MANAGE') LIMIT 1`;
const writing: ConfigWarning = {
  code: 'user_may_write',
  path: 'catalog',
  message:
    'The credentials may change tables. Reports only read, but those that may only read keep a stolen token harmless.',
};
