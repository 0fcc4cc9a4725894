import type { Migration } from '../migration.ts';

/** Why an e-mail did not go out, as a word for programs beside the sentence. */
export const deliveryReasons: Migration = {
  name: '0033-delivery-reasons',
  kind: 'expand',
  statements: ['alter table deliveries add column reason text'],
};
