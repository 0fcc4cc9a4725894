import { type ConfigWarning, ConnectorError } from '../../contract.ts';
import { type Place, placeConfig, type SqlSecret, sqlSecret } from '../config.ts';
import { type Engine, type Session, selectTables } from '../engine.ts';
import { connectorErrorOf } from '../faults.ts';
import { mysqlDialect } from './dialect.ts';
import { openMysql } from './session.ts';

const dangerous = /\b(?:ALL PRIVILEGES|SUPER|FILE|SHUTDOWN|CREATE USER)\b/;
const writing = /\b(?:ALL PRIVILEGES|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER)\b/;

/** MySQL from version 8 and MariaDB from 10.2 on. */
export const mysqlEngine: Engine<Place, SqlSecret> = {
  system: 'mysql',
  place: placeConfig,
  secret: sqlSecret,
  dialect: mysqlDialect,
  queriesAtOnce: 1,
  open: openMysql,
  checkUser,
  tables: (session, { database }) =>
    selectTables(session, tables, (schema, name) =>
      (schema === database ? [name] : [schema, name]).map(plain).join('.'),
    ),
};

const tables = `SELECT table_schema, table_name FROM information_schema.tables
  WHERE table_schema NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys') ORDER BY 1, 2 LIMIT 1000`;

function plain(name: string): string {
  return /[."`]/.test(name) ? mysqlDialect.identifier(name) : name;
}

/** Each grant reads `GRANT SELECT, INSERT ON shop.* TO …`; what follows names the user. */
async function checkUser(session: Session): Promise<readonly ConfigWarning[]> {
  const { rows } = await session.select('SHOW GRANTS').catch((error: unknown) => {
    throw connectorErrorOf(error);
  });
  const grants = rows.map(([grant]) => /^GRANT (.*?) ON (?:TABLE )?(\S+)/.exec(String(grant)) ?? []);
  const ofAll = grants.filter(([, , where]) => where === '*.*');
  if (ofAll.some(([, rights = '']) => dangerous.test(rights))) {
    throw new ConnectorError('invalid_config', dangerousUser);
  }
  if (!grants.some(([, rights = '']) => writing.test(rights))) return [];
  return [{ code: 'user_may_write', path: 'user', message: writingUser }];
}

const dangerousUser =
  'The user may read files of the server or administer it. Make a user that may only read the tables, and use it.';
const writingUser =
  'The user may change tables. Reports only read, but a user that may only read keeps a stolen password harmless.';
