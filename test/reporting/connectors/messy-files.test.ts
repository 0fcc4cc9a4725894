import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Grouping } from '../../../src/reporting/connectors/contract.ts';
import { fileConnector } from '../../../src/reporting/connectors/file.ts';
import { parseConfig } from '../../../src/reporting/connectors/registry.ts';
import { makeFolder, openFileContext } from '../../support/file-connection.ts';
import { messyFiles } from '../../support/messy-files.ts';
import { usually } from '../../support/suite.ts';

const folder = await makeFolder();
const asked = { from: '1900-01-01', to: '2100-12-31', timeZone: 'UTC', limit: 1000 };

for (const { title, name = 'messy.csv', content, truth, days, doubts = [] } of usually(
  messyFiles,
  messyFiles.slice(0, 5),
)) {
  test(`a right configuration at the first try, or a doubt: ${title}`, async () => {
    await writeFile(join(folder, name), content);
    await using context = openFileContext([folder]);
    const proposal = await fileConnector.propose?.({ path: name }, null, 'UTC', context);
    assert.ok(proposal);
    const config = parseConfig(fileConnector, proposal.config);
    const told = JSON.stringify([config, proposal.doubts], null, 1);
    assert.deepEqual([...new Set(proposal.doubts.map(({ code }) => code))].sort(), [...doubts].sort(), told);

    await fileConnector.verify(config, null, context);
    const metrics = config.metrics.map(({ key }) => key);
    const ask = (by: Grouping) => fileConnector.query(config, null, { ...asked, metrics, by }, context);
    const [whole] = (await ask('none')).rows;
    const figures = Object.fromEntries(metrics.map((key, index) => [key, whole?.values[index]]));
    for (const [key, value] of Object.entries(truth)) {
      assert.equal(figures[key] ?? null, value, `${key} ${told}`);
      assert.equal(proposal.totals[key] ?? null, value, key);
    }
    const { rows } = await ask('day');
    assert.deepEqual([rows[0]?.key, rows.at(-1)?.key], days, told);
  });
}
