import { sqlConnector } from './sql/connector.ts';
import { redshiftEngine } from './sql/redshift/engine.ts';

/** Tables and queries of Amazon Redshift, aggregated by the server. */
export const redshiftConnector = sqlConnector(redshiftEngine);
