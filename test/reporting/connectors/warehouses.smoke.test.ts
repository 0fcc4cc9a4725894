import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  'bigquery: rows by instant count on their days around 2024-03-31',
  'snowflake: rows by local count on their days around 2024-10-27',
  'databricks: rows by instant count on their days around 2018-11-04',
  'trino: rows by local count on their days around 2024-03-31',
  'sums decimals',
  'refuses what writes',
  'reads an answer of many pages',
  'stops its statement at the server on abort',
);
