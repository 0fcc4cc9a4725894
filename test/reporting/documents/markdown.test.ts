import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MarkdownBlock, parseMarkdown } from '../../../src/reporting/documents/markdown.ts';
import { assertLinear } from '../../support/growth.ts';

function textOf(block: MarkdownBlock | undefined): string {
  return block && 'spans' in block ? block.spans.map(({ text }) => text).join('') : '';
}

test('CommonMark becomes headings, paragraphs, lists, quotes, code and rules', () => {
  const blocks = parseMarkdown('# A\n\ntext\n\n- b\n  1. c\n\n> d\n\n```\ne\n```\n\n***\n\n3. f');
  assert.deepEqual(
    blocks.map(({ type }) => type),
    ['heading', 'paragraph', 'list', 'quote', 'code', 'rule', 'list'],
  );
  const last = blocks.at(-1);
  assert.equal(last?.type === 'list' && last.start, 3);
});

test('spans carry their styles', () => {
  const [block] = parseMarkdown('a **b *c*** `d` [e](https://example.com)\\\nf');
  assert.ok(block?.type === 'paragraph');
  const styled = block.spans.map(({ text, strong, emphasis, code, href }) => [text, strong, emphasis, code, href]);
  assert.deepEqual(styled[1], ['b ', true, false, false, null]);
  assert.deepEqual(styled[2], ['c', true, true, false, null]);
  assert.deepEqual(styled[4], ['d', false, false, true, null]);
  assert.deepEqual(styled[6], ['e', false, false, false, 'https://example.com/']);
  assert.deepEqual(styled[7]?.[0], '\n');
});

test('HTML is text, and only web and mail addresses are links', () => {
  const [html, links] = parseMarkdown('<script>alert(1)</script>\n\n<b>x</b> [y](javascript:z) [m](mailto:a@b.c)');
  assert.equal(textOf(html), '<script>alert(1)</script>');
  assert.ok(links?.type === 'paragraph');
  assert.ok(textOf(links).startsWith('<b>x</b> y'));
  assert.deepEqual(
    links.spans.map(({ href }) => href).filter((href) => href !== null),
    ['mailto:a@b.c'],
  );
});

test('absurdly deep nesting is read within a second and keeps its text', () => {
  for (const marker of ['> ', '- ', '1. ']) {
    const started = performance.now();
    const blocks = parseMarkdown(`${marker.repeat(6_000)}end`);
    assert.ok(performance.now() - started < 1_000, marker);
    assert.ok(JSON.stringify(blocks).includes('end'));
  }
});

test('a text of many unclosed brackets becomes plain paragraphs, one with a hundred is parsed', () => {
  const read = (brackets: number): string => JSON.stringify(parseMarkdown(`*a*\n${'!['.repeat(brackets)}\n\nb`));
  assert.match(read(100), /"emphasis":true/);
  assert.match(read(101), /"text":"\*a\* (!\[){101}"/);
  assert.match(read(101), /"text":"b"/);
  const links = '[a](https://b.c) '.repeat(1_000);
  assert.equal(JSON.stringify(parseMarkdown(links)).match(/"href":"https/g)?.length, 1_000);
});

test('nesting a little too deep keeps every paragraph', () => {
  const blocks = parseMarkdown(
    `${'> '.repeat(12)}deep\n\n- a\n  - b\n    - c\n      - d\n        - e\n          - f\n            - g`,
  );
  const shown = JSON.stringify(blocks);
  for (const text of ['deep', '"a"', '"b"', '"f"', '"g"']) assert.ok(shown.includes(text), text);
});

test('a list that is indented as deep as a text can be long keeps every item', () => {
  const items = Array.from({ length: 140 }, (_, depth) => `${'  '.repeat(depth)}- item ${depth}.`);
  const shown = JSON.stringify(parseMarkdown(items.join('\n')));
  for (let depth = 0; depth < items.length; depth += 1) assert.ok(shown.includes(`item ${depth}.`), String(depth));
});

test('lines of one paragraph are joined by a space, and what a backslash or two spaces break stays broken', () => {
  const [block] = parseMarkdown('one\ntwo  \nthree');
  assert.equal(textOf(block), 'one two\nthree');
});

test('an address by reference is a link, and its definition is not shown', () => {
  const blocks = parseMarkdown('see [there]\n\n[there]: https://example.com');
  assert.equal(blocks.length, 1);
  assert.ok(blocks[0]?.type === 'paragraph');
  assert.deepEqual(blocks[0].spans.at(-1), {
    text: 'there',
    strong: false,
    emphasis: false,
    code: false,
    href: 'https://example.com/',
  });
});

test('pictures are their alternative text, and entities the characters they mean', () => {
  assert.equal(textOf(parseMarkdown('![a *chart*](x.png) &amp; &copy;')[0]), 'a chart & ©');
});

test('a heading without words is dropped', () => {
  assert.deepEqual(parseMarkdown('#\n\n## \u00a0\n\n### ![](https://a.example/b.png)'), []);
});

test('hostile texts take time in proportion to their length', () => {
  const texts = {
    'a nested line behind spaces': (length: number) => `${' '.repeat(length)}${'- '.repeat(30)}x`,
    'a nested line with spaces inside': (length: number) => `${'- '.repeat(30)}${' '.repeat(length)}x`,
    'a nested line that ends in tabs': (length: number) => `${'* '.repeat(30)}x${'\t'.repeat(length)}y`,
    'a long rule that is none': (length: number) => `${'- '.repeat(length / 2)}x`,
  };
  for (const [name, makeText] of Object.entries(texts)) assertLinear(name, makeText, parseMarkdown);
});

test('a rule of many marks, spaced or not, is a rule', () => {
  for (const mark of ['-', '*']) {
    for (const line of [`${mark} `.repeat(30), `   ${mark.repeat(60)}`, `${mark}\t`.repeat(30)]) {
      assert.deepEqual(parseMarkdown(line), [{ type: 'rule' }], line);
    }
  }
});
