import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { FileConfig } from '../../../src/reporting/connectors/file/config.ts';
import { fileConnector } from '../../../src/reporting/connectors/file.ts';
import { parseConfig } from '../../../src/reporting/connectors/registry.ts';
import { ask, makeFolder, openFileContext, verify } from '../../support/file-connection.ts';
import { messyFiles } from '../../support/messy-files.ts';

const folder = await makeFolder();
const ever = { from: '1900-01-01', to: '2100-12-31' };

async function propose(name: string) {
  await using context = openFileContext([folder]);
  const proposal = await fileConnector.propose?.({ path: name }, null, 'UTC', context);
  assert.ok(proposal);
  return { ...proposal, config: parseConfig(fileConnector, proposal.config) as FileConfig };
}

for (const { title, name = 'messy.csv', content, truth, days, doubts = [] } of messyFiles) {
  test(`a right configuration at the first try, or a doubt: ${title}`, async () => {
    await writeFile(join(folder, name), content);
    const { config, totals, doubts: found } = await propose(name);
    const told = JSON.stringify([config, found], null, 1);
    assert.deepEqual([...new Set(found.map(({ code }) => code))].sort(), [...doubts].sort(), told);

    await verify([folder], config);
    const { rows } = await ask([folder], config, 'none', ever);
    const figures = Object.fromEntries(config.metrics.map(({ key }, index) => [key, rows[0]?.values[index]]));
    for (const [key, value] of Object.entries(truth)) {
      assert.equal(figures[key] ?? null, value, `${key} ${told}`);
      assert.equal(totals[key] ?? null, value, key);
    }
    const byDay = await ask([folder], config, 'day', ever);
    assert.deepEqual([byDay.rows[0]?.key, byDay.rows.at(-1)?.key], days, told);
  });
}
