import type { Doubt } from '../contract.ts';
import type { Column } from './columns.ts';
import type { Choice } from './counting/choices.ts';
import { type Countable, chosenOf } from './counting/counted.ts';
import { codesOfMark, markInName } from './currencies.ts';
import { labelOf } from './names.ts';

/** What tells the currencies of amounts, in a source. */
export interface CurrencyEvidence {
  readonly columns: readonly Pick<Column, 'name' | 'sql' | 'numbers'>[];
  /** The codes that stand in a column of codes. */
  readonly codes?: CodeColumn | undefined;
  /** The code of the project that it is for, which decides what `$` stands for. */
  readonly projectCurrency: string | undefined;
}

/** A column with the code of a currency in each row. */
export interface CodeColumn {
  readonly name: string;
  readonly sql: string;
  /** Each once. */
  readonly values: readonly string[];
  /** How a source leaves the rows of other currencies out, as a sentence that begins with "Use"; for files a filter if absent. */
  readonly advice?: (code: string) => string;
}

export interface FoundCurrency {
  /** ISO 4217; undefined where nothing tells it. */
  readonly currency: string | undefined;
  /** With the unit of amounts that they are. */
  readonly counted: readonly Countable[];
  readonly doubts: readonly Doubt[];
}

/** The mark of one column's amounts. */
export interface ColumnMark {
  readonly column: string;
  readonly mark: string;
  /** The codes that it may stand for, the most usual first. */
  readonly codes: readonly string[];
  /** Whether the column has amounts whatever it is called. */
  readonly isPlain: boolean;
}

/** The mark that a column's values have, or else its name; undefined where there is none. */
export function markOf({ name, numbers }: Pick<Column, 'name' | 'numbers'>): ColumnMark | undefined {
  const [inValues] = [...(numbers?.currencies ?? [])].filter((mark) => codesOfMark(mark).length > 0);
  const found = inValues === undefined ? markInName(name) : { mark: inValues, isPlain: true };
  return found && { column: name, codes: codesOfMark(found.mark), ...found };
}

/**
 * Finds the currency of a source's amounts by the marks of columns, or else by a column of codes. Those of another
 * currency than the rest become plain numbers, as they must not be shown as money of it.
 */
export function findCurrency(columns: readonly Countable[], evidence: CurrencyEvidence): FoundCurrency {
  const { codes, projectCurrency } = evidence;
  const marksOf = (choice: Choice) => marksOfChoice(choice, evidence.columns);
  const chosen = columns.flatMap((column) => chosenOf(column) ?? []);
  const marks = chosen.flatMap(marksOf);
  const codesOf = (choice: Choice) => [...new Set(marksOf(choice).map((mark) => resolve(mark, projectCurrency)))];
  const currency =
    leading(chosen.flatMap(codesOf), projectCurrency) ?? (codes?.values.length === 1 ? codes.values[0] : undefined);
  const counted = columns.map((column) => inCurrency(column, codesOf, currency));
  const money = counted.flatMap((column) => chosenOf(column) ?? []).filter(isMoney);
  return {
    currency: money.length > 0 ? currency : undefined,
    counted,
    doubts: [
      ...whichCurrency(marks, projectCurrency),
      ...columns.flatMap((column) => otherCurrency(column, codesOf, currency)),
      ...(codes && money.length > 0 ? severalCurrencies(codes, money) : []),
    ],
  };
}

function isMoney({ metric: { unit } }: Choice): boolean {
  return unit === 'currency';
}

/** The marks of the amounts that a figure is made of. A number is an amount where it is of one column that says so. */
function marksOfChoice(choice: Choice, columns: CurrencyEvidence['columns']): ColumnMark[] {
  const { sql, unit } = choice.metric;
  if (unit !== 'currency' && unit !== 'number') return [];
  const used = columns.filter((column) => sql.includes(column.sql));
  const marks = used.flatMap((column) => markOf(column) ?? []);
  return unit === 'currency' ? marks : marks.filter(({ isPlain }) => isPlain && used.length === 1);
}

