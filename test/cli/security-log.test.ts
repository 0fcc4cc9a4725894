import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'node:test';
import { givenAccount } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { sendForm } from '../support/people.ts';
import { givenInstallation, startCommand } from '../support/process.ts';
import { test, usually } from '../support/suite.ts';

const linesIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
const addressIn = (firstLine: string) => firstLine.replace('listening on ', '');

for (const engine of usually(engines, ['sqlite'])) {
  describe(`${engine}: SECURITY_LOG`, () => {
    test('a file has what commands changed before and while the service runs, and who was not let in', async () => {
      await using installation = await givenInstallation(engine);
      const { id } = await givenAccount(installation.db);
      await installation.json(['tokens', 'create', '--account', id, '--name', 'a', '--scopes', 'projects:read']);
      const path = join(installation.dataDir, 'security.log');
      const environment = { ...installation.environment, SECURITY_LOG: path };
      await using service = startCommand(['serve'], environment);
      const url = addressIn(await service.firstLine);
      await sendForm(`${url}/console/sign-in`, { email: 'eve@example.com', password: 'a guess of hers' });
      await installation.json(['accounts', 'update', id, '--name', 'Bees']);
      const told = () =>
        linesIn(existsSync(path) ? readFileSync(path, 'utf8') : '').map(({ action, account }) => [action, account]);
      await eventually(() => told().length === 3);
      assert.deepEqual(told().toSorted(), [
        ['account.update', id],
        ['session.refuse', null],
        ['token.create', id],
      ]);
      const metrics = await (await fetch(`${url}/metrics`)).text();
      assert.match(metrics, /^report_service_security_log_total\{outcome="written"\} 3$/m);
      assert.match(metrics, /^report_service_security_log_total\{outcome="failed"\} 0$/m);
      const { code, stderr } = await service.stop('SIGTERM');
      assert.deepEqual([code, linesIn(stderr).filter(({ level }) => level === 'error')], [0, []]);
      assert.doesNotMatch(readFileSync(path, 'utf8') + stderr, /guess of hers|eve@/);
    });
  });
}

test('standard output has the lines behind the one about where the service listens', async () => {
  await using installation = await givenInstallation('sqlite');
  const environment = { ...installation.environment, SECURITY_LOG: 'stdout' };
  await using service = startCommand(['serve'], environment);
  const url = addressIn(await service.firstLine);
  await sendForm(`${url}/console/sign-in`, { email: 'eve@example.com', password: 'a guess of hers' });
  const written = () => fetch(`${url}/metrics`).then((answer) => answer.text());
  await eventually(async () => /security_log_total\{outcome="written"\} 1/.test(await written()));
  const { stdout } = await service.stop('SIGTERM');
  assert.deepEqual(
    linesIn(stdout).map(({ action, reason }) => [action, reason]),
    [['session.refuse', 'wrong']],
  );
});

test('a disk without room stops nothing, and its failures are counted', {
  skip: !existsSync('/dev/full'),
}, async () => {
  await using installation = await givenInstallation('sqlite');
  const environment = { ...installation.environment, SECURITY_LOG: '/dev/full' };
  await using service = startCommand(['serve'], environment);
  const url = addressIn(await service.firstLine);
  const tried = await sendForm(`${url}/console/sign-in`, { email: 'eve@example.com', password: 'a guess of hers' });
  assert.equal(tried.status, 403);
  const metrics = () => fetch(`${url}/metrics`).then((answer) => answer.text());
  await eventually(async () => /security_log_total\{outcome="failed"\} [1-9]/.test(await metrics()));
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  const { code, stderr } = await service.stop('SIGTERM');
  assert.equal(code, 0);
  assert.equal(stderr.match(/the security log cannot be written/g)?.length, 1, 'told once');
});
