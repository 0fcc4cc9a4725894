import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from '../../src/installation/doctor.ts';
import { baseUrl, readConfig } from '../../src/platform/config/config.ts';
import { eventually } from '../support/eventually.ts';
import { givenInstallation } from '../support/process.ts';
import { startTestService } from '../support/service.ts';

const renderer = { render: async () => Buffer.from('%PDF-'), [Symbol.asyncDispose]: async () => {} } as never;

async function proxyFinding(environment: Readonly<Record<string, string | undefined>>) {
  const findings = await diagnose(environment, renderer);
  return findings.find(({ check }) => check === 'proxy');
}

test('the log and doctor say once that requests come by https through a proxy that is not trusted, until it is', async () => {
  await using installation = await givenInstallation('sqlite');
  const environment = { ...installation.environment, PORT: '0' };
  const through = { headers: { 'x-forwarded-proto': 'https' } };
  const warned = (log: readonly string[]) => log.filter((line) => /through a proxy that is not trusted/.test(line));
  {
    await using service = await startTestService('sqlite', { environment });
    await service.call('GET', '/console/sign-in');
    assert.deepEqual(warned(service.log), []);
    assert.equal((await proxyFinding(environment))?.ok, true);
    await service.call('GET', '/console/sign-in', through);
    await service.call('GET', '/console/sign-in', through);
    assert.equal(warned(service.log).length, 1);
    assert.match(warned(service.log)[0] ?? '', /TRUST_PROXY/);
    const finding = await eventually(async () => {
      const found = await proxyFinding(environment);
      return found?.ok === false && found;
    });
    assert.match(finding.message, /^requests come by https through 127\.0\.0\.1, .* set TRUST_PROXY /);
  }
  const trusting = { ...environment, TRUST_PROXY: '1', PUBLIC_URL: 'https://reports.example.com' };
  await using service = await startTestService('sqlite', { environment: trusting });
  await service.call('GET', '/console/sign-in', through);
  assert.deepEqual(warned(service.log), []);
  const { check: _, ...finding } = (await proxyFinding(trusting)) ?? {};
  assert.deepEqual(finding, { ok: true, message: 'https://reports.example.com' });
});

for (const [environment, says] of [
  [{ PUBLIC_URL: 'https://reports.example.com' }, /PUBLIC_URL is https, .* set TRUST_PROXY/],
  [{ TRUST_PROXY: '1' }, /PUBLIC_URL is not set/],
] as const) {
  test(`the start and doctor say what is missing beside ${Object.keys(environment)}`, async () => {
    await using service = await startTestService('sqlite', { environment });
    assert.ok(service.log.some((line) => says.test(line)));
    await using installation = await givenInstallation('sqlite', environment);
    const finding = await proxyFinding(installation.environment);
    assert.equal(finding?.ok, false);
    assert.match(finding.message, says);
  });
}

test('a service that listens everywhere has links that can be opened', () => {
  for (const HOST of ['0.0.0.0', '::'])
    assert.equal(baseUrl(readConfig({ HOST, PORT: '8123' })), 'http://localhost:8123');
  assert.equal(baseUrl(readConfig({ HOST: '192.0.2.7' })), 'http://192.0.2.7:8080');
});
