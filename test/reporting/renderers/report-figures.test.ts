import assert from 'node:assert/strict';
import { unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/universal';
import type { BreakdownRow, ReportDocument } from '../../../src/reporting/documents/model.ts';
import { type FigureFormat, writeFigures } from '../../../src/reporting/renderers/figures/formats.ts';
import { reportFigures } from '../../../src/reporting/renderers/figures/report-figures.ts';
import { csvRecords } from '../../support/csv.ts';
import { breakdown, metrics, reportDocument, timeseries } from '../../support/documents.ts';
import { sheetsInCalc, withoutCalc } from '../../support/office.ts';
import { buildSample } from '../../support/samples.ts';
import { test } from '../../support/suite.ts';
import { parseXml } from '../../support/xml.ts';

interface JsonFigure {
  readonly row: string | null;
  readonly key: string;
  readonly metric: string;
  readonly measure: string;
  readonly unit: string;
  readonly currency?: string;
  readonly period: { readonly from: string; readonly to: string };
  readonly value: number | null;
}

interface JsonSection {
  readonly section: number;
  readonly type: string;
  readonly title: string;
  readonly figures: readonly JsonFigure[];
}

function bytesOf(document: ReportDocument, format: FigureFormat): Buffer {
  return Buffer.concat([...writeFigures(reportFigures(document), format)]);
}

const jsonOf = (document: ReportDocument): { sections: JsonSection[] } =>
  JSON.parse(bytesOf(document, 'json').toString());
const csvOf = (document: ReportDocument) => csvRecords(bytesOf(document, 'csv').toString());

async function sheetsOf(document: ReportDocument) {
  const bytes = bytesOf(document, 'xlsx');
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;
  return (await readWorkbook(buffer, { trim: false })) as unknown as { sheet: string; data: unknown[][] }[];
}

const samples = ['goals', 'channels', 'charts', 'channelsArabic', 'hostile'] as const;

for (const name of samples) {
  test(`"${name}": table, workbook and JSON have the same figures, as the document has them`, async () => {
    const document = await buildSample(name);
    const { sections } = jsonOf(document);
    const [head, ...lines] = csvOf(document);
    assert.deepEqual(head, ['section', 'title', 'row', 'metric', 'unit', 'period', 'value', 'currency', 'part']);
    const harmless = (text: string) => (/^[=+\-@\t]/.test(text) ? `'${text}` : text);
    const expected = sections.flatMap(({ section, title, figures }) =>
      figures.map(({ row, metric, unit, currency = '', period, value }) => {
        const texts = [title, row ?? '', metric].map(harmless);
        const span = `${period.from}/${period.to}`;
        return [`${section}`, ...texts, unit, span, value === null ? '' : `${value}`, currency, ''];
      }),
    );
    assert.ok(lines.length > 10);
    assert.deepEqual(lines, expected);

    const sheets = await sheetsOf(document);
    assert.equal(sheets.length, sections.length);
    for (const [index, { section, figures }] of sections.entries()) {
      const { sheet, data = [] } = sheets[index] ?? {};
      assert.match(sheet ?? '', new RegExp(`^${section} `));
      const numbers = data.slice(1).flatMap((row) => row.filter((cell) => typeof cell === 'number'));
      assert.deepEqual(
        numbers,
        figures.flatMap(({ value }) => (value === null ? [] : [value])),
      );
      const days = data.flatMap(([cell]) => (cell instanceof Date ? [cell.toISOString().slice(0, 10)] : []));
      const own = document.sections[section - 1];
      const points = own?.type === 'timeseries' ? [...own.current, ...(own.compare ?? [])] : [];
      assert.deepEqual(
        days,
        points.map(({ date }) => date),
      );
    }

    const found = (section: number, of: Partial<JsonFigure>) => {
      const figures = sections.find((each) => each.section === section)?.figures ?? [];
      return figures.filter((each) =>
        Object.entries(of).every(([key, value]) => each[key as keyof JsonFigure] === value),
      );
    };
    const valuesOf = (section: number, of: Partial<JsonFigure>) => found(section, of).map(({ value }) => value);
    const both = ({ current, compare }: { current: number | null; compare: number | null }) =>
      document.periods.compare === null ? [current] : [current, compare];
    for (const [at, section] of document.sections.entries()) {
      const values = (key: string, row?: string | null) =>
        valuesOf(at + 1, { key, measure: 'value', ...(row === undefined ? {} : { row }) });
      switch (section.type) {
        case 'kpis':
          for (const item of section.items) assert.deepEqual(values(item.metric.key), both(item));
          break;
        case 'timeseries':
          for (const { metric, current, compare, total } of [section, ...(section.others ?? [])]) {
            const points = (each: typeof current) => each.map(({ value }) => value);
            const shown = [...points(current), total.current];
            const before = compare ? [...points(compare), total.compare] : [];
            assert.deepEqual(values(metric.key), document.periods.compare ? [...shown, ...before] : shown);
          }
          break;
        case 'breakdown':
          for (const [column, { key }] of section.metrics.entries()) {
            const rows: readonly BreakdownRow[] = [
              ...section.rows,
              ...(section.rest ? [section.rest] : []),
              section.total,
            ];
            assert.deepEqual(
              values(key),
              rows.flatMap(({ cells }) => both(cells[column] ?? { current: null, compare: null })),
            );
          }
          break;
        case 'channels':
          for (const { label, cells } of section.rows) {
            for (const [column, { key }] of section.metrics.entries()) {
              assert.deepEqual(values(key, label), both(cells[column] ?? { current: null, compare: null }));
            }
          }
          break;
        case 'funnel':
          for (const step of section.steps) {
            assert.deepEqual(values(step.metric.key), both(step));
            assert.deepEqual(valuesOf(at + 1, { key: step.metric.key, measure: 'of_first' }), both(step.of_first));
          }
          break;
        case 'goals':
          for (const goal of section.items) {
            const of = { key: goal.metric.key };
            assert.deepEqual(valuesOf(at + 1, { ...of, measure: 'target' }), [goal.target]);
            assert.deepEqual(valuesOf(at + 1, { ...of, measure: 'forecast' }), [goal.forecast]);
            assert.deepEqual(found(at + 1, { ...of, measure: 'value' })[0]?.period, goal.period);
          }
          break;
        default:
          assert.deepEqual(found(at + 1, {}), []);
      }
    }
  });
}

/** A breakdown with rows of these labels under a title. */
function tableOf(title: string, labels: readonly string[]) {
  return { ...breakdown(labels[0] ?? '', (row) => labels[row] ?? '', labels.length), title };
}

test('no text becomes a formula', async () => {
  const labels = ['=1+1', '+1', '-1', '@sum', '\tx', 'a "quoted", text', 'two\nlines', '_x0041_', '<b>&amp;'];
  const document = reportDocument({ sections: [tableOf('=HYPERLINK("x")', labels)] });
  const rows = new Set(csvOf(document).map(([, , row]) => row));
  for (const label of labels) assert.ok(rows.has(/^[=+\-@\t]/.test(label) ? `'${label}` : label), label);
  assert.equal(csvOf(document)[1]?.[1], '\'=HYPERLINK("x")');
  const parts = unzipSync(bytesOf(document, 'xlsx'));
  for (const [path, bytes] of Object.entries(parts)) {
    parseXml(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    assert.doesNotMatch(new TextDecoder().decode(bytes), /<f[ >]|t="str"/, path);
  }
  const [sheet] = await sheetsOf(document);
  const shown = sheet?.data.map(([cell]) => cell);
  for (const label of labels.filter((each) => each !== '_x0041_')) assert.ok(shown?.includes(label), label);
  // As Excel reads a text in which this would stand for a character.
  assert.ok(new TextDecoder().decode(parts['xl/worksheets/sheet1.xml']).includes('_x005F_x0041_'));
});

/** What Calc writes for a cell, with 15 digits of a number and a percentage as such. */
function assertInCalc(written: string, cell: unknown, which: string): void {
  if (typeof cell !== 'number') {
    const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell ?? '');
    assert.equal(written, text, which);
    return;
  }
  const value = written.endsWith('%') ? Number(written.slice(0, -1)) / 100 : Number(written || Number.NaN);
  assert.ok(Math.abs(value - cell) <= Math.abs(cell) * 1e-13, `${which}: ${written} for ${cell}`);
}

test('LibreOffice Calc reads every cell of a workbook as it is', { skip: withoutCalc }, async () => {
  for (const name of ['goals', 'charts', 'channelsArabic', 'japanese'] as const) {
    const document = await buildSample(name);
    const shown = sheetsInCalc(bytesOf(document, 'xlsx'));
    const sheets = await sheetsOf(document);
    assert.equal(shown.size, sheets.length, name);
    for (const { sheet, data } of sheets) {
      const records = csvRecords((shown.get(sheet) ?? '').replaceAll('\n', '\r\n'));
      assert.equal(records.length, data.length, `${name}, ${sheet}`);
      for (const [row, cells] of data.entries()) {
        for (const [column, cell] of cells.entries()) {
          assertInCalc(records[row]?.[column] ?? '', cell, `${name}, ${sheet}, ${row + 1}:${column + 1}`);
        }
      }
    }
  }
});

test('names of sheets are such as Excel takes, and no two are alike', async () => {
  const titles = [
    'a/b\\c[d]e:f*g?h',
    'a/b\\c[d]e:f*g?h',
    'History',
    "'quoted'",
    'x'.repeat(200),
    `${'x'.repeat(28)}🙂🙂`,
    '🙂',
  ];
  const names = (await sheetsOf(reportDocument({ sections: titles.map((title) => tableOf(title, ['row'])) }))).map(
    ({ sheet }) => sheet,
  );
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, titles.length);
  for (const name of names) {
    assert.ok(name.length >= 1 && name.length <= 31 && name.isWellFormed(), name);
    assert.doesNotMatch(name, /[[\]:*?/\\]|^'|'$|^history$/i);
  }
});