type CodesOf = (choice: Choice) => readonly string[];

function inCurrency(countable: Countable, codesOf: CodesOf, currency: string | undefined): Countable {
  const choices = countable.choices.map((choice): Choice => {
    const own = codesOf(choice);
    if (own.length === 0) return choice;
    return { ...choice, metric: { ...choice.metric, unit: isAll(own, currency) ? 'currency' : 'number' } };
  });
  const own = ownCodes(countable, codesOf);
  const label = labelOf(countable.column);
  const isTold = isAll(own, currency) || own.every((code) => label.includes(code));
  return { ...countable, choices, ...(!isTold && { label: `${label.slice(0, 100)} (${own.join(', ')})` }) };
}

/** The codes of the figure that is proposed. */
function ownCodes(countable: Countable, codesOf: CodesOf): readonly string[] {
  const chosen = chosenOf(countable);
  return chosen ? codesOf(chosen) : [];
}

function isAll(codes: readonly string[], currency: string | undefined): boolean {
  return codes.every((code) => code === currency);
}

function otherCurrency(countable: Countable, codesOf: CodesOf, currency: string | undefined): Doubt[] {
  const own = ownCodes(countable, codesOf);
  if (isAll(own, currency)) return [];
  const message = `Its amounts are in ${listed(own, 'and')}, and those of the connection in ${currency}, so that it is shown as a plain number. Connect the source once more with "currency": "${own[0]}" to show it as money.`;
  return [{ column: countable.column, code: 'other_currency', message }];
}

/** What a mark stands for: the project's currency where it may, else the most usual one. */
function resolve({ codes }: ColumnMark, projectCurrency: string | undefined): string {
  const [usual = ''] = codes;
  return projectCurrency !== undefined && codes.includes(projectCurrency) ? projectCurrency : usual;
}

/** The project's currency where it is among them, else the most frequent, the first of several. */
function leading(codes: readonly string[], projectCurrency: string | undefined): string | undefined {
  if (projectCurrency !== undefined && codes.includes(projectCurrency)) return projectCurrency;
  const counted = Map.groupBy(codes, (code) => code);
  return [...counted].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0];
}

function whichCurrency(marks: readonly ColumnMark[], projectCurrency: string | undefined): Doubt[] {
  const unclear = marks.filter((mark) => mark.codes.length > 1 && !mark.codes.includes(projectCurrency ?? ''));
  return [...new Map(unclear.map((mark) => [mark.column, mark])).values()].map(({ column, mark, codes }) => {
    const [usual, ...others] = codes;
    const message = `"${mark}" is read as ${usual}. If it is ${listed(others.slice(0, 6))}, change "currency".`;
    return { column, code: 'which_currency', message };
  });
}

function severalCurrencies({ name, sql, values, advice }: CodeColumn, money: readonly Choice[]): Doubt[] {
  const [code = ''] = values;
  if (values.length < 2) return [];
  const total = money.find(({ counted }) => counted === 'total');
  const filtered = total && filter(total.metric.sql, `${sql} = '${code}'`);
  const use = advice?.(code) ?? (filtered ? `Use ${filtered}` : `Give each metric a FILTER (WHERE ${sql} = '${code}')`);
  const message = `The rows have amounts in ${listed(values.slice(0, 6), 'and')}, which would be added up. ${use} and "currency": "${code}", and connect the source once for each currency.`;
  return [{ column: name, code: 'several_currencies', message }];
}

/** An aggregate of the rows that meet a condition, besides the one that it has. */
function filter(sql: string, condition: string): string {
  return / FILTER \(WHERE .*\)$/.test(sql)
    ? sql.replace(/\)$/, ` AND ${condition})`)
    : `${sql} FILTER (WHERE ${condition})`;
}

function listed(names: readonly string[], joint = 'or'): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${joint} ${names.at(-1)}`;
}
