import { type ConfigWarning, ConnectorError } from '../../contract.ts';
import { type Place, placeConfig, type SqlSecret, sqlSecret } from '../config.ts';
import { type Engine, type Session, selectTables } from '../engine.ts';
import { connectorErrorOf } from '../faults.ts';
import { opener, type ServerKind } from '../postgres/session.ts';
import { redshiftDialect, wholeTypes } from './dialect.ts';

/** It knows fewer settings than PostgreSQL. */
const redshift: ServerKind = {
  defaultPort: 5439,
  beginning: (ms, timeZone) => `BEGIN READ ONLY;
      SET LOCAL datestyle TO 'ISO'; SET LOCAL extra_float_digits TO 2; SET LOCAL statement_timeout TO ${ms};
      SET LOCAL timezone TO '${timeZone.replaceAll("'", "''")}'`,
};

/** Amazon Redshift by PostgreSQL's protocol. */
export const redshiftEngine: Engine<Place, SqlSecret> = {
  system: 'redshift',
  place: placeConfig,
  secret: sqlSecret,
  dialect: redshiftDialect,
  queriesAtOnce: 1,
  open: opener(redshift),
  wholeTypes,
  checkUser,
  tables: (session) => selectTables(session, tables, (schema, name) => [schema, name].map(plain).join('.')),
};

/** Those of other databases and of external schemas stand there, too, as far as the user may see them. */
const tables = `SELECT table_schema, table_name FROM svv_tables
  WHERE table_schema <> 'information_schema' AND LEFT(table_schema, 3) <> 'pg_' ORDER BY 1, 2 LIMIT 1000`;

function plain(name: string): string {
  return /[."`]/.test(name) ? redshiftDialect.identifier(name) : name;
}

const isSuper = 'SELECT CASE WHEN usesuper THEN 1 ELSE 0 END FROM pg_user WHERE usename = current_user';

const table = `QUOTE_IDENT(schemaname) || '.' || QUOTE_IDENT(tablename)`;
const writing = ['insert', 'update', 'delete'].map((right) => `HAS_TABLE_PRIVILEGE(${table}, '${right}')`);
const mayWrite = `SELECT 1 FROM pg_tables WHERE schemaname <> 'information_schema' AND LEFT(schemaname, 3) <> 'pg_'
  AND HAS_SCHEMA_PRIVILEGE(schemaname, 'usage') AND (${writing.join(' OR ')}) LIMIT 1`;

/** A superuser may do everything, whatever the transaction. */
async function checkUser(session: Session): Promise<readonly ConfigWarning[]> {
  try {
    const [[power] = []] = (await session.select(isSuper)).rows;
    if (Number(power ?? 0) !== 0) throw new ConnectorError('invalid_config', superuser);
    const { rows } = await session.select(mayWrite);
    return rows.length === 0 ? [] : [{ code: 'user_may_write', path: 'user', message: writingUser }];
  } catch (error) {
    throw connectorErrorOf(error);
  }
}

const superuser = 'The user is a superuser. Make a user that may only read, and use it.';
const writingUser =
  'The user may change tables. Reports only read, but a user that may only read keeps a stolen password harmless.';
