import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { dataSets } from '../../support/flights.ts';
import { AnswerChecker, type OpenApi } from '../../support/openapi.ts';
import { startS3Server } from '../../support/s3-server.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { startedService } from '../../support/started-service.ts';
import { test } from '../../support/suite.ts';
import {
  type Call,
  everyOperation,
  walkLimits,
  walkRefusals,
  walkReplays,
  walkStates,
  walkToFile,
} from '../../support/walk.ts';

let service: TestService;
let checker: AnswerChecker;

/** A call whose answer must be as the document says. */
function checked(call: Call): Call {
  return async (method, path, options) => {
    const answer = await call(method, path, options);
    assert.deepEqual(checker.faults(method, path, answer), []);
    return answer;
  };
}

const call = (...args: Parameters<Call>) => checked(service.call)(...args);

before(async () => {
  service = await startTestService('sqlite');
  const { body } = await service.call('GET', '/api/v1/openapi.json');
  checker = new AnswerChecker(body as OpenApi);
});
after(() => service[Symbol.asyncDispose]());

describe('every answer conforms to the OpenAPI document', () => {
  test('the refusals of every operation', async () => {
    await walkRefusals(service, call, checker.document);
  });

  test('a token without the scope, and a used-up day', async () => {
    await walkLimits(service, call);
  });

  test('a key that is used for another request, by every write [C-IDEM-4, C-IDEM-6]', async () => {
    await walkReplays(service, call);
  });

  test('an archived project, a full plan, and files that do not exist yet or any more [C-ERROR-13, C-ERROR-14, C-PROJECT-10]', async () => {
    await walkStates(service, call);
  });

  test('the whole way from a new project to its file, with real jobs [C-ENVELOPE-8]', async () => {
    await using s3 = await startS3Server();
    const store = { OBJECT_STORE: `s3://${s3.bucket}`, S3_ENDPOINT: s3.endpoint, DOWNLOAD_REDIRECTS: 'off' };
    const credentials = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'us-east-1' };
    const environment = { DATA_ROOTS: dataSets, ...store, ...credentials };
    await using running = await startedService('sqlite', environment);
    const { file, token } = await walkToFile(running, checked(running.call));

    await running.stop();
    Object.assign(running.environment, { DOWNLOAD_REDIRECTS: 'on' });
    await running.start();
    assert.equal((await checked(running.call)('GET', file, { token })).status, 307);
  });

  test('everything documented has been seen by these tests, except faults of the service itself [C-VERSION-3]', () => {
    const documented = everyOperation(checker.document).flatMap(({ name, operation }) =>
      Object.keys(operation.responses).map((status) => `${name} ${status}`),
    );
    const unseen = documented.filter((answer) => !checker.seen.has(answer) && !/ 50[03]$/.test(answer));
    assert.deepEqual(unseen, []);
  });
});
