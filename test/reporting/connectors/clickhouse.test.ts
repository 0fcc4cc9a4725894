import { after, test } from 'node:test';
import { clickhouseSkip, startClickhouse } from '../../support/clickhouse.ts';
import { fillClickhouse, testClickhouse } from '../../support/clickhouse-behaviours.ts';

const stack = new AsyncDisposableStack();
after(() => stack.disposeAsync());

if (clickhouseSkip) test('ClickHouse', { skip: clickhouseSkip }, () => {});
else {
  const server = stack.use(await startClickhouse());
  await fillClickhouse(server);
  testClickhouse(server);
}
