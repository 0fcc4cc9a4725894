import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { fileURLToPath } from 'node:url';
import { configureEngine } from '../../../src/reporting/connectors/engine/engine.ts';
import { fileConnector } from '../../../src/reporting/connectors/file.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { eventually } from '../../support/eventually.ts';
import { ask, makeConfig, makeFolder, writeText } from '../../support/file-connection.ts';
import { isRunning, stuckConfig, untilBusy, wholePeriod, writeStuckFile } from '../../support/stuck-query.ts';
import { test } from '../../support/suite.ts';

const mebibyte = 2 ** 20;
/** A generous multiple of the second that stopped work has. */
const mostMs = 15_000;

describe('the process of the engine', { skip: process.platform !== 'linux' && 'needs /proc' }, async () => {
  const root = await makeFolder();
  await writeStuckFile(root);
  await writeText(root, 'plain.csv', ['day,n', '2024-01-01,1', '2024-01-02,2']);
  const plainConfig = makeConfig('plain.csv', 'day', { n: 'sum(n)' });
  const [started, ended]: [number[], number[]] = [[], []];
  before(() =>
    configureEngine({
      mostResidentBytes: 400 * mebibyte,
      onStart: (pid) => started.push(pid),
      onEnd: (pid) => ended.push(pid),
    }),
  );
  after(() => configureEngine({}));

  const plainTotal = async () => (await ask([root], plainConfig, 'none', wholePeriod)).rows[0]?.values;
  const newest = () => started.at(-1) ?? 0;

  test('ends a query that cannot be interrupted, soon after its abort', async () => {
    assert.deepEqual(await plainTotal(), [3]);
    const controller = new AbortController();
    await using context = openTestContext({ dataRoots: [root], signal: controller.signal });
    const stuck = fileConnector.query(stuckConfig, null, wholePeriod, context);
    const rejected = assert.rejects(stuck, isError('transient', /stopped/));
    const pid = newest();
    await untilBusy(pid);
    const abortedAt = performance.now();
    controller.abort();
    await rejected;
    await eventually(() => ended.includes(pid), mostMs);
    assert.ok(performance.now() - abortedAt < mostMs);
    assert.deepEqual(await plainTotal(), [3]);
  });

  test('killed in a query, fails it for another try, and the next query works', async () => {
    await using context = openTestContext({ dataRoots: [root] });
    const stuck = fileConnector.query(stuckConfig, null, wholePeriod, context);
    const rejected = assert.rejects(stuck, isError('transient', /Reading stuck\.csv stopped/));
    await eventually(() => !ended.includes(newest()));
    await untilBusy(newest());
    process.kill(newest(), 'SIGKILL');
    await rejected;
    assert.deepEqual(await plainTotal(), [3]);
  });

  test('ends when it holds too much memory, which DuckDB does not see while it folds constants', async () => {
    // Each format has the next one's times, so that every step is six times as long as the one before.
    const fold = (format: string) => `strftime(TIMESTAMP '2020-02-20 20:20:20', translate(${format}, '20-: ', '%c'))`;
    let text = "'%c'";
    for (let step = 0; step < 10; step++) text = fold(text);
    const folding = makeConfig('plain.csv', 'day', { n: `max(length(${text}))` });
    const refused = isError('invalid_config', /Reading plain\.csv takes too much memory\. Use .*simpler expressions/);
    await assert.rejects(ask([root], folding, 'none', wholePeriod), refused);
    assert.deepEqual(await plainTotal(), [3]);
  });

  test('gets none of the environment, which holds secrets', async () => {
    await plainTotal();
    const environment = readFileSync(join('/proc', String(newest()), 'environ'), 'utf8');
    assert.deepEqual(
      environment.split('\0').filter((entry) => !/^(NODE_CHANNEL_|NODE_COMPILE_CACHE=|$)/.test(entry)),
      [],
    );
  });

  test('ends by itself when its parent is killed, also in a query', async () => {
    const script = fileURLToPath(new URL('../../support/abandoned-engine.ts', import.meta.url));
    const parent = spawn(process.execPath, [script, root], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [output] = await once(parent.stdout, 'data');
    const pid = Number(String(output));
    await untilBusy(pid);
    parent.kill('SIGKILL');
    await eventually(() => !isRunning(pid));
  });
});
