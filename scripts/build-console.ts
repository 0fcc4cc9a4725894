import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = `${root}console/dist`;
const cache = `${root}node_modules/.cache/console`;
const deadlineMs = 120_000;
const pauseMs = 100;

/**
 * Builds the console unless its build is newer than all of its sources. Of several processes one builds, and the others
 * wait for it. Whoever reads it meanwhile has the old one or the new.
 */
export function buildConsole(): void {
  if (isFresh()) return;
  mkdirSync(dirname(cache), { recursive: true });
  const end = performance.now() + deadlineMs;
  while (!takeLock()) {
    if (performance.now() > end) throw new Error(`Another process builds the console for too long; see ${cache}.lock.`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
  try {
    if (!isFresh()) build();
  } finally {
    rmSync(`${cache}.lock`, { force: true });
  }
}

function isFresh(): boolean {
  const sources = globSync(['console/*.*', 'console/src/**/*.*', 'client/src/**/*.ts', 'package-lock.json'], {
    cwd: root,
  });
  const newest = Math.max(...sources.map((path) => statSync(root + path).mtimeMs));
  return (statSync(`${dist}/index.html`, { throwIfNoEntry: false })?.mtimeMs ?? 0) > newest;
}

/** Whether this process may build now: nobody else does, or whoever did has died. */
function takeLock(): boolean {
  const lock = `${cache}.lock`;
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  if (isDead(lock)) rmSync(lock, { force: true });
  return false;
}

function isDead(lock: string): boolean {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    // Between its making and its writing a lock names nobody.
    if (pid > 0) process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

function build(): void {
  const [fresh, old] = [`${cache}-${process.pid}`, `${cache}-${process.pid}-old`];
  const vite = fileURLToPath(new URL('../node_modules/vite/bin/vite.js', import.meta.url));
  const words = ['build', 'console', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'];
  execFileSync(process.execPath, [vite, ...words], { cwd: root, timeout: deadlineMs, stdio: 'inherit' });
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(fresh, dist);
  rmSync(old, { recursive: true, force: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) buildConsole();
