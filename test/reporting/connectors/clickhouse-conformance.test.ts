import { after } from 'node:test';
import { clickhouseConnector } from '../../../src/reporting/connectors/clickhouse.ts';
import { clickhouseSkip, startClickhouse } from '../../support/clickhouse.ts';
import { fillClickhouse } from '../../support/clickhouse-behaviours.ts';
import { testConnector } from '../../support/connector-conformance.ts';
import { sqlFixture } from '../../support/sql-fixture.ts';

const stack = new AsyncDisposableStack();
after(() => stack.disposeAsync());

const slow = "SELECT toDate('2024-02-01') AS day FROM system.numbers LIMIT 1000000000000";

if (!clickhouseSkip) {
  const server = stack.use(await startClickhouse());
  await fillClickhouse(server);
  const texts = {
    slow,
    isQuoted: '"when"',
    timedDate: "toDateTime(day, 'UTC') + if(ifNull(amount, 0) > 0, 12, 6) * 3600",
  };
  testConnector('clickhouse', async () => sqlFixture(clickhouseConnector, server.place, server.secret, texts));
}
