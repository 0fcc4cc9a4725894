import { after, test } from 'node:test';
import { clickhouseConnector } from '../../src/reporting/connectors/clickhouse.ts';
import { fillClickhouse, testClickhouse } from '../support/clickhouse-behaviours.ts';
import { clickhouseTodaySkip, startClickhouseToday } from '../support/clickhouse-today.ts';
import { testConnector } from '../support/connector-conformance.ts';
import { sqlFixture } from '../support/sql-fixture.ts';

const stack = new AsyncDisposableStack();
after(() => stack.disposeAsync());

if (clickhouseTodaySkip) test('ClickHouse of today', { skip: clickhouseTodaySkip }, () => {});
else {
  const server = stack.use(await startClickhouseToday());
  await fillClickhouse(server);
  const texts = {
    slow: '',
    isQuoted: '"when"',
    timedDate: "toDateTime(day, 'UTC') + if(ifNull(amount, 0) > 0, 12, 6) * 3600",
  };
  const fixture = sqlFixture(clickhouseConnector, server.place, server.secret, texts);
  // It ends no query early.
  testConnector('clickhouse of today', async () => fixture, false);
  testClickhouse(server);
}
