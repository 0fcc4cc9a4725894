import { testConnector } from '../../support/connector-conformance.ts';
import { sqlFixture } from '../../support/sql-fixture.ts';
import { startFilledTrino, trinoConnector, trinoPlace } from '../../support/trino.ts';

const { secret, network } = await startFilledTrino();
const texts = {
  slow: 'SELECT a.day FROM many AS a CROSS JOIN many AS b CROSS JOIN many AS c',
  isQuoted: '"when"',
  timedDate: "DATE_ADD('hour', CASE WHEN COALESCE(amount, 0) > 0 THEN 12 ELSE 6 END, CAST(day AS TIMESTAMP))",
  gone: { catalog: 'gone' },
};

testConnector('trino', async () => sqlFixture(trinoConnector, trinoPlace, secret, texts, network));
