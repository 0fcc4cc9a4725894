import { sample } from '../support/suite.ts';

await sample(import.meta.url, 'an upload of 5 MB and a project change of 4 MiB go through deploy/nginx.conf');
