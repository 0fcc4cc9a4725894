import { sample } from '../support/suite.ts';

await sample(
  import.meta.url,
  'a CSV file whose lines have other columns halfway',
  'a Parquet file with a broken footer',
);
