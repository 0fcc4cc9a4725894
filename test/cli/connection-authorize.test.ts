import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startService } from '../../src/app.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import type { Database } from '../../src/platform/database/tables.ts';
import { createLog } from '../../src/platform/log.ts';
import { linkedInToken, startLinkedInAds } from '../doubles/linkedin-ads.ts';
import { startLinkedInSignIn } from '../doubles/linkedin-sign-in.ts';
import { oauthDoubleClient } from '../doubles/sign-in-double.ts';
import { freePort } from '../faults/support/free-port.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { authorizeWith } from '../support/authorize.ts';
import { runCommand } from '../support/command.ts';
import { givenInstallation, type TestInstallation } from '../support/process.ts';

const vendor = await startLinkedInSignIn();
const ads = await startLinkedInAds(undefined, vendor.tokens);
const { client_id: clientId, client_secret: clientSecret } = oauthDoubleClient;

let installation: TestInstallation;
let db: Database;
let project: string;
const stack = new AsyncDisposableStack();
before(async () => {
  const port = await freePort();
  const PUBLIC_URL = `http://127.0.0.1:${port}`;
  vendor.redirectUri = `${PUBLIC_URL}/oauth/callback`;
  const SYSTEM_ADDRESSES = JSON.stringify({ 'linkedin-oauth': vendor.url, 'linkedin-ads': ads.url });
  installation = stack.use(await givenInstallation('sqlite', { PORT: `${port}`, PUBLIC_URL, SYSTEM_ADDRESSES }));
  db = installation.db;
  await installation.json(['oauth-clients', 'set', 'linkedin', '--client-id', clientId, '--secret', '-'], clientSecret);
  stack.use(await startService(readConfig(installation.environment), 'api', createLog('silent')));
  project = (await givenProject(db, await givenAccount(db))).id;
});
after(() => stack.disposeAsync());

