import { after, test } from 'node:test';
import { clickhouseConnector } from '../../../src/reporting/connectors/clickhouse.ts';
import { mysqlConnector } from '../../../src/reporting/connectors/mysql.ts';
import { postgresConnector } from '../../../src/reporting/connectors/postgres.ts';
import { clickhouseSkip, startClickhouse } from '../../support/clickhouse.ts';
import { columnsOf, insertRows, proposesAsCounted } from '../../support/counted-rows.ts';
import { createMariadbReader, mariadbFault } from '../../support/mariadb.ts';
import { createPostgresReader } from '../../support/postgres-reader.ts';

const stack = new AsyncDisposableStack();
after(() => stack.disposeAsync());
const title = (server: string) => `columns are told apart and counted rightly by a proposal from ${server}`;

test(title('PostgreSQL'), async () => {
  const { run, place, secret } = stack.use(await createPostgresReader());
  await run(`CREATE TABLE ads (${columnsOf('DATE', 'TEXT', 'INTEGER', (scale) => `NUMERIC(14, ${scale})`)})`);
  await run(insertRows('ads'));
  await proposesAsCounted(postgresConnector, place, secret, 'ads');
});

const mariadb = await mariadbFault();
test(title('MariaDB'), { skip: mariadb ?? false }, async () => {
  const { run, place, secret } = stack.use(await createMariadbReader());
  await run(`CREATE TABLE ads (${columnsOf('DATE', 'VARCHAR(40)', 'INT', (scale) => `DECIMAL(14, ${scale})`)})`);
  await run(insertRows('ads'));
  await proposesAsCounted(mysqlConnector, place, secret, 'ads');
});

test(title('ClickHouse'), { skip: clickhouseSkip }, async () => {
  const { run, place, secret } = stack.use(await startClickhouse());
  const columns = columnsOf('Date', 'String', 'Int32', (scale) => `Decimal64(${scale})`);
  await run(`CREATE TABLE ads (${columns}) ENGINE = Memory`);
  await run(insertRows('ads'));
  await proposesAsCounted(clickhouseConnector, place, secret, 'ads');
});
