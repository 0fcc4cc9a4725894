import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder } from '../support/folders.ts';
import { program } from '../support/program.ts';

const terminal = '/usr/bin/script';
const skip = existsSync(terminal) ? false : `${terminal}, which gives a process a terminal, is missing`;
const link = /http:\/\/127\.0\.0\.1:(\d+)\/console\/setup\/[0-9A-Za-z]{43}/;

/** Starts the service on an empty installation; gives what it prints until that matches, and ends it. */
async function printed(words: readonly string[], until: RegExp): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'first-operator-'));
  const child = spawn(words[0] ?? '', words.slice(1), {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', WORKERS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = once(child, 'exit');
  let text = '';
  try {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (until.test(text)) resolve();
      });
    }
    void ended.then(() => reject(new Error(`It ended before it said so: ${text}`)));
    await promise;
    return text;
  } finally {
    // The terminal is between this process and the service.
    process.kill(-(child.pid ?? 0), 'SIGTERM');
    await ended;
    removeFolder(dataDir);
  }
}

test('who starts an empty installation on a terminal is given the link to begin by', { skip }, async () => {
  const text = await printed([terminal, '-qec', `${program} serve`, '/dev/null'], /while it runs/);
  const [, port] = link.exec(text) ?? [];
  // Elsewhere nobody signs in without TLS.
  assert.ok(text.includes(`"ssh -L ${port}:127.0.0.1:${port} ${hostname()}"`), text);
});

test('without a terminal no link is printed, but the command that makes one', async () => {
  const text = await printed([program, 'serve'], /report-service setup/);
  assert.doesNotMatch(text, /console\/setup/);
});
