import { type ConfigWarning, ConnectorError } from '../../contract.ts';
import { type Place, placeConfig, type SqlSecret, sqlSecret } from '../config.ts';
import { type Engine, type Session, selectTables } from '../engine.ts';
import { connectorErrorOf } from '../faults.ts';
import { sqlServerDialect, wholeTypes } from './dialect.ts';
import { openSqlServer } from './session.ts';

/** What lets a user do more than read, in the server and in the database. */
const powers = [
  `IS_SRVROLEMEMBER('sysadmin')`,
  `HAS_PERMS_BY_NAME(NULL, NULL, 'CONTROL SERVER')`,
  ...['db_owner', 'db_datawriter', 'db_ddladmin', 'db_securityadmin'].map((role) => `IS_ROLEMEMBER('${role}')`),
  ...['CONTROL', 'ALTER', 'INSERT', 'UPDATE', 'DELETE'].map(
    (right) => `HAS_PERMS_BY_NAME(DB_NAME(), 'DATABASE', '${right}')`,
  ),
];

const name = `QUOTENAME(s.name) + N'.' + QUOTENAME(o.name)`;
const writing = ['INSERT', 'UPDATE', 'DELETE', 'ALTER'].map(
  (right) => `HAS_PERMS_BY_NAME(${name}, 'OBJECT', '${right}') = 1`,
);

const writableTable = `SELECT TOP (1) 1 AS may FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
  WHERE o.type IN ('U', 'V') AND (${writing.join(' OR ')})`;

const tables = `SELECT TOP (1000) s.name AS place, o.name FROM sys.objects AS o JOIN sys.schemas AS s ON s.schema_id = o.schema_id
  WHERE o.type IN ('U', 'V') AND s.name <> N'sys' AND HAS_PERMS_BY_NAME(${name}, 'OBJECT', 'SELECT') = 1
  ORDER BY s.name, o.name`;

/** SQL Server from version 2016 on, and Azure SQL. */
export const sqlServerEngine: Engine<Place, SqlSecret> = {
  system: 'sql-server',
  place: placeConfig,
  secret: sqlSecret,
  dialect: sqlServerDialect,
  queriesAtOnce: 1,
  open: openSqlServer,
  wholeTypes,
  checkUser,
  tables: (session) => selectTables(session, tables, (schema, table) => [schema, table].map(plain).join('.')),
};

function plain(name: string): string {
  return /[."`[\]]/.test(name) ? sqlServerDialect.identifier(name) : name;
}

/** The server has no transactions that only read, so that nothing but its rights keeps a user from writing. */
async function checkUser(session: Session): Promise<readonly ConfigWarning[]> {
  try {
    const { rows } = await session.select(`SELECT ${powers.map((power) => `COALESCE(${power}, 0)`).join(', ')}`);
    const isPowerful = rows[0]?.some((power) => Number(power) !== 0) ?? true;
    if (isPowerful || (await session.select(writableTable)).rows.length > 0) {
      throw new ConnectorError('invalid_config', writingUser);
    }
    return [];
  } catch (error) {
    throw connectorErrorOf(error);
  }
}

const writingUser =
  'The user may change tables or administer the server, which has nothing else that keeps a report from writing. Make a user that may only read (db_datareader, or SELECT on the tables), and use it.';
