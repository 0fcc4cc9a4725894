import type { ConnectorContextOptions } from '../../src/reporting/connectors/context.ts';
import type { ConfigWarning, Grouping, QueryResult } from '../../src/reporting/connectors/contract.ts';
import type { HttpJsonConfig, HttpJsonSecret } from '../../src/reporting/connectors/http-json/config.ts';
import { httpJsonConnector } from '../../src/reporting/connectors/http-json.ts';
import { openTestContext } from './connector-context.ts';

const shared = { unit: 'number', better: 'none', additive: false } as const;

/** A configuration with the metrics `rows` (their number) and `total` (of `amount`) and the dimension `place`. */
export function rowsConfig(url: string, more: Partial<HttpJsonConfig> = {}): HttpJsonConfig {
  return {
    url,
    rows: 'items',
    date: 'day',
    metrics: [
      { key: 'rows', label: 'Rows', sql: 'count(*)', ...shared },
      { key: 'total', label: 'Total', sql: 'sum(amount)', ...shared },
    ],
    dimensions: [],
    ...more,
  };
}

export interface Asked {
  readonly secret?: HttpJsonSecret;
  readonly by?: Grouping;
  readonly from?: string;
  readonly to?: string;
  readonly timeZone?: string;
  readonly context?: Partial<ConnectorContextOptions>;
}

/** Queries every metric in a context of its own, over the first week of March 2026 unless told otherwise. */
export async function ask(config: HttpJsonConfig, asked: Asked = {}): Promise<QueryResult> {
  const { secret = null, by = 'none', from = '2026-03-01', to = '2026-03-07', timeZone = 'UTC' } = asked;
  await using context = openTestContext({ secret, ...asked.context });
  const metrics = config.metrics.map(({ key }) => key);
  return await httpJsonConnector.query(config, secret, { from, to, timeZone, metrics, by, limit: 1000 }, context);
}

export async function verify(config: HttpJsonConfig, secret: HttpJsonSecret = null): Promise<readonly ConfigWarning[]> {
  await using context = openTestContext({ secret });
  return await httpJsonConnector.verify(config, secret, context);
}
