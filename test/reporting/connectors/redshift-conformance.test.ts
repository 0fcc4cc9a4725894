import { after } from 'node:test';
import { knownRows, testConnector } from '../../support/connector-conformance.ts';
import { postgresFault } from '../../support/postgres-databases.ts';
import { createRedshiftReader, redshiftConnector } from '../../support/redshift.ts';
import { sqlFixture } from '../../support/sql-fixture.ts';

const stack = new AsyncDisposableStack();
after(() => stack.disposeAsync());

const slow = `SELECT a.day FROM known AS a CROSS JOIN known AS b CROSS JOIN known AS c CROSS JOIN known AS d`;

if ((await postgresFault()) === null) {
  const reader = stack.use(await createRedshiftReader());
  await reader.run('CREATE TABLE known (day date, place text, amount double precision)');
  await reader.run(
    `INSERT INTO known SELECT day, place, amount FROM json_to_recordset($1)
      AS rows (day date, place text, amount double precision)`,
    [JSON.stringify(knownRows)],
  );
  const texts = {
    slow,
    isQuoted: '"when"',
    timedDate: 'DATEADD(hour, CASE WHEN amount > 0 THEN 12 ELSE 6 END, CAST(day AS timestamp))',
  };
  testConnector('redshift', async () => sqlFixture(redshiftConnector, reader.place, reader.secret, texts));
}
