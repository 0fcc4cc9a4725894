import { type ConfigWarning, ConnectorError } from '../../contract.ts';
import { type Place, placeConfig, type SqlSecret, sqlSecret } from '../config.ts';
import { type Engine, type Session, selectTables } from '../engine.ts';
import { connectorErrorOf } from '../faults.ts';
import { postgresDialect } from './dialect.ts';
import { openPostgres } from './session.ts';

const dangerousRoles = ['pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program'];

const mayWrite = `SELECT 1 FROM pg_catalog.pg_class AS c
  JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
    AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
    AND pg_catalog.has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE') LIMIT 1`;

/** PostgreSQL, from version 12 on. */
export const postgresEngine: Engine<Place, SqlSecret> = {
  system: 'postgres',
  place: placeConfig,
  secret: sqlSecret,
  dialect: postgresDialect,
  queriesAtOnce: 1,
  open: openPostgres,
  checkUser,
  tables: (session) => selectTables(session, tables, (schema, name) => [schema, name].map(plain).join('.')),
};

const tables = `SELECT n.nspname, c.relname FROM pg_catalog.pg_class AS c
  JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
    AND n.nspname !~ '^pg_toast|^pg_temp' AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
    AND pg_catalog.has_table_privilege(c.oid, 'SELECT')
  ORDER BY 1, 2 LIMIT 1000`;

function plain(name: string): string {
  return /[."`]/.test(name) ? postgresDialect.identifier(name) : name;
}

/** A superuser reads files and runs programs of the server, whatever the transaction. */
async function checkUser(session: Session): Promise<readonly ConfigWarning[]> {
  try {
    const names = dangerousRoles.map((name) => `'${name}'`).join(', ');
    const role = await session.select(`SELECT rolsuper::int, (SELECT count(*) FROM pg_catalog.pg_roles AS other
        WHERE other.rolname IN (${names}) AND pg_catalog.pg_has_role(own.oid, other.oid, 'MEMBER'))
      FROM pg_catalog.pg_roles AS own WHERE rolname = current_user`);
    const [isSuper, dangerous] = (role.rows[0] ?? []).map(Number);
    if (isSuper || dangerous) throw new ConnectorError('invalid_config', dangerousUser);
    const { rows } = await session.select(mayWrite);
    return rows.length === 0 ? [] : [{ code: 'user_may_write', path: 'user', message: writingUser }];
  } catch (error) {
    throw connectorErrorOf(error);
  }
}

const dangerousUser =
  'The user is a superuser or may read files or run programs of the server. Make a role that may only read, and use it.';
const writingUser =
  'The user may change tables. Reports only read, but a role that may only read keeps a stolen password harmless.';