test('a currency has its digits, a percentage and a number their decimals, and a day is a date', () => {
  const sections = [timeseries(metrics.revenue, 1_800, 1)];
  const styles = (currency: string) => {
    const parts = unzipSync(bytesOf(reportDocument({ sections, currency }), 'xlsx'));
    return new TextDecoder().decode(parts['xl/styles.xml']);
  };
  assert.match(styles('EUR'), /formatCode="#,##0\.00 \[\$EUR\]"/);
  assert.match(styles('JPY'), /formatCode="#,##0 \[\$JPY\]"/);
  assert.match(styles('EUR'), /formatCode="yyyy\\-mm\\-dd"/);
});

test('a table of 5,000 rows comes in pieces, always the same', async () => {
  const document = reportDocument({ sections: [breakdown('Page', (row) => `/page/${row}`, 5_000)] });
  for (const format of ['csv', 'xlsx', 'json'] as const) {
    const sizes = [...writeFigures(reportFigures(document), format)].map(({ length }) => length);
    assert.ok(Math.max(...sizes) < 200_000 && sizes.length > 5, `${format}: ${Math.max(...sizes)}, ${sizes.length}`);
    assert.ok(bytesOf(document, format).equals(bytesOf(document, format)));
  }
  const [sheet] = await sheetsOf(document);
  assert.ok((sheet?.data.length ?? 0) > 5_000);
});

test('a report without figures has none in any format', async () => {
  const document = reportDocument({ sections: [{ type: 'text', title: null, markdown: 'Words' }] });
  assert.equal(bytesOf(document, 'csv').toString(), 'section,title,row,metric,unit,period,value,currency,part\r\n');
  assert.deepEqual(jsonOf(document).sections, []);
  const [sheet, ...others] = await sheetsOf(document);
  assert.deepEqual([sheet?.sheet, others], ['Figures', []]);
  assert.deepEqual(sheet?.data, [[document.title], ['There are no figures for this period.']]);
});
