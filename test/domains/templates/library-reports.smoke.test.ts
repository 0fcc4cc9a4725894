import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  '"social-ads" makes a whole report in en-GB',
  '"marketing-month" makes a whole report in ar-AE',
  '"social-media" makes a whole report in ja-JP',
  '"software-product" makes a whole report in de-DE',
);
