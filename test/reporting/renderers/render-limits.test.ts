import assert from 'node:assert/strict';
import type { ReportDocument, Section } from '../../../src/reporting/documents/model.ts';
import { longTables, reportDocument } from '../../support/documents.ts';
import { pdfText, withoutPoppler } from '../../support/files.ts';
import { renderDocument } from '../../support/render.ts';
import { test } from '../../support/suite.ts';

async function pdfOf(document: ReportDocument): Promise<Uint8Array> {
  const { bytes, warnings } = await renderDocument(document, 'pdf');
  assert.deepEqual(warnings, []);
  return bytes;
}

function processorSeconds(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
}

test('the most rows and the longest text that a report shows are rendered within the deadline of an export', async () => {
  const sections: Section[] = [
    ...longTables(5_000, (row) => `A city with a name that takes more than one line of its column, number ${row}`),
    { type: 'text', title: 'Long', markdown: 'lorem ipsum '.repeat(83_000) },
  ];
  const started = process.cpuUsage();
  await pdfOf(reportDocument({ sections }));
  assert.ok(processorSeconds(started) < 60);
});

test('tables beyond 5,000 rows are cut with a note, within seconds', { skip: withoutPoppler }, async () => {
  const document = reportDocument({ sections: longTables(5_200, (row) => `Row ${row}`) });
  const started = process.cpuUsage();
  const pdf = pdfText(await pdfOf(document));
  assert.ok(processorSeconds(started) < 20);
  assert.ok(pdf.includes('Row 5000') && !pdf.includes('Row 5001'));
  assert.equal(pdf.split('100 more rows are not shown.').length, 3);
});

test('a text beyond a million characters is cut with a note, within seconds', { skip: withoutPoppler }, async () => {
  const section: Section = { type: 'text', title: 'Long', markdown: 'lorem ipsum '.repeat(90_000) };
  const started = process.cpuUsage();
  const pdf = pdfText(await pdfOf(reportDocument({ sections: [section] })));
  assert.ok(processorSeconds(started) < 20);
  assert.ok(pdf.includes('the rest is left out'));
});
