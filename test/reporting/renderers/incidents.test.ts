import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages } from '../../../src/reporting/documents/messages/messages.ts';
import type { SeriesIncident, TimeseriesSection } from '../../../src/reporting/documents/model.ts';
import { layoutMarks } from '../../../src/reporting/renderers/charts/incident-marks.ts';
import { renderHtml } from '../../../src/reporting/renderers/html/render-html.ts';
import { mailContent } from '../../../src/reporting/renderers/mail/mail-content.ts';
import { reportView } from '../../../src/reporting/renderers/view/report-view.ts';
import { metrics, reportDocument, timeseries } from '../../support/documents.ts';
import { pdfAlternatives, pdfText, withoutPoppler } from '../../support/files.ts';
import { renderDocument } from '../../support/render.ts';
import { WordFile } from '../../support/word-file.ts';

const periods = {
  current: { from: '2026-04-01', to: '2026-06-29' },
  compare: { from: '2026-01-01', to: '2026-03-31' },
};
const fell: SeriesIncident = {
  ...{ from: '2026-04-10', to: '2026-04-12', is_over: true, metrics: ['sessions'] },
  text: 'Sessions −62%: 38, where 100 is usual (84 to 117).',
};
const silent: SeriesIncident = {
  ...{ from: '2026-06-20', to: '2026-06-29', is_over: false, metrics: ['sessions'], text: 'No figures.' },
};
const section = (items: readonly SeriesIncident[] = [fell, silent], others = 0): TimeseriesSection => ({
  ...timeseries(metrics.sessions, 100, 1),
  incidents: { items, others },
});
const document = (shown: TimeseriesSection = section(), locale = 'en-US') =>
  reportDocument({ locale, sections: [shown], periods });

function viewOf(shown: TimeseriesSection = section(), locale = 'en-US') {
  const [view] = reportView(document(shown, locale)).sections;
  assert.ok(view?.type === 'timeseries');
  return view;
}

test('below the chart each stands with its number, its days and what was found', () => {
  const lines = viewOf(section([fell, silent], 3))
    .note?.replace(/[\u2009\u202f]/g, ' ')
    .split('\n');
  assert.deepEqual(lines?.slice(-4), [
    'Incidents marked in the chart:',
    '(1) Apr 10 – 12, 2026: Sessions −62%: 38, where 100 is usual (84 to 117).',
    '(2) since Jun 20, 2026: No figures.',
    'Earlier incidents, not marked: 3.',
  ]);
  assert.equal(viewOf(timeseries(metrics.sessions, 100, 1)).note?.includes('\n'), undefined);
});

test('the points of its days are marked: of weeks and months those that have one of them', () => {
  const markedOf = (by: TimeseriesSection['by'], current: readonly string[]) =>
    viewOf({ ...section([fell]), by, current: current.map((date) => ({ date, value: 1 })), compare: null }).charts[0]
      ?.data.marked;
  assert.deepEqual(viewOf().charts[0]?.data.marked, [
    { number: '1', first: 9, last: 11 },
    { number: '2', first: 80, last: 89 },
  ]);
  assert.deepEqual(markedOf('week', ['2026-04-01', '2026-04-06', '2026-04-13']), [{ number: '1', first: 1, last: 1 }]);
  assert.deepEqual(markedOf('month', ['2026-04-01', '2026-05-01', '2026-06-01']), [{ number: '1', first: 0, last: 0 }]);
  assert.deepEqual(markedOf('day', []), []);
});

test('a chart of its own for each metric marks what was found of that metric alone', () => {
  const users = { ...timeseries(metrics.users, 5_000, 2), compare: null };
  const shown: TimeseriesSection = {
    ...section([fell, { ...silent, metrics: ['sessions', 'users'] }]),
    others: [{ metric: metrics.users, current: users.current, compare: null, total: users.total }],
  };
  assert.deepEqual(
    viewOf(shown).charts.map(({ data }) => data.marked?.map(({ number }) => number)),
    [['1', '2'], ['2']],
  );
  assert.deepEqual(
    viewOf(shown).charts.map(({ alternative }) => /\(1\)/.test(alternative)),
    [true, false],
  );
});

