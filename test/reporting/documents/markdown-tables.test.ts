import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MarkdownBlock, type MarkdownTable, parseMarkdown } from '../../../src/reporting/documents/markdown.ts';
import { fillPlaceholders } from '../../../src/reporting/documents/placeholders.ts';
import { spansText } from '../../../src/reporting/renderers/text/blocks-text.ts';
import { assertLinear } from '../../support/growth.ts';

function tableOf(markdown: string): MarkdownTable {
  const table = parseMarkdown(markdown).find((block): block is MarkdownTable => block.type === 'table');
  assert.ok(table, markdown);
  return table;
}

test('a table has sides, a head and rows of equal length, with styles in its cells', () => {
  const { columns, head, rows, isCut } = tableOf(
    '| A | B | C |\n|:--|--:|:-:|\n| **b** | [l](https://example.com) |\n| 1 | 2 | 3 | 4 |',
  );
  assert.deepEqual([columns, isCut], [['start', 'end', 'center'], false]);
  assert.deepEqual(head.map(spansText), ['A', 'B', 'C']);
  assert.deepEqual(
    rows.map((row) => row.map(spansText)),
    [
      ['b', 'l', ''],
      ['1', '2', '3'],
    ],
  );
  assert.ok(rows[0]?.[0]?.[0]?.strong && rows[0]?.[1]?.[0]?.href === 'https://example.com/');
});

test('a table may stand in a list or a quote, and text with bars is none', () => {
  const kinds = (blocks: readonly MarkdownBlock[]): string[] =>
    blocks.flatMap((block) => [
      block.type,
      ...('items' in block ? block.items.flatMap(kinds) : 'blocks' in block ? kinds(block.blocks) : []),
    ]);
  assert.deepEqual(kinds(parseMarkdown('- x\n\n  | A |\n  |---|\n  | 1 |')), ['list', 'paragraph', 'table']);
  assert.deepEqual(kinds(parseMarkdown('> | A |\n> |---|')), ['quote', 'table']);
  assert.deepEqual(kinds(parseMarkdown('a | b\nc | d')), ['paragraph']);
});

test('of a table 200 rows and 12 columns are shown', () => {
  const wide = (columns: number, rows: number) =>
    tableOf(
      [`|${'h|'.repeat(columns)}`, `|${'-|'.repeat(columns)}`, ...Array(rows).fill(`|${'c|'.repeat(columns)}`)].join(
        '\n',
      ),
    );
  const whole = wide(12, 200);
  assert.deepEqual([whole.columns.length, whole.rows.length, whole.isCut], [12, 200, false]);
  for (const cut of [wide(13, 200), wide(12, 201)]) {
    assert.deepEqual([cut.columns.length, cut.head.length, cut.rows.length, cut.isCut], [12, 12, 200, true]);
  }
});

test('a hostile table takes linear time', () => {
  const half = (length: number) => Math.floor(length / 8);
  const table = (length: number) =>
    `|${'a|'.repeat(half(length))}\n|${'-|'.repeat(half(length))}\n${'|\n'.repeat(2 * half(length))}`;
  assertLinear('empty rows of a wide table', table, parseMarkdown);
});

test('values take the place of placeholders in all texts, and never become marks', () => {
  const values = { 'con_1.a_b.current': '*1. <b>| x', 'period.current': 'May' };
  const blocks = parseMarkdown(
    '{{con_1.a_b.current}}. Then **{{ period.current }}** `{{period.current}}`\n\n| {{period.current}} |\n|--|\n| {{other}} |\n\n    {{period.current}}',
    (text) => fillPlaceholders(text, values),
  );
  assert.deepEqual(
    blocks.map((block) =>
      'spans' in block ? spansText(block.spans) : block.type === 'code' ? block.text : block.type,
    ),
    ['*1. <b>| x. Then May May', 'table', 'May'],
  );
  const [, table] = blocks;
  assert.ok(table?.type === 'table');
  assert.deepEqual(
    [table.head, ...table.rows].map((row) => row.map(spansText)),
    [['May'], ['{{other}}']],
  );
});
