import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, describe } from 'node:test';
import { dataSets } from '../../support/flights.ts';
import { foreignTools, lackOfForeignTools } from '../../support/foreign-tools.ts';
import type { OpenApi } from '../../support/openapi.ts';
import { call, startTestService, type TestService } from '../../support/service.ts';
import { startedService } from '../../support/started-service.ts';
import { test } from '../../support/suite.ts';
import { type Call, walkLimits, walkRefusals, walkReplays, walkStates, walkToFile } from '../../support/walk.ts';

interface Proxy extends AsyncDisposable {
  readonly url: string;
}

/** The part of Prism that its command line `prism proxy` is made of. */
interface Prism {
  getHttpOperationsFromSpec(document: object): Promise<readonly object[]>;
  createServer(
    operations: readonly object[],
    options: object,
  ): { listen(port: number, host: string): Promise<string>; close(): Promise<void> };
  createLogger(name: string, options: { readonly level: 'silent' }): object;
}

/**
 * A Prism in front of a service. With `errors` it answers undocumented requests and answers itself; otherwise it
 * reports them in a header.
 */
async function startPrism(upstream: string, openApi: OpenApi, errors: boolean): Promise<Proxy> {
  const require = createRequire(`${foreignTools}package.json`);
  const parts = ['prism-core', 'prism-http', 'prism-http-server'].map((part) => require(`@stoplight/${part}`));
  const prism: Prism = Object.assign({}, ...parts);
  const checks = { validateRequest: true, checkSecurity: true, validateResponse: true, errors };
  const server = prism.createServer(await prism.getHttpOperationsFromSpec(openApi), {
    config: { ...checks, isProxy: true, upstream: new URL(upstream), mock: { dynamic: false } },
    components: { logger: prism.createLogger('prism', { level: 'silent' }) },
  });
  return { url: await server.listen(0, '127.0.0.1'), [Symbol.asyncDispose]: () => server.close() };
}

/** A call through Prism, which may find nothing that matches `fault`. */
function through({ url }: Proxy, fault: RegExp): Call {
  return async (method, path, options) => {
    const answer = await call(url, method, path, options);
    assert.notEqual(answer.headers.get('content-type'), 'application/problem+json', answer.text);
    const found = answer.headers.get('sl-violations') ?? '';
    assert.doesNotMatch(found, fault, `${method} ${path}: ${found}`);
    return answer;
  };
}

describe('Prism between client and service', { skip: lackOfForeignTools() }, () => {
  let service: TestService;
  let document: OpenApi;
  before(async () => {
    service = await startTestService('sqlite');
    document = (await service.call('GET', '/api/v1/openapi.json')).body;
  });
  after(() => service[Symbol.asyncDispose]());

  test('finds nothing from a new project to its file, neither in what is asked nor in what is answered', async () => {
    await using running = await startedService('sqlite', { DATA_ROOTS: dataSets });
    await using proxy = await startPrism(running.url(), document, true);
    await walkToFile(running, through(proxy, /./));
  });

  // An answer to an unsupported method is passed on unchecked.
  test('finds nothing in refusals', async () => {
    await using proxy = await startPrism(service.url, document, false);
    const checked = through(proxy, /"response"|Too many/);
    await walkRefusals(service, checked, document);
    await walkLimits(service, checked);
    await walkReplays(service, checked);
    await walkStates(service, checked);
  });

  test('finds an answer that is not as documented', async () => {
    const other = JSON.parse(JSON.stringify(document).replaceAll('"unauthorized"', '"unknown"'));
    await using proxy = await startPrism(service.url, other, false);
    await assert.rejects(through(proxy, /"response"/)('GET', '/api/v1/me'), /"response","body","error","code"/);
  });
});
