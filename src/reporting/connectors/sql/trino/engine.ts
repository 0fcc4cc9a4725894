import type { ConfigWarning } from '../../contract.ts';
import { type Engine, RefusedError, type Session, selectTables } from '../engine.ts';
import { type TrinoPlace, type TrinoSecret, trinoPlace, trinoSecret } from './config.ts';
import { trinoDialect, wholeTypes } from './dialect.ts';
import { openTrino } from './session.ts';

/** Trino by its client protocol. It has no snapshots: rows that arrive during a report may be in some of its figures. */
export const trinoEngine = {
  system: 'trino',
  place: trinoPlace,
  secret: trinoSecret,
  dialect: trinoDialect,
  queriesAtOnce: 8,
  open: openTrino,
  wholeTypes,
  checkUser,
  tables: (session, { schema }) =>
    selectTables(session, tables, (own, name) => (own === schema ? [name] : [own, name]).map(plain).join('.')),
} satisfies Engine<TrinoPlace, TrinoSecret>;

const tables = `SELECT table_schema, table_name FROM information_schema.tables
  WHERE table_schema <> 'information_schema' ORDER BY 1, 2 LIMIT 1000`;

function plain(name: string): string {
  return /[."`]/.test(name) ? trinoDialect.identifier(name) : name;
}

/** Most catalogs keep no rights that could be asked for: what the user may do is decided by rules of the server. */
async function checkUser(session: Session): Promise<readonly ConfigWarning[]> {
  try {
    const { rows } = await session.select(mayWrite);
    return rows.length === 0 ? [] : [writing];
  } catch (error) {
    if (error instanceof RefusedError) return [];
    throw error;
  }
}

const mayWrite = `SELECT privilege_type FROM information_schema.table_privileges
  WHERE grantee = current_user AND privilege_type IN ('INSERT', 'UPDATE', 'DELETE') LIMIT 1`;
const writing: ConfigWarning = {
  code: 'user_may_write',
  path: 'user',
  message:
    'The user may change tables. Reports only read, but a user that may only read keeps a stolen secret harmless.',
};
