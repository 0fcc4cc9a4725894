import { after } from 'node:test';
import { mysqlConnector } from '../../../src/reporting/connectors/mysql.ts';
import { knownRows, testConnector } from '../../support/connector-conformance.ts';
import { createMariadbReader, mariadbFault } from '../../support/mariadb.ts';
import { sqlFixture } from '../../support/sql-fixture.ts';

const stack = new AsyncDisposableStack();
after(() => stack.disposeAsync());

const slow =
  "SELECT DATE '2024-02-01' AS day FROM known a, known b, known c, known d, known e WHERE a.amount <> e.amount + 1";

if ((await mariadbFault()) === null) {
  const reader = stack.use(await createMariadbReader());
  await reader.run('CREATE TABLE known (day DATE, place VARCHAR(100), amount DOUBLE)');
  await reader.run('INSERT INTO known VALUES ?', [knownRows.map(({ day, place, amount }) => [day, place, amount])]);
  const texts = { slow, isQuoted: '`when`', timedDate: "TIMESTAMP(day, IF(amount > 0, '12:00:00', '06:00:00'))" };
  testConnector('mysql', async () => sqlFixture(mysqlConnector, reader.place, reader.secret, texts));
}
