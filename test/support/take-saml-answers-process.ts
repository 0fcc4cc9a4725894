import { text } from 'node:stream/consumers';
import { createVault } from '../../src/domains/connections/vault.ts';
import { type Answered, completeSignOn } from '../../src/domains/single-sign-on/complete.ts';
import { SignOnFault } from '../../src/domains/single-sign-on/faults.ts';
import { connectDatabase } from '../../src/platform/database/connect.ts';
import { localNetwork } from './connector-context.ts';

/**
 * Run as a process with a database's location, the vault's key and the service's address: prints that it is ready, reads the
 * answers of providers as JSON, takes them in their order and prints what each came to.
 */
const { location, key, baseUrl } = JSON.parse(process.argv[2] ?? '');
const db = connectDatabase(location);
const environment = { db, vault: createVault(Buffer.from(key, 'base64')), network: localNetwork, baseUrl };
console.log('ready');
const given: Answered[] = JSON.parse(await text(process.stdin));
const results: string[] = [];
for (const answered of given) results.push(await resultOf(answered));
console.log(JSON.stringify(results));
await db.destroy();

async function resultOf(answered: Answered): Promise<string> {
  try {
    return (await completeSignOn(environment, answered)).kind;
  } catch (error) {
    return error instanceof SignOnFault ? error.reason : String(error);
  }
}
