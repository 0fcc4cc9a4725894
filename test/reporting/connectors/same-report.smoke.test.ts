import { sample } from '../../support/suite.ts';

await sample(import.meta.url, 'postgres: ', 'mysql: ', 'clickhouse: ', 'clickhouse of today: ');
