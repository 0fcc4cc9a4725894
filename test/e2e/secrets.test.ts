import assert from 'node:assert/strict';
import { createVault } from '../../src/domains/connections/vault.ts';
import { givenAccount, givenProject, givenToken } from '../support/accounts.ts';
import { engines } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { dataSets, givenConnection } from '../support/flights.ts';
import { startedService } from '../support/started-service.ts';
import { test } from '../support/suite.ts';

for (const engine of engines) {
  test(`${engine}: no token, key, password or connection secret is printed or logged [C-TOKEN-6]`, async () => {
    await using service = await startedService(engine, { DATA_ROOTS: dataSets, LOG_LEVEL: 'trace' });
    const account = await givenAccount(service.db, { perMinute: 10_000, perDay: 100_000 });
    const token = await givenToken(service.db, account.id);
    const { id: projectId } = await givenProject(service.db, account);
    const connectionId = await givenConnection(service.db, projectId);
    const canary = 'canary-in-the-vault';
    const vault = createVault(Buffer.from(service.environment.SECRET_KEY ?? '', 'base64'));
    const secret = vault.seal(connectionId, { password: canary });
    await service.db.updateTable('connections').set({ secret }).where('id', '=', connectionId).execute();

    await service.call('GET', '/api/v1/me', { token });
    await service.call('GET', `/api/v1/projects?token=${token}`, { token });
    await service.call('GET', `/api/v1/${token}`, { token });
    await service.call('GET', '/api/v1/me', { token: `${token}x` });
    await service.call('POST', '/api/v1/projects', { token, body: `{"name": "${token}"` });
    const period = { current: { from: '2001-05-01', to: '2001-05-01' } };
    const start = await service.call('POST', `/api/v1/projects/${projectId}/generation-jobs`, {
      token,
      body: { period },
    });
    await eventually(async () => {
      const { body } = await service.call('GET', start.headers.get('location') ?? '', { token });
      return body.data.status === 'failed';
    });
    assert.equal(await service.stop(), 0);

    const output = service.output();
    assert.ok(output.includes('"route":"/api/v1/me"'), 'requests are logged');
    assert.ok(output.includes(`"account":"${account.id}"`), 'with their account');
    assert.match(output, /"request_id":"req_[0-9a-z]{26}".*"status":200.*"duration_ms":/);
    const [, tokenSecret = ''] = token.split('.');
    for (const hidden of [tokenSecret, canary, service.environment.SECRET_KEY ?? '', secret]) {
      assert.ok(!output.includes(hidden), `${hidden.slice(0, 6)}… is in the output`);
    }
  });
}
