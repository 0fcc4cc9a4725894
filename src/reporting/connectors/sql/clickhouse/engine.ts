import type { ConfigWarning } from '../../contract.ts';
import { type Place, placeConfig, type SqlSecret, sqlSecret } from '../config.ts';
import { type Engine, RefusedError, type Session, selectTables } from '../engine.ts';
import { connectorErrorOf } from '../faults.ts';
import { clickhouseDialect } from './dialect.ts';
import { ClickhouseSession, openClickhouse } from './session.ts';

/** ClickHouse by its HTTP interface. It has no snapshots: rows that arrive during a report may be in some of its figures. */
export const clickhouseEngine: Engine<Place, SqlSecret> = {
  system: 'clickhouse',
  place: placeConfig,
  secret: sqlSecret,
  dialect: clickhouseDialect,
  queriesAtOnce: 4,
  open: openClickhouse,
  checkUser,
  tables: (session, { database }) =>
    selectTables(session, tables, (schema, name) =>
      (schema === database ? [name] : [schema, name]).map(plain).join('.'),
    ),
};

const tables = `SELECT database, name FROM system.tables
  WHERE database NOT IN ('system', 'information_schema', 'INFORMATION_SCHEMA') ORDER BY database, name LIMIT 1000`;

function plain(name: string): string {
  return /[."`]/.test(name) ? clickhouseDialect.identifier(name) : name;
}

const writing = /^GRANT .*\b(?:ALL|INSERT|ALTER|CREATE|DROP|TRUNCATE)\b/;

/** Servers before access rights let every user write that is not set to read only. */
async function checkUser(session: Session): Promise<readonly ConfigWarning[]> {
  if (session instanceof ClickhouseSession && session.isReadOnly) return [];
  try {
    const { rows } = await session.select('SHOW GRANTS');
    if (!rows.some(([grant]) => writing.test(String(grant)))) return [];
  } catch (error) {
    if (!(error instanceof RefusedError) || error.refusal.kind !== 'invalid_config') throw connectorErrorOf(error);
  }
  return [{ code: 'user_may_write', path: 'user', message: writingUser }];
}

const writingUser =
  'The user may change tables. Reports only read, but a user that may only read keeps a stolen password harmless.';
