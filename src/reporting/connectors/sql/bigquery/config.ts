import { type Static, Type } from 'typebox';

/** Less is never billed for a query that reads anything. */
const leastBilled = 10_485_760;
/** At the list price of 2026 about six cents. */
export const usualMaximum = 10_000_000_000;

/** Where a warehouse is and what a question of it may cost. */
export const bigQueryPlace = {
  /** The id of the Google Cloud project that pays for the queries. */
  project: Type.String({ pattern: '^(?:[a-z0-9.-]{1,100}:)?[a-z][a-z0-9-]{4,28}[a-z0-9]$' }),
  /** The dataset of tables that are named without one. */
  dataset: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_]{1,1024}$' })),
  /** Where the data is, such as `EU` or `europe-west3`. By default BigQuery finds it out by the tables. */
  location: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9-]{2,40}$' })),
  /** A query that would be billed for more bytes is refused by BigQuery before it runs. Default: 10,000,000,000. */
  maximum_bytes_billed: Type.Optional(Type.Integer({ minimum: leastBilled, maximum: 2 ** 50 })),
};

const place = Type.Object(bigQueryPlace);
export type BigQueryPlace = Static<typeof place>;
