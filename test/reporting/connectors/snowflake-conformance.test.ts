import { testConnector } from '../../support/connector-conformance.ts';
import { snowflakeConnector, snowflakePlace, startFilledSnowflake } from '../../support/snowflake.ts';
import { sqlFixture } from '../../support/sql-fixture.ts';

const { secret, network } = await startFilledSnowflake();
const texts = {
  slow: 'SELECT a.day FROM many AS a CROSS JOIN many AS b CROSS JOIN many AS c',
  isQuoted: '"when"',
  timedDate: 'DATEADD(HOUR, CASE WHEN COALESCE(amount, 0) > 0 THEN 12 ELSE 6 END, CAST(day AS TIMESTAMP_NTZ))',
  gone: { database: 'GONE' },
};

testConnector('snowflake', async () => sqlFixture(snowflakeConnector, snowflakePlace, secret, texts, network));
