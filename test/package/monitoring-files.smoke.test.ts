import { sample } from '../support/suite.ts';

await sample(
  import.meta.url,
  'the rules are rules',
  'rules and dashboard name',
  'alerts by budgets: one of ten fails for an hour',
  'docs/slo.md says',
);
