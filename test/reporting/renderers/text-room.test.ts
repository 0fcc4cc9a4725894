import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReportDocument } from '../../../src/reporting/documents/model.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { metrics, reportDocument, timeseries } from '../../support/documents.ts';
import { withoutPoppler, wordPlaces } from '../../support/files.ts';
import { renderDocument } from '../../support/render.ts';

/** Fifty texts with the given number of copies of a line: what is shown of them, and the notes on what is left out. */
function shown(line: string, copies: number): { text: string; notes: string[] } {
  const sections = Array.from(
    { length: 50 },
    () => ({ type: 'text', title: null, markdown: Array(copies).fill(line).join('\n') }) as const,
  );
  const document: ReportDocument = reportDocument({ sections });
  const texts = reportView(document).sections.flatMap((section) => (section.type === 'text' ? [section] : []));
  return {
    text: JSON.stringify(texts.map(({ blocks }) => blocks)),
    notes: texts.flatMap(({ note }) => (note === null ? [] : [note])),
  };
}

test('a report shows 10,000 lines of its texts, and notes where the rest is left out', () => {
  const { text, notes } = shown('- item', 1_000);
  assert.equal(text.match(/"item"/g)?.length, 10_000);
  assert.equal(notes.length, 40);
  assert.match(notes[0] ?? '', /the rest is left out/);
});

test('a report shows the lines of its texts that have 40,000 marks, and notes where the rest is left out', () => {
  const { text, notes } = shown('*a* '.repeat(100), 50);
  assert.deepEqual([text.match(/"emphasis":true/g)?.length, notes.length], [20_000, 46]);
});

test('a text of usual length is shown whole', () => {
  assert.deepEqual(shown('Some words of *one* line of a longer text.', 100).notes, []);
});

test('a long name in a section’s note is broken at the edge of the PDF page', {
  skip: withoutPoppler,
}, async () => {
  const note = { code: 'partial_day', date: '2026-06-29', message: `${'W'.repeat(120)} so far.` } as const;
  const document = reportDocument({ sections: [{ ...timeseries(metrics.sessions, 100, 1), notes: [note] }] });
  const { bytes } = await renderDocument(document, 'pdf');
  const places = wordPlaces(bytes, 2).filter(({ word }) => /W{9}/.test(word));
  assert.ok(places.length > 0 && places.every(({ right }) => right < 540), JSON.stringify(places));
});
