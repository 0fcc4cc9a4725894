import { sampleWithout } from '../../support/suite.ts';

await sampleWithout(
  import.meta.url,
  'sqlite: an endpoint gets 250',
  'sqlite: an endpoint that hangs',
  'sqlite: two senders',
  'sqlite: what is under way at a stop',
  'sqlite: what a sender leaves',
  'an address that a customer gives',
);
