import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { renderProcess } from '../../../src/reporting/renderers/process/render-pool.ts';
import { benchmarkReport, metrics, timeseries } from '../../support/documents.ts';
import { renderIn } from '../../support/render.ts';
import { test, usually } from '../../support/suite.ts';

const documents = usually(100, 30);

test('memory stays flat over 100 documents', { timeout: 180_000 }, async () => {
  const child = fork(renderProcess.file, renderProcess.options());
  const { sections } = benchmarkReport();
  const megabytes: number[] = [];
  for (let count = 0; count < documents; count += 1) {
    const document = benchmarkReport({ sections: [timeseries(metrics.sessions, 1_800, count), ...sections] });
    megabytes.push((await renderIn(child, document)).rssBytes / 2 ** 20);
  }
  child.disconnect();
  const most = (values: number[]) => Math.max(...values);
  const quarter = Math.ceil(documents / 4);
  assert.ok(
    most(megabytes.slice(-quarter)) < most(megabytes.slice(0, quarter)) + 40,
    megabytes.map(Math.round).join(' '),
  );
});
