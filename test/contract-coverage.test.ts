import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverageFaults, readRules, readTests } from '../scripts/contract-coverage.ts';

const page = ['## Lists', '', '**C-PAGE-1** `page` is 1 or more.', '', '## Bodies', '', '**C-BODY-2** See C-PAGE-1.'];
const rules = readRules(page.join('\n'));
const testsOf = (...titles: string[]) =>
  readTests('a.test.ts', titles.map((title) => `test(${title}, run);`).join('\n'));
const both = "'both [C-PAGE-1, C-BODY-2]'";

test('a rule is a paragraph of the contract that starts with an id of its section', () => {
  assert.deepEqual(rules, [
    { id: 'C-PAGE-1', section: 'Lists' },
    { id: 'C-BODY-2', section: 'Bodies' },
  ]);
});

test('tags are read from titles in any quotes, ignoring template placeholders', () => {
  const titles = ["'it\\'s one [C-PAGE-1]'", '"two"', '`$' + '{engine}: three $' + '{f(x)} [C-PAGE-1, C-BODY-2]`'];
  assert.deepEqual(testsOf(...titles), [
    { file: 'a.test.ts', title: "it's one", ids: ['C-PAGE-1'] },
    { file: 'a.test.ts', title: 'two', ids: [] },
    { file: 'a.test.ts', title: '…: three …', ids: ['C-PAGE-1', 'C-BODY-2'] },
  ]);
});

test('a contract whose rules are all tested has no faults', () => {
  assert.deepEqual(coverageFaults(rules, testsOf(both, "'another'")), []);
});

test('a rule without a test, a duplicate rule and a tag without a rule are reported', () => {
  const twice = [...rules, { id: 'C-PAGE-1', section: 'Bodies' }];
  assert.deepEqual(coverageFaults(twice, testsOf("'one [C-PAGE-1, C-PAGE-9]'")), [
    'docs/contract.md: C-PAGE-1 stands twice',
    'docs/contract.md: no test has [C-BODY-2] at the end of its title',
    'a.test.ts: "one" names C-PAGE-9, which docs/contract.md does not have',
  ]);
});

test('a malformed tag is reported', () => {
  const titles = [both, "'[C-PAGE-1] one'", "'two [C-PAGE-1 C-BODY-2]'", "'three [C-page-1]'"];
  assert.deepEqual(
    coverageFaults(rules, testsOf(...titles)),
    ['[C-PAGE-1] one', 'two [C-PAGE-1 C-BODY-2]', 'three [C-page-1]'].map(
      (title) => `a.test.ts: "${title}" does not end in rules as [C-PAGE-3] or [C-PAGE-3, C-QUERY-1] does`,
    ),
  );
});
