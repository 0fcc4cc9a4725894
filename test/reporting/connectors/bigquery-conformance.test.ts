import { bigQueryConnector, bigQueryPlace, startFilledBigQuery } from '../../support/bigquery.ts';
import { testConnector } from '../../support/connector-conformance.ts';
import { sqlFixture } from '../../support/sql-fixture.ts';

const { secret, network } = await startFilledBigQuery();
const texts = {
  slow: 'SELECT a.day FROM many AS a CROSS JOIN many AS b CROSS JOIN many AS c',
  isQuoted: '`when`',
  timedDate: 'CAST(day AS DATETIME) + CASE WHEN COALESCE(amount, 0) > 0 THEN INTERVAL 12 HOUR ELSE INTERVAL 6 HOUR END',
  gone: { dataset: 'gone' },
};

testConnector('bigquery', async () => sqlFixture(bigQueryConnector, bigQueryPlace, secret, texts, network));
