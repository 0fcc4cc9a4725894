import { testConnector } from '../../support/connector-conformance.ts';
import { databricksConnector, databricksPlace, startFilledDatabricks } from '../../support/databricks.ts';
import { sqlFixture } from '../../support/sql-fixture.ts';

const { secret, network } = await startFilledDatabricks();
const texts = {
  slow: 'SELECT a.day FROM many AS a CROSS JOIN many AS b CROSS JOIN many AS c',
  isQuoted: '`when`',
  timedDate: 'DATEADD(HOUR, CASE WHEN COALESCE(amount, 0) > 0 THEN 12 ELSE 6 END, CAST(day AS TIMESTAMP_NTZ))',
  gone: { catalog: 'gone' },
};

testConnector('databricks', async () => sqlFixture(databricksConnector, databricksPlace, secret, texts, network));
