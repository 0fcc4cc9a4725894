import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type ConnectorContext, ConnectorError, type Resource } from '../contract.ts';
import { type Place, placeConfig, type SqlSecret } from './config.ts';
import type { Engine } from './engine.ts';
import { connectorErrorOf } from './faults.ts';

const placeSchema = Type.Object(placeConfig);

/** Whether a value has all that names a database, whatever else it has. */
export function isPlace(config: unknown): config is Place {
  return Value.Check(placeSchema, config);
}

/** What a configuration must have before there is a table in it. */
export const placeMissing = 'Give a configuration with "host", "database" and "user".';

/** The tables and views that the user may read. Throws a ConnectorError. */
export async function listTables(
  engine: Engine,
  config: unknown,
  secret: SqlSecret,
  context: ConnectorContext,
): Promise<readonly Resource[]> {
  if (!isPlace(config)) throw new ConnectorError('invalid_config', placeMissing);
  const session = await engine.open(config, secret, 'UTC', context);
  context.keep(session);
  try {
    const { rows } = await session.select(engine.tables);
    return rows.map(([schema, name]) => {
      const table = engine.tableName(String(schema), String(name), config);
      return { config: { table }, label: table };
    });
  } catch (error) {
    throw connectorErrorOf(error);
  }
}