test('marks that share days have one bracket, labels never touch, and nothing leaves the plot', () => {
  const span = (index: number) => [10 + index * 2, 12 + index * 2] as const;
  const plot = { left: 10, right: 110, bottom: 80 };
  const marks = (...days: [number, number][]) =>
    layoutMarks(
      days.map(([first, last], index) => ({ number: String(index + 1), first, last })),
      span,
      plot,
    );
  assert.equal(layoutMarks([], span, plot), null);
  assert.deepEqual(
    marks([0, 4], [3, 9], [30, 31])?.labels.map(({ text }) => text),
    ['1, 2', '3'],
  );
  assert.equal(marks([0, 4], [3, 9], [30, 31])?.brackets.match(/M/g)?.length, 2);
  assert.deepEqual(
    marks([0, 0], [2, 2], [4, 4], [40, 40])?.labels.map(({ text }) => text),
    ['1–3', '4'],
  );
  const [first] = marks([0, 0])?.labels ?? [];
  assert.ok((first?.x ?? 0) > 12, 'a label at the edge is moved into the plot');
});

test('who does not see the marks reads them: in the alternative text, and on the rows of the table', () => {
  const view = viewOf();
  assert.match(
    view.charts[0]?.alternative.replace(/[\u2009\u202f]/g, ' ') ?? '',
    / Incidents marked: \(1\) Apr 10 – 12, 2026; \(2\) since Jun 20, 2026\.$/,
  );
  const page = renderHtml(document(), { downloads: [], assets: '/assets', nonce: 'x' });
  assert.match(page, /<th scope="col">Incidents<\/th>/);
  const rows = [...page.matchAll(/<tr><th scope="row">([^<]*)<\/th>.*?<td>([^<]*)<\/td><\/tr>/g)];
  assert.deepEqual(
    rows.flatMap(([, day, found]) => (found === '1' ? [day] : [])),
    ['Apr 10, 2026', 'Apr 11, 2026', 'Apr 12, 2026'],
  );
});

for (const locale of ['en-US', 'de-DE', 'fr-FR', 'es-ES', 'pt-BR', 'pl-PL', 'ru-RU', 'uk-UA', 'ja-JP', 'ar-EG']) {
  test(`${locale}: the words for incidents are those of the language, in the alternative text, too`, () => {
    const english = viewOf(section([fell, silent], 1));
    const view = viewOf(section([fell, silent], 1), locale);
    const [head, one, two, others] = view.note?.split('\n').slice(-4) ?? [];
    assert.match(one ?? '', /^[(（][1١][)）]/);
    assert.ok([head, one, two, others].every((line) => line));
    if (locale === 'en-US') return;
    const own = english.note?.split('\n').slice(-4) ?? [];
    for (const [index, line] of [head, one, two, others].entries()) assert.notEqual(line, own[index]);
    assert.doesNotMatch(view.charts[0]?.alternative ?? '', /Incidents marked:|since/);
    assert.equal(languages.includes(locale.slice(0, 2)), true);
  });
}

test('PDF, Word and e-mails say what was found, and the files of a report without it are as they were', {
  skip: withoutPoppler,
}, async () => {
  const pdf = await renderDocument(document(), 'pdf');
  assert.deepEqual(pdf.warnings, [], 'nothing is in the way of PDF/UA');
  assert.match(
    pdfText(pdf.bytes).replace(/\s+/g, ' '),
    /\(1\) Apr 10 – 12, 2026: Sessions −62%: 38, where 100 is usual/,
  );
  assert.ok(pdfAlternatives(pdf.bytes).some((text) => /Incidents marked/.test(text)));
  const word = new WordFile((await renderDocument(document(), 'doc')).bytes);
  const words = word.all('w:t').map(({ text }) => text);
  assert.match(words.join(' '), /\(2\) since Jun 20, 2026: No figures\./);
  assert.ok(mailContent(reportView(document())).notes.some((note) => /No figures\./.test(note)));
});
