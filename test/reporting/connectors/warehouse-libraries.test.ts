import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { startFilledBigQuery } from '../../support/bigquery.ts';
import { databricksPlace, startFilledDatabricks } from '../../support/databricks.ts';
import { eventually } from '../../support/eventually.ts';
import { foreignTools, lackOfForeignTools } from '../../support/foreign-tools.ts';
import { startFilledTrino, trinoPlace } from '../../support/trino.ts';

const load = createRequire(`${foreignTools}package.json`);
const sql = 'SELECT count(*) AS n, min(day) AS day FROM known';

interface GoogleLibrary {
  readonly BigQuery: new (
    options: object,
  ) => {
    query(options: object): Promise<[readonly { readonly n: number; readonly day: { readonly value: string } }[]]>;
  };
}

interface StatementResponse {
  readonly statement_id: string;
  readonly status: { readonly state: string };
  readonly result?: { readonly data_array: readonly (readonly string[])[] };
}

interface DatabricksLibrary {
  readonly WorkspaceClient: new (
    options: object,
  ) => {
    readonly statementExecution: Readonly<
      Record<'executeStatement' | 'getStatement', (request: object) => Promise<StatementResponse>>
    >;
  };
}

interface TrinoLibrary {
  readonly BasicAuth: new (user: string, password: string) => object;
  readonly Trino: {
    create(options: object): { query(sql: string): Promise<AsyncIterable<{ readonly data?: readonly unknown[][] }>> };
  };
}

const googleSkip = lackOfForeignTools('@google-cloud/bigquery');
test('the double of BigQuery answers Google’s own library', { skip: googleSkip }, async () => {
  const { double, oauth } = await startFilledBigQuery();
  const { BigQuery } = load('@google-cloud/bigquery') as GoogleLibrary;
  const [token] = [...oauth.tokens.keys()];
  const authClient = {
    getRequestHeaders: async () => new Headers({ authorization: `Bearer ${token}` }),
    getUniverseDomain: async () => 'googleapis.com',
  };
  const library = new BigQuery({ projectId: 'reports-of-the-test', apiEndpoint: double.url, authClient });
  const [rows] = await library.query({ query: sql, location: 'EU', defaultDataset: { datasetId: 'shop' } });
  assert.deepEqual(
    rows.map(({ n, day }) => [n, day.value]),
    [[500, '2024-01-15']],
  );
});

const databricksSkip = lackOfForeignTools('@databricks/sdk-experimental');
test('the double of Databricks answers the vendor’s own library', { skip: databricksSkip }, async () => {
  const { double, secret } = await startFilledDatabricks();
  const { WorkspaceClient } = load('@databricks/sdk-experimental') as DatabricksLibrary;
  const { statementExecution } = new WorkspaceClient({ host: double.url, token: secret.token, authType: 'pat' });
  const { warehouse, catalog, schema } = databricksPlace;
  const { statement_id } = await statementExecution.executeStatement({
    ...{ statement: sql, warehouse_id: warehouse, catalog, schema },
    ...{ wait_timeout: '0s', format: 'JSON_ARRAY', disposition: 'INLINE' },
  });
  const done = await eventually(async () => {
    const told = await statementExecution.getStatement({ statement_id });
    return told.status.state === 'SUCCEEDED' ? told : undefined;
  });
  assert.deepEqual(done.result?.data_array, [['500', '2024-01-15']]);
});

const trinoSkip = lackOfForeignTools('trino-client');
test('the double of Trino answers the project’s own library', { skip: trinoSkip }, async () => {
  const { double, secret } = await startFilledTrino();
  const { BasicAuth, Trino } = load('trino-client') as TrinoLibrary;
  const { user, catalog, schema } = trinoPlace;
  const auth = new BasicAuth(user, secret.password);
  const library = Trino.create({ server: double.url, catalog, schema, auth });
  const rows: unknown[] = [];
  for await (const { data = [] } of await library.query(sql)) rows.push(...data);
  assert.deepEqual(rows, [[500, '2024-01-15']]);
});
