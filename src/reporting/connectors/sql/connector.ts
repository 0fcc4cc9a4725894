import { type Connector, ConnectorError } from '../contract.ts';
import { mapBounded } from '../map-bounded.ts';
import { describeRows } from '../proposals/counting/misread.ts';
import { type SqlSecret, sqlConfig, sqlSecret } from './config.ts';
import type { Engine } from './engine.ts';
import { queryFigures } from './figures.ts';
import { openOnce } from './open-source.ts';
import { proposeConfig } from './proposal.ts';
import { rowsSqlOf } from './rows-sql.ts';
import { listTables } from './tables.ts';
import { verifySource } from './verification.ts';

/** A connector whose figures the server computes; what is particular to a system is in its engine. */
export function sqlConnector(engine: Engine): Connector<typeof sqlConfig, typeof sqlSecret> {
  const query: Connector<typeof sqlConfig, typeof sqlSecret>['query'] = async (config, secret, asked, context) => {
    const { session, binding } = await openOnce(engine, config, given(secret), asked.timeZone, context);
    return queryFigures(session, binding, engine.dialect, asked);
  };
  return {
    system: engine.system,
    reach: 'network',
    config: sqlConfig,
    secret: sqlSecret,
    verify: (config, secret, context) => verifySource(engine, config, given(secret), context),
    describe: async (config) => describeRows(config, rowsSqlOf(engine)),
    query,
    queryAll: (config, secret, queries, context) =>
      mapBounded(queries, engine.queriesAtOnce, (asked) => query(config, secret, asked, context)),
    resources: (config, secret, context) => listTables(engine, config, given(secret), context),
    propose: (config, secret, timeZone, context) => proposeConfig(engine, config, given(secret), timeZone, context),
  };
}

function given(secret: SqlSecret | null): SqlSecret {
  if (secret) return secret;
  throw new ConnectorError('reauth_required', 'The connection has no password. Store one.');
}
