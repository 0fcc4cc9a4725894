import type { Static, TProperties, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { type Connector, ConnectorError } from '../contract.ts';
import { mapBounded } from '../map-bounded.ts';
import { describeRows } from '../proposals/counting/misread.ts';
import { type SourceConfig, sqlConfigOf } from './config.ts';
import type { Engine } from './engine.ts';
import { queryFigures } from './figures.ts';
import { openOnce } from './open-source.ts';
import { proposeConfig } from './proposal.ts';
import { rowsSqlOf } from './rows-sql.ts';
import { listTables } from './tables.ts';
import { verifySource } from './verification.ts';

/** A connector whose figures the server computes; what is particular to a system is in its engine. */
export function sqlConnector<Place extends TProperties, Secret extends TSchema>(
  engine: Engine & { readonly place: Place; readonly secret: Secret },
): Connector<ReturnType<typeof sqlConfigOf<Place>>, Secret> {
  type SqlConnector = Connector<ReturnType<typeof sqlConfigOf<Place>>, Secret>;
  const isOpen = Value.Check(engine.secret, null);
  const given = (secret: Static<Secret> | null): object => {
    if (secret || isOpen) return secret ?? {};
    throw new ConnectorError('reauth_required', 'The connection has no credentials. Store them.');
  };
  // What is said of a source is in every configuration, whatever says where its database is.
  const sourceOf = (config: unknown) => config as SourceConfig;
  const query: SqlConnector['query'] = async (config, secret, asked, context) => {
    const { session, binding } = await openOnce(engine, sourceOf(config), given(secret), asked.timeZone, context);
    return queryFigures(session, binding, engine.dialect, asked);
  };
  return {
    system: engine.system,
    reach: 'network',
    config: sqlConfigOf(engine.place),
    secret: engine.secret,
    verify: (config, secret, context) => verifySource(engine, sourceOf(config), given(secret), context),
    describe: async (config) => describeRows(sourceOf(config), rowsSqlOf(engine)),
    query,
    queryAll: (config, secret, queries, context) =>
      mapBounded(queries, engine.queriesAtOnce, (asked) => query(config, secret, asked, context)),
    resources: (config, secret, context) => listTables(engine, config, given(secret), context),
    propose: (config, secret, timeZone, context) => proposeConfig(engine, config, given(secret), timeZone, context),
  };
}
