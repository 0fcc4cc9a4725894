import assert from 'node:assert/strict';
import type { Engine, TestDatabase } from '../../support/databases.ts';
import { eventually } from '../../support/eventually.ts';
import { type S3Server, startS3Server } from '../../support/s3-server.ts';
import { type FaultInstallation, givenFaultInstallation, hasEnded, jobWhen } from './installation.ts';
import type { ServiceProcess } from './service-process.ts';

/** An installation with its files on an S3 server that can be stopped. */
export async function givenInstallationOnS3(
  on: Engine | TestDatabase,
  more: Readonly<Record<string, string>> = {},
): Promise<FaultInstallation & { readonly s3: S3Server }> {
  await using stack = new AsyncDisposableStack();
  const s3 = stack.use(await startS3Server());
  const installation = stack.use(
    await givenFaultInstallation(on, {
      OBJECT_STORE: `s3://${s3.bucket}`,
      S3_ENDPOINT: s3.endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'b',
      ...more,
    }),
  );
  const resources = stack.move();
  return { ...installation, s3, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** 1 while the process finds that the dependency does not answer, else 0. */
export async function outageOf(service: ServiceProcess, dependency: 'database' | 'objects'): Promise<number> {
  const { text } = await service.call('GET', '/metrics');
  return Number(new RegExp(`^report_service_outage\\{dependency="${dependency}"\\} (\\d)$`, 'm').exec(text)?.[1]);
}

/** As long as it takes a job to be tried three times. */
export async function longerThanThreeAttempts(): Promise<void> {
  const started = performance.now();
  await eventually(() => performance.now() - started > 6_000);
}

/** The jobs complete at their first attempt. */
export async function assertUncounted(installation: FaultInstallation, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const { status, attempt, outcome } = await jobWhen(installation, id, hasEnded);
    assert.deepEqual([status, attempt, outcome], ['completed', 1, null]);
  }
}

/** The log has one line for the start of the outage and one for its end. */
export function assertToldOnce(service: ServiceProcess, dependency: 'database' | 'objects'): void {
  const told = service.log().match(new RegExp(`"dependency":"${dependency}".*"msg":"[^"]*"`, 'g')) ?? [];
  assert.equal(told.length, 2, told.join('\n'));
}
