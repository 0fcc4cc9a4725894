import { sample } from '../support/suite.ts';

await sample(import.meta.url, "a project's brand is kept", 'a brand at fault', "the pictures of an account's brand");
