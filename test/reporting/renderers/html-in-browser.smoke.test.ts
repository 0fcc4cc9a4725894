import { sample } from '../../support/suite.ts';

await sample(
  import.meta.url,
  'its roles',
  'a sentence that begins',
  'the chosen colours',
  'without scripts',
  'the contents link',
  'the skip link',
  'hostile texts',
);
