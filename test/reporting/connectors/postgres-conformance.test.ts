import { after } from 'node:test';
import { postgresConnector } from '../../../src/reporting/connectors/postgres.ts';
import { knownRows, testConnector } from '../../support/connector-conformance.ts';
import { postgresFault } from '../../support/postgres-databases.ts';
import { createPostgresReader } from '../../support/postgres-reader.ts';
import { sqlFixture } from '../../support/sql-fixture.ts';

const stack = new AsyncDisposableStack();
after(() => stack.disposeAsync());

const slow = "SELECT DATE '2024-02-01' AS day FROM generate_series(1, 100000) AS a, generate_series(1, 10000000) AS b";

if ((await postgresFault()) === null) {
  const reader = stack.use(await createPostgresReader());
  await reader.run('CREATE TABLE known (day date, place text, amount double precision)');
  await reader.run(
    `INSERT INTO known SELECT day, place, amount FROM json_to_recordset($1)
      AS rows (day date, place text, amount double precision)`,
    [JSON.stringify(knownRows)],
  );
  const texts = {
    slow,
    isQuoted: '"when"',
    timedDate: "day + CASE WHEN amount > 0 THEN time '12:00' ELSE time '06:00' END",
  };
  testConnector('postgres', async () => sqlFixture(postgresConnector, reader.place, reader.secret, texts));
}
