import { after } from 'node:test';
import { sqlServerConnector } from '../../../src/reporting/connectors/sql-server.ts';
import { startSqlServer } from '../../doubles/sql-server/server.ts';
import { knownRows, testConnector } from '../../support/connector-conformance.ts';
import { sqlFixture } from '../../support/sql-fixture.ts';

const stack = new AsyncDisposableStack();
after(() => stack.disposeAsync());

const slow = `SELECT CAST('2024-02-01' AS date) AS day
  FROM known AS a CROSS JOIN known AS b CROSS JOIN known AS c CROSS JOIN known AS d CROSS JOIN known AS e`;
const timedDate = 'DATEADD(second, CASE WHEN amount > 0 THEN 43200 ELSE 21600 END, CAST(day AS datetime2))';

testConnector('sql-server', async () => {
  const server = stack.use(await startSqlServer());
  const quote = (text: string | null) => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`);
  await server.tables.run('CREATE TABLE dbo.known (day DATE, place VARCHAR, amount DOUBLE)');
  const rows = knownRows.map(({ day, place, amount }) => `('${day}', ${quote(place)}, ${amount})`);
  await server.tables.run(`INSERT INTO dbo.known VALUES ${rows.join(', ')}`);
  const place = { host: '127.0.0.1', port: server.port, database: 'shop', user: 'reporter', tls: 'off' } as const;
  const secret = { password: 'a-secret-of-the-double' };
  return sqlFixture(sqlServerConnector, place, secret, { slow, isQuoted: '[when]', timedDate, hasPlaces: false });
});
