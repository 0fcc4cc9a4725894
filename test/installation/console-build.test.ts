import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startConsoleBuild } from '../../src/installation/console-build.ts';
import { eventually } from '../support/eventually.ts';
import { makeFolder } from '../support/file-connection.ts';

/** A clone whose build is `script`, with the bundler or without. */
async function givenClone(script: string, hasBundler = true): Promise<string> {
  const folder = await makeFolder();
  await mkdir(join(folder, 'scripts'));
  await writeFile(join(folder, 'scripts/build-console.ts'), script);
  await mkdir(join(folder, 'node_modules/vite'), { recursive: true });
  if (hasBundler) await writeFile(join(folder, 'node_modules/vite/package.json'), '{}');
  return folder;
}

const builds = `import { mkdirSync, writeFileSync } from 'node:fs';
const dist = import.meta.dirname + '/../console/dist';
mkdirSync(dist, { recursive: true });
writeFileSync(dist + '/index.html', 'built');`;

function makeLog() {
  const lines: string[] = [];
  const note = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
  return { lines, log: { info: note, warn: note } as never };
}

test('a clone without a built console gets one, once', async () => {
  const folder = await givenClone(builds);
  const { lines, log } = makeLog();
  using build = startConsoleBuild(log, folder);
  assert.ok(build.isRunning());
  await eventually(() => !build.isRunning() || undefined);
  assert.equal(readFileSync(join(folder, 'console/dist/index.html'), 'utf8'), 'built');
  assert.equal(lines.length, 2);
  await mkdir(join(folder, 'console/src'), { recursive: true });
  await utimes(join(folder, 'console/src'), 1, 1);
  using again = startConsoleBuild(log, folder);
  assert.deepEqual([again.isRunning(), lines.length], [false, 2]);
  await writeFile(join(folder, 'console/src/main.tsx'), '');
  await utimes(join(folder, 'console/src/main.tsx'), new Date(), new Date(Date.now() + 60_000));
  using anew = startConsoleBuild(log, folder);
  assert.ok(anew.isRunning(), 'an older build than its sources is replaced');
  await eventually(() => !anew.isRunning() || undefined);
});

test('without the bundler, or without a script, as in a package, nothing is tried', async () => {
  const { lines, log } = makeLog();
  using bare = startConsoleBuild(log, await givenClone(builds, false));
  using packed = startConsoleBuild(log, await makeFolder());
  assert.deepEqual([bare.isRunning(), packed.isRunning(), lines], [false, false, []]);
});

test('a build that fails is told with what it said, and ends', async () => {
  const { lines, log } = makeLog();
  using build = startConsoleBuild(log, await givenClone(`throw new Error('no memory ' + 'x'.repeat(100_000));`));
  await eventually(() => !build.isRunning() || undefined);
  assert.match(lines[1] ?? '', /build:console/);
  assert.ok((lines[1]?.length ?? 0) < 5_000);
});

test('a build ends with the service, and what it started too', async () => {
  const folder = await givenClone(`import { spawn } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
writeFileSync('${'PLACE'}.part', String(child.pid));
renameSync('${'PLACE'}.part', '${'PLACE'}');
setInterval(() => {}, 1000);`);
  const place = join(folder, 'pid');
  const script = join(folder, 'scripts/build-console.ts');
  await writeFile(script, readFileSync(script, 'utf8').replaceAll('PLACE', place));
  const build = startConsoleBuild(makeLog().log, folder);
  await eventually(() => existsSync(place) || undefined);
  const pid = Number(readFileSync(place, 'utf8'));
  build[Symbol.dispose]();
  await eventually(() => !isAlive(pid) || undefined);
  await eventually(() => !build.isRunning() || undefined);
});

/** Whether a process runs; one that has ended and that nobody asked about does not. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
