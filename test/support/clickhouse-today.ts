import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ClickhouseServer, clickhouseAt } from './clickhouse.ts';
import { removeFolder } from './folders.ts';
import { lackOfForeignTools } from './foreign-tools.ts';

/** Why no ClickHouse of today can be started, or false. */
export const clickhouseTodaySkip = lackOfForeignTools('chdb');

const processFile = fileURLToPath(new URL('./clickhouse-today-process.ts', import.meta.url));

/** A ClickHouse server of this year of a test's own; it answers one request at a time, and ends no query early. */
export async function startClickhouseToday(): Promise<ClickhouseServer> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'report-service-clickhouse-'));
  stack.defer(() => removeFolder(folder));
  const password = randomBytes(12).toString('hex');
  const server = fork(processFile, { env: { FOLDER: folder, PASSWORD: password }, execArgv: [] });
  const ended = once(server, 'exit');
  stack.defer(async () => {
    server.kill('SIGKILL');
    await ended;
  });
  const starting = once(server, 'message');
  const failed = ended.then(([code]) => Promise.reject(new Error(`chdb ended with ${code} before it listened`)));
  failed.catch(() => {});
  const [port] = await Promise.race([starting, failed]);
  const resources = stack.move();
  return { ...clickhouseAt(port, password), [Symbol.asyncDispose]: () => resources.disposeAsync() };
}
