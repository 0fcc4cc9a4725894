import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import type { Section } from '../../../src/reporting/documents/model.ts';
import { shapable } from '../../../src/reporting/renderers/pdf/shapable.ts';
import { renderProcess } from '../../../src/reporting/renderers/process/render-pool.ts';
import { reportDocument } from '../../support/documents.ts';
import { pdfText, withoutPoppler } from '../../support/files.ts';
import { renderDocument, renderIn } from '../../support/render.ts';

/** Marks that no font has, after what one has; and Devanagari syllables without end. */
const endedTheProcess = [
  '\u074f{\u0739',
  'x \u073a\u0718',
  '\u0713😅\u0732',
  '\u05d0{\u20d0',
  '\u0628\u0897',
  `${'\u07d2'.repeat(46)}\u07ee\u031b${'\u07d2'.repeat(11)}`,
  `${'\u{1e90e}'.repeat(25)}」\u{1e90e}\u{1e90e} \u{1e947}${'\u{1e90e}'.repeat(7)}`,
  'क्'.repeat(200),
  `क${'ि'.repeat(300)}`,
];

test('no sequence of letters and marks crashes the process that makes a PDF', async () => {
  const child = fork(renderProcess.file, { ...renderProcess.options(), stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const ended = once(child, 'exit').then(([code, signal]) => assert.fail(`ended with ${code ?? signal}`));
  try {
    for (const text of endedTheProcess) {
      const sections: Section[] = [{ type: 'text', title: text, markdown: `${text}\n\n> ${text}` }];
      const reply = await Promise.race([renderIn(child, reportDocument({ title: text, sections })), ended]);
      assert.ok('artifact' in reply, JSON.stringify(text));
    }
  } finally {
    ended.catch(() => {});
    child.kill('SIGKILL');
  }
});

test('a sign with a mark from another font is set once in right-to-left text', {
  skip: withoutPoppler,
}, async () => {
  const sections: Section[] = [{ type: 'text', title: null, markdown: 'אב{\u0651גד' }];
  const { bytes } = await renderDocument(reportDocument({ sections }), 'pdf');
  assert.equal(pdfText(bytes).match(/[{}]/g)?.length, 1);
});

test('normally spelled words stay unchanged', () => {
  for (const words of ['مُحَمَّد – 12٫5 %', 'שָׁלוֹם, עוֹלָם', 'ܫܠܳܡܳܐ', 'राजस्व', 'רווח 1️⃣ #️⃣ ☎️ 👨‍👩‍👧', 'יום ที่ x']) {
    assert.equal(shapable(words), words);
  }
});
