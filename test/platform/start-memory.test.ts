import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';

const source = new URL('../../src/platform/start-memory.ts', import.meta.url).href;

/** What a program writes that gives back what its start needed, and looks every 20 ms whether it is quiet. */
async function lines(flags: readonly string[], program: string): Promise<string[]> {
  const code = `
    import { getHeapSpaceStatistics } from 'node:v8';
    import { giveBackStartMemory } from ${JSON.stringify(source)};
    const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').physical_space_size;
    let kept = Array.from({ length: 200_000 }, (_, each) => ({ each }));
    ${program}`;
  const child = spawn(process.execPath, [...flags, '--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const written: string[] = [];
  createInterface(child.stdout).on('line', (line) => written.push(line));
  const [exitCode] = await once(child, 'close');
  assert.equal(exitCode, 0);
  return written;
}

const quiet = `
  const before = young();
  const alive = setInterval(() => {}, 1_000);
  giveBackStartMemory({ debug() { console.log(young() < before); clearInterval(alive); } }, 20);`;

test('a thread that is quiet gives back the memory of its start, once', async () => {
  assert.deepEqual(await lines(['--expose-gc'], quiet), ['true']);
});

test('a thread that works is not held up by a collection', async () => {
  const busy = `
    let turns = 0;
    giveBackStartMemory({ debug() { console.log('collected'); } }, 20);
    const work = setInterval(() => {
      const until = performance.now() + 15;
      while (performance.now() < until);
      turns += 1;
      if (turns === 30) process.exit(0);
    }, 1);`;
  assert.deepEqual(await lines(['--expose-gc'], busy), []);
});

test('a heap that has grown since the start is left alone', async () => {
  const grown = `
    kept = Array.from({ length: 3_000_000 }, (_, each) => ({ each }));
    giveBackStartMemory({ debug() { console.log('collected'); } }, 20);
    setTimeout(() => process.exit(kept.length === 3_000_000 ? 0 : 1), 500);`;
  assert.deepEqual(await lines(['--expose-gc'], grown), []);
});

test('without --expose-gc nothing is done', async () => {
  const plain = `
    giveBackStartMemory({ debug() { console.log('collected'); } }, 20);
    setTimeout(() => process.exit(0), 200);`;
  assert.deepEqual(await lines([], plain), []);
});
