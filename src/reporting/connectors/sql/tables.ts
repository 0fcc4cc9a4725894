import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type ConnectorContext, ConnectorError, type Resource } from '../contract.ts';
import type { Engine } from './engine.ts';
import { connectorErrorOf } from './faults.ts';

/** The configuration, once it has all that names a database, whatever else it has. Throws `invalid_config`. */
export function placeIn({ place }: Engine, config: unknown): object {
  const schema = Type.Object(place);
  if (Value.Check(schema, config)) return config as object;
  const [last, ...others] = schema.required.map((name) => `"${name}"`).reverse();
  const names = others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`;
  throw new ConnectorError('invalid_config', `Give a configuration with ${names}.`);
}

/** The tables and views that the user may read. Throws a ConnectorError. */
export async function listTables(
  engine: Engine,
  config: unknown,
  secret: object,
  context: ConnectorContext,
): Promise<readonly Resource[]> {
  const place = placeIn(engine, config);
  const session = await engine.open(place, secret, 'UTC', context);
  context.keep(session);
  try {
    return await engine.tables(session, place);
  } catch (error) {
    throw connectorErrorOf(error);
  }
}
