import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readCsv } from '../../../src/domains/project-imports/csv.ts';
import { rowsOfCsv, rowsOfList } from '../../../src/domains/project-imports/import-rows.ts';
import { ServiceError } from '../../../src/platform/errors.ts';

const written = (cells: readonly string[], separator: string) =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(separator);
const value = fc
  .string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', '\n', ' ', '字'), maxLength: 8 })
  .map((text) => text.trim());

for (const separator of [',', ';', '\t']) {
  test(`what is written with ${JSON.stringify(separator)} is read as it was, with or without a byte order mark`, () => {
    const table = fc.array(fc.tuple(value, value, value), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(table, fc.constantFrom('', '\uFEFF'), fc.constantFrom('\n', '\r\n'), (cells, mark, end) => {
        const header = ['name', 'client', 'currency'];
        const text = mark + [header, ...cells].map((line) => written(line, separator)).join(end);
        const read = readCsv(text, 100);
        assert.deepEqual(read.header.cells, header);
        const full = cells.map((line, index) => ({ row: index + 2, cells: [...line] }));
        assert.deepEqual(
          read.rows,
          full.filter((line) => line.cells.some(Boolean)),
        );
      }),
    );
  });
}

test('rows are numbered as a spreadsheet does, over empty lines and line breaks in values', () => {
  const { rows } = readCsv('name\n\n"two\nlines"\nlast\n', 10);
  assert.deepEqual(rows, [
    { row: 3, cells: ['two\nlines'] },
    { row: 4, cells: ['last'] },
  ]);
});

const faults: Record<string, [text: string, message: RegExp]> = {
  'a quote that is never closed': ['name\nA\n"B\nC', /^Row 3 has a value that begins with a quote and has no closing/],
  'a quote within a value': ['name\nA 19" rack', /^Row 2 has a quote within a value; put the whole value in quotes/],
  'something behind a closing quote': ['name\n"A"b', /^Row 2 has a quote within a value/],
  'too many rows': [`name\n${'x\n'.repeat(5_001)}`, /^Row 5002 is one too many: a file has at most 5,000 rows/],
  'an empty file': ['\n \n', /^Row 1 is missing: the first line names the columns/],
  'no column "name"': ['client\nNorthwind', /no column "name"/],
  'an unknown column': [
    'name;Time zone\nA;UTC',
    /"Time zone" is not known. There are name, client, time_zone, language/,
  ],
  'a column twice': ['name,NAME\nA,B', /"NAME" stands in the header twice/],
  'more values than columns': [
    'name\nA,B\n'.replace('name', 'name,client').replace('A,B', 'A,B,C'),
    /^Row 2 has 3 values, and the header 2/,
  ],
  'too many columns': [`${'a,'.repeat(101)}\n`, /^Row 1 has more than 100 columns/],
};
for (const [what, [text, message]] of Object.entries(faults)) {
  test(`${what} is told with its row`, () => {
    assert.throws(
      () => rowsOfCsv(text),
      (error) => error instanceof ServiceError && error.code === 'invalid_request' && message.test(error.message),
    );
  });
}

test('other columns than the known ones are slots, with or without "slot:"; a file and a list say the same', () => {
  const [row] = rowsOfCsv('Name;currency;ads;slot:name\n Web shop ;eur;google-ads:1; 2 ');
  const slots = { ads: 'google-ads:1', name: '2' };
  const plain = { client: '', time_zone: '', language: '', template: '', folder: '' };
  assert.deepEqual(row, { row: 2, name: 'Web shop', currency: 'eur', ...plain, slots, tags: [], connections: [] });
  const given = {
    name: ' Web shop ',
    currency: 'eur',
    client: null,
    slots: { ads: ' google-ads:1', name: '2', seo: ' ' },
  };
  assert.deepEqual(rowsOfList([given]), [{ ...row, row: 1 }]);
  const [read] = rowsOfCsv('name;connections;tags\nA;google-ads:1  con_2 ;Retail, Every month,');
  assert.deepEqual(
    [read?.connections, read?.tags],
    [
      ['google-ads:1', 'con_2'],
      ['Retail', 'Every month'],
    ],
  );
});
