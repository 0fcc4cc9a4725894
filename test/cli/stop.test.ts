import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openFileStore } from '../../src/platform/storage/file-store.ts';
import { startDatabaseProxy } from '../faults/support/database-proxy.ts';
import { givenAccount, givenProject } from '../support/accounts.ts';
import { engines, withoutPostgres } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { givenInstallation, startCommand } from '../support/process.ts';
import { givenDueDelivery, givenSchedule } from '../support/schedules.ts';
import { test, usually } from '../support/suite.ts';

const mostMs = 10_000;

/** A mail server that accepts connections and never says a word. */
async function startMuteMailServer() {
  const connections: unknown[] = [];
  const server = createServer((socket) => connections.push(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { connections, url: `smtp://127.0.0.1:${port}`, [Symbol.dispose]: () => void server.close() };
}

async function assertStops(service: ReturnType<typeof startCommand>): Promise<string> {
  const started = performance.now();
  const { code, stderr } = await service.stop('SIGTERM');
  assert.equal(code, 0, stderr);
  assert.ok(performance.now() - started < mostMs, `${performance.now() - started} ms`);
  return stderr;
}

for (const engine of usually(engines, ['sqlite'])) {
  test(`${engine}: SIGTERM ends the service in time while a mail server keeps it waiting, and the mail is retried`, async () => {
    using mail = await startMuteMailServer();
    await using installation = await givenInstallation(engine, {
      SMTP_URL: mail.url,
      MAIL_FROM: 'reports@example.com',
    });
    const { db } = installation;
    const account = await givenAccount(db);
    const project = await givenProject(db, account);
    const schedule = await givenSchedule(db, project.id, { recipients: ['ann@example.com'], delivery: 'link' });
    const objects = await openFileStore(join(installation.dataDir, 'objects'));
    await givenDueDelivery(db, objects, account, schedule);
    await using service = startCommand(['serve'], installation.environment);
    await service.firstLine;
    await eventually(async () => mail.connections.length > 0);
    await assertStops(service);
    const { status, next_attempt_at } = await db.selectFrom('deliveries').selectAll().executeTakeFirstOrThrow();
    assert.equal(status, 'pending');
    assert.ok(next_attempt_at !== null);
  });
}

test('SIGTERM ends the service in time while its database does not answer', {
  skip: withoutPostgres,
}, async () => {
  await using installation = await givenInstallation('postgres');
  await using proxy = await startDatabaseProxy(installation.environment.DATABASE_URL ?? '');
  await using service = startCommand(['serve'], { ...installation.environment, DATABASE_URL: proxy.url });
  await service.firstLine;
  await eventually(async () => proxy.listeners() > 0);
  proxy.hold();
  assert.match(await assertStops(service), /"msg":"the stop took too long and was cut short"/);
});

test('SIGTERM to "npm start" reaches the service', async (t) => {
  await using installation = await givenInstallation('sqlite');
  const env = { PATH: process.env.PATH ?? '', ...installation.environment, LOG_LEVEL: 'info' };
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const npm = spawn('npm', ['start'], { cwd: root, env, detached: true });
  // With the service below it, should the test fail before both have ended.
  t.after(() => npm.exitCode === null && process.kill(-(npm.pid ?? 0), 'SIGKILL'));
  let [stdout, stderr] = ['', ''];
  npm.stdout.on('data', (text) => (stdout += text));
  npm.stderr.on('data', (text) => (stderr += text));
  const ended = once(npm, 'close');
  await eventually(() => stdout.includes('listening on '));
  npm.kill('SIGTERM');
  const [code] = await ended;
  assert.equal(code, 0, stderr);
  assert.match(stderr, /"signal":"SIGTERM","msg":"stopping"/);
});
