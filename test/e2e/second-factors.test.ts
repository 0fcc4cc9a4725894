import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../support/folders.ts';
import { givenSession, manage } from '../support/manage.ts';
import { givenUser } from '../support/people.ts';
import { sourceProgram } from '../support/program.ts';
import { startedService } from '../support/started-service.ts';

const libraries = /node_modules\/(@simplewebauthn\/server|otpauth|uqr)\//;

test('the libraries of passkeys and codes are loaded when somebody needs them', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-test-'));
  t.after(() => removeFolder(folder));
  const file = join(folder, 'loaded');
  const hooks = new URL('../support/loaded-modules.ts', import.meta.url).href;
  const watched = { NODE_OPTIONS: `--import ${hooks}`, LOADED_MODULES: file };
  await using service = await startedService('sqlite', watched, sourceProgram);
  const loaded = () => {
    const names = readFileSync(file, 'utf8')
      .split('\n')
      .map((url) => libraries.exec(url)?.[1] ?? '');
    return [...new Set(names)].filter(Boolean).toSorted();
  };
  const who = await givenSession(service.db, await givenUser(service.db));
  const page = { headers: { 'sec-fetch-site': 'same-origin' } };
  assert.equal((await fetch(`${service.url()}/console/sign-in`)).status, 200);
  await service.call('POST', '/manage/v1/session/passkey', { ...page, body: { response: { id: 'x' } } });
  assert.deepEqual(loaded(), []);
  assert.equal((await manage(service, who, 'POST', '/second-factors')).status, 201);
  assert.deepEqual(loaded(), ['otpauth', 'uqr']);
});
