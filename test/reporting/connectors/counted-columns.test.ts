import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Column, classify } from '../../../src/reporting/connectors/proposals/columns.ts';
import type { Meaning } from '../../../src/reporting/connectors/proposals/counting/choices.ts';
import { meaningsOf } from '../../../src/reporting/connectors/proposals/counting/sampled.ts';
import { numbersOfFile } from '../../../src/reporting/connectors/proposals/number-formats.ts';
import { type GeneratedTable, generatedTables, type True } from '../../support/generated-tables.ts';
import { vegaTables } from '../../support/vega-tables.ts';

const letters = { flow: 'f', ratio: 'r', level: 'l', people: 'p', code: 'c' } as const;

interface Judged {
  readonly where: string;
  readonly truth: True;
  readonly meaning: Meaning | undefined;
}

/** What is found of each column whose truth is written down. */
function judge({ title, header, rows, truth }: GeneratedTable): Judged[] {
  const columns = header.map((name, index): Column => {
    const values = rows.map((row) => row[index] || null);
    return classify({ name, sql: `"${name}"`, type: 'VARCHAR', values }, () => true, 'day');
  });
  const isNone = (one: Column) => one.kind !== 'date' && one.kind !== 'time';
  const none: Column = { name: '', sql: '', type: 'VARCHAR', kind: 'empty', others: [], values: rows.map(() => null) };
  const date = columns.find((one) => !isNone(one)) ?? none;
  const { format } = numbersOfFile(
    columns.flatMap(({ numbers }) => numbers ?? []),
    ',',
  );
  const found = meaningsOf(columns, date, format.decimal, () => true);
  return Object.entries(truth).map(([name, letter]) => ({
    where: `${title}: ${name}`,
    truth: letter,
    meaning: found.get(name),
  }));
}

const isRight = ({ truth, meaning }: Judged) => meaning !== undefined && letters[meaning.kind] === truth;
const isSilentSum = ({ truth, meaning }: Judged) =>
  /[rlp]/.test(truth) && meaning?.counted === 'total' && meaning.doubt === undefined;
const isDoubted = ({ truth, meaning }: Judged) =>
  truth === 'f' && (meaning?.doubt !== undefined || meaning?.counted !== 'total');
/** What is counted as something else than it is, without a word; means of levels and of ratios are the same. */
const isSilentlyWrong = (judged: Judged) => {
  const isMean = /mean/.test(judged.meaning?.counted ?? '') && /[rl]/.test(judged.truth);
  return !isRight(judged) && !isMean && judged.meaning?.counted !== undefined && judged.meaning.doubt === undefined;
};

const generated = generatedTables();
const tables: Readonly<Record<string, readonly GeneratedTable[]>> = {
  'exports that the program was tuned on': generated.filter(({ from }) => from === 'known'),
  'exports that it was not tuned on': generated.filter(({ from }) => from === 'held out'),
  'trades that nothing was known of': generated.filter(({ from }) => from === 'unfamiliar'),
  'the tables of vega-datasets': vegaTables(),
};

const suites = Object.entries(tables).map(([title, all]) => ({ title, all, judged: all.flatMap(judge) }));

for (const { title, all, judged } of suites) {
  test(`no ratio, level or people are summed without a doubt: ${title}`, (t) => {
    const flows = judged.filter(({ truth }) => truth === 'f');
    const doubted = judged.filter(isDoubted);
    const named = (which: readonly Judged[]) =>
      which.map(({ where, meaning }) => `${where} ${meaning?.kind} ${meaning?.counted}`);
    t.diagnostic(
      `${all.length} tables, ${judged.length} columns, ${judged.filter(isRight).length} told apart rightly; ${doubted.length} of ${flows.length} flows doubted`,
    );
    for (const each of named(judged.filter((one) => !isRight(one) && one.meaning !== undefined))) t.diagnostic(each);
    assert.deepEqual(named(judged.filter(isSilentSum)), []);
    assert.deepEqual(named(judged.filter(isSilentlyWrong)), []);
  });
}

test('of all flows of at least 120 tables one in twenty is doubted at most', () => {
  assert.ok(suites.flatMap(({ all }) => all).length >= 120);
  const flows = suites.flatMap(({ judged }) => judged).filter(({ truth }) => truth === 'f');
  assert.ok(flows.filter(isDoubted).length <= flows.length * 0.05);
});