const given = (name: string, content: unknown) => {
  const path = join(installation.dataDir, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
};
const add = () => ['--project', project, '--system', 'linkedin-ads', '--name', 'Ads'];

const authorize = (argv: readonly string[], act?: (address: string) => Promise<void>) =>
  authorizeWith(argv, installation.environment, act);

const statusesOf = async (ids: readonly string[]) => {
  const rows = await db.selectFrom('connections').select(['id', 'status']).where('id', 'in', ids).execute();
  return ids.map((id) => rows.find((row) => row.id === id)?.status);
};

test('from the link to figures: signed in, the resource named afterwards, shared, mended together, and gone with the last', async () => {
  const { code, stdout, stderr } = await authorize([...add(), '--json']);
  assert.equal(code, 0, stderr);
  const [link, made] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.match(link.expires_at, /^\d{4}-.*Z$/);
  assert.deepEqual(
    [made.system, made.name, made.status, made.warnings],
    ['linkedin-ads', 'Ads', 'resource_missing', []],
  );
  assert.match(made.message, new RegExp(`connections update ${made.id} --config`));
  const unnamed = await installation.run(['connections', 'verify', made.id]);
  assert.deepEqual([unnamed.code, /does not say yet what it reads/.test(unnamed.stdout)], [1, true]);

  const resources = await installation.json(['connections', 'resources', made.id]);
  assert.deepEqual(
    resources.map(({ config }: { config: { account: string } }) => config.account).includes('507404993'),
    true,
  );
  const config = given('config.json', { account: '507404993' });
  const named = await installation.json(['connections', 'update', made.id, '--config', config]);
  assert.equal(named.status, 'connected');

  const second = ['connections', 'add', ...add(), '--config', given('second.json', { account: '600000001' })];
  const other = await installation.json([...second, '--grant', made.grant_id]);
  assert.deepEqual([other.status, other.grant_id], ['connected', made.grant_id]);
  const listed = await installation.json(['connections', 'list', '--project', project]);
  assert.ok(Date.parse(listed[0].sign_in_ends_at) > Date.now() + 364 * 86_400_000);

  const ids = [made.id, other.id];
  await db.updateTable('connections').set({ status: 'reauth_required' }).where('id', 'in', ids).execute();
  const again = await authorize([made.id]);
  assert.equal(again.code, 0, again.stderr);
  assert.match(again.stdout, /^http:.*$[\s\S]*^status +connected$/m);
  assert.deepEqual(await statusesOf(ids), ['connected', 'connected']);
  const shown = `${stdout}${again.stdout}${again.stderr}`;
  for (const token of vendor.tokens.keys()) assert.ok(!shown.includes(token));

  const refreshTokens = () => vendor.seen.filter(({ path }) => path === '/oauth/v2/revoke').length;
  await installation.json(['connections', 'remove', made.id]);
  assert.equal(refreshTokens(), 0);
  const last = await installation.run(['connections', 'remove', other.id]);
  assert.deepEqual([last.code, last.stderr, refreshTokens()], [0, '', 1]);
  assert.deepEqual(await db.selectFrom('oauth_grants').select('id').execute(), []);
});

test('with a configuration the connection is tried at once', async () => {
  const named = ['--config', given('config.json', { account: '507404993' })];
  const { code, stdout } = await authorize([...add(), ...named, '--json']);
  assert.equal(code, 0);
  assert.equal(JSON.parse(stdout.trim().split('\n')[1] ?? '').status, 'connected');
  const gone = await authorize([...add(), '--config', given('gone.json', { account: '999999999' })]);
  assert.deepEqual([gone.code, /resource_missing/.test(gone.stdout)], [1, true]);
});

test('a typed secret takes the place of a sign-in, which is gone then; a sign-in is no other account’s', async () => {
  const named = ['--config', given('config.json', { account: '507404993' })];
  const { stdout } = await authorize([...add(), ...named, '--json']);
  const made = JSON.parse(stdout.trim().split('\n')[1] ?? '');
  const stranger = (await givenProject(db, await givenAccount(db))).id;
  const borrowed = ['connections', 'add', '--project', stranger, '--system', 'linkedin-ads', '--name', 'Ads', ...named];
  assert.match((await installation.run([...borrowed, '--grant', made.grant_id])).stderr, /another account's/);
  const wrong = ['connections', 'add', '--project', project, '--system', 'tiktok-ads', '--name', 'T', ...named];
  assert.match((await installation.run([...wrong, '--grant', made.grant_id])).stderr, /does not let the service read/);
  const resources = ['connections', 'resources', '--system', 'tiktok-ads', '--grant'];
  assert.match((await installation.run([...resources, made.grant_id])).stderr, /does not let the service read/);
  assert.match((await installation.run([...resources, 'gra_1'])).stderr, /There is no sign-in gra_1/);
  const propose = ['connections', 'propose', '--system', 'google-sheets', ...named, '--project', stranger, '--grant'];
  assert.match((await installation.run([...propose, made.grant_id])).stderr, /another account's/);
  const both = [...borrowed, '--grant', made.grant_id, '--secret', given('secret.json', {})];
  assert.match((await installation.run(both)).stderr, /--secret or --grant, not both/);
  vendor.tokens.set(linkedInToken, 'r_ads_reporting');
  const grant = { access_token: linkedInToken, expires_at: null, refresh_token: null };
  const typed = given('typed.json', { grant, client: oauthDoubleClient });
  const updated = await installation.json(['connections', 'update', made.id, '--secret', typed]);
  assert.deepEqual([updated.status, updated.grant_id], ['connected', null]);
  const left = await db.selectFrom('oauth_grants').select('id').where('id', '=', made.grant_id).execute();
  assert.deepEqual(left, []);
});

test('a no, and half an hour without an answer, end the command with what to do', async () => {
  vendor.person = 'declines';
  const denied = await authorize(add());
  vendor.person = 'grants';
  assert.deepEqual(
    [denied.code, denied.stderr.split('\n').at(-2)],
    [1, 'It was not allowed, so nothing was connected.'],
  );
  const ended = await authorize(add(), async () => {
    const expires_at = new Date(0).toISOString();
    await db.updateTable('oauth_authorizations').set({ expires_at }).where('outcome', 'is', null).execute();
  });
  assert.deepEqual([ended.code, /Nobody has signed in in time/.test(ended.stderr)], [1, true]);
});

test('what cannot begin is refused before an address is printed', async () => {
  const run = async (...argv: string[]) => {
    const { code, stdout, stderr } = await installation.run(['connections', 'authorize', ...argv]);
    assert.deepEqual([code, stdout], [1, '']);
    return stderr;
  };
  const flags = (system: string) => ['--project', project, '--system', system, '--name', 'X'];
  assert.match(await run(), /Give a connection, or --project, --system and --name\./);
  assert.match(await run('con_1', '--name', 'X'), /not both/);
  assert.match(await run('con_1'), /There is no connection con_1/);
  assert.match(await run(...flags('file')), /Nobody signs in for "file"/);
  assert.match(await run(...flags('nothing')), /There is no system "nothing"/);
  assert.match(await run(...flags('tiktok-ads')), /no client of tiktok; .*"oauth-clients set tiktok"/);
  const wrong = given('wrong.json', { account: 7 });
  assert.match(await run(...flags('linkedin-ads'), '--config', wrong), /^invalid_config: .*account/);
  assert.match(await run('--project', 'prj_1', '--system', 'linkedin-ads', '--name', 'X'), /There is no project prj_1/);
  const { environment } = installation;
  const nowhere = { ...environment, PUBLIC_URL: '', PORT: '0' };
  const { stderr } = await runCommand(['connections', 'authorize', ...flags('linkedin-ads')], nowhere);
  assert.match(stderr, /Set PUBLIC_URL/);
});
