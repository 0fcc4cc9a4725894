import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { insertConnection } from '../src/domains/connections/connections.ts';
import { createVault } from '../src/domains/connections/vault.ts';
import { givenAccount, givenProject } from '../test/support/accounts.ts';
import { hostedSystems } from '../test/support/hosted-systems.ts';
import { startTestService } from '../test/support/service.ts';
import { generate } from './files.ts';
import { median } from './median.ts';

const rounds = 3;
const answerMs = 200;
/** Ten that need no sign-in of a person. */
const signedIn = new Set(['google-ads', 'linkedin-ads', 'tiktok-ads']);

/**
 * A generation of a month that asks ten hosted systems, whose doubles take 200 ms for each answer, beside one for each of
 * them alone; in milliseconds.
 */
export async function benchSystems(): Promise<Record<string, number>> {
  await using stack = new AsyncDisposableStack();
  const { systems, oauth } = await hostedSystems();
  const asked = systems.filter(({ system }) => !signedIn.has(system));
  const addresses: Record<string, string> = { 'google-oauth': oauth.url };
  for (const { system, start } of asked) addresses[system] = await startSlow(stack, (await start()).url);
  const key = randomBytes(32);
  const environment = {
    ...{ WORKERS: '1', SYSTEM_ADDRESSES: JSON.stringify(addresses), SECRET_KEY: key.toString('base64') },
  };
  const service = stack.use(await startTestService('sqlite', { role: 'all', environment }));
  const vault = createVault(key);
  const account = await givenAccount(service.db);
  const given = async (connected: typeof asked) => {
    const { id: projectId } = await givenProject(service.db, account);
    for (const { system, config, secret } of connected) {
      const fields = { accountId: account.id, projectId, system, name: system, config };
      await insertConnection(service.db, { ...fields, status: 'connected', seal: (id) => vault.seal(id, secret) });
    }
    return { accountId: account.id, projectId };
  };
  const owners = new Map([['all', await given(asked)]]);
  for (const each of asked) owners.set(each.system, await given([each]));
  const times = new Map([...owners.keys()].map((name): [string, number[]] => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, owner] of owners) {
      const ms = await generate(service, owner);
      // The first warms up.
      if (round > 0) times.get(name)?.push(ms);
    }
  }
  const medians = Object.fromEntries([...times].map(([name, list]) => [name, median(list)]));
  const { all = 0, ...alone } = medians;
  return { ...medians, ratioToSlowest: all / Math.max(...Object.values(alone)) };
}

/** What stands between the service and a double, and lets each request wait. */
async function startSlow(stack: AsyncDisposableStack, target: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    await wait(answerMs);
    const { host: _, connection: __, 'content-length': ___, ...headers } = request.headers;
    const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
    const answer = await fetch(target + request.url, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      body,
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stack.defer(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
