import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createS3Store } from '../../../src/platform/storage/s3-store.ts';
import { givenAccount, givenProject, givenToken } from '../../support/accounts.ts';
import { openBrowser, skip } from '../../support/browser.ts';
import { givenExport, givenReport } from '../../support/outcomes.ts';
import { startS3Server } from '../../support/s3-server.ts';
import { startTestService } from '../../support/service.ts';

const credentials = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'us-east-1' };
process.env = { ...process.env, ...credentials };

/** A service that keeps its files in an S3 bucket. */
async function startService(redirects: 'on' | 'off') {
  await using stack = new AsyncDisposableStack();
  const s3 = stack.use(await startS3Server());
  const store = { OBJECT_STORE: `s3://${s3.bucket}`, S3_ENDPOINT: s3.endpoint, DOWNLOAD_REDIRECTS: redirects };
  const service = stack.use(await startTestService('sqlite', { environment: store }));
  const resources = stack.move();
  return { s3, service, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

test('the reference may connect only to the object store, and only while downloads are redirected to it', async () => {
  const connectable = async (redirects: 'on' | 'off') => {
    await using started = await startService(redirects);
    const { headers } = await started.service.call('GET', '/docs');
    const [, origins] = /connect-src ([^;]+);/.exec(headers.get('content-security-policy') ?? '') ?? [];
    const guide = await started.service.call('GET', '/docs/guides/polling');
    assert.match(guide.headers.get('content-security-policy') ?? '', /connect-src 'self';/);
    return origins?.replace(started.s3.endpoint, 'the store');
  };
  assert.equal(await connectable('on'), "'self' the store");
  assert.equal(await connectable('off'), "'self'");
});

test('try it downloads a file that the object store delivers', { skip }, async () => {
  await using started = await startService('on');
  const { s3, service } = started;
  const objects = createS3Store({ bucket: s3.bucket, prefix: '', endpoint: s3.endpoint });
  const account = await givenAccount(service.db);
  const { id: projectId } = await givenProject(service.db, account);
  const { reportId } = await givenReport(service.db, objects, account, projectId);
  const { id } = await givenExport(service.db, objects, account, projectId, { bytes: Buffer.from('file'), reportId });
  await using stack = new AsyncDisposableStack();
  const browser = await openBrowser();
  stack.defer(() => browser.close());
  const page = await browser.newPage();
  const refused: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && refused.push(message.text())));
  await page.goto(`${service.url}/docs`);
  await page.getByRole('button', { name: 'Authorize', exact: true }).click();
  await page.locator('.auth-container input').fill(await givenToken(service.db, account.id));
  await page.locator('.auth-btn-wrapper .authorize').click();
  await page.locator('.btn-done').click();
  const operation = page.locator('#operations-Export_jobs-downloadExport');
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await operation.locator('tr[data-param-name="export_job_id"] input').fill(id);
  await operation.getByRole('button', { name: 'Execute' }).click();
  await operation.locator('.live-responses-table .response-col_status', { hasText: '200' }).waitFor();
  assert.deepEqual(refused, []);
});
