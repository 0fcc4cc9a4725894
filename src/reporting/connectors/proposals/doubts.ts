import type { Doubt } from '../contract.ts';
import { amountIn } from '../file/amount-texts.ts';
import { latin } from '../file/other-scripts.ts';
import { type Column, numberSql } from './columns.ts';
import { type FileNumbers, fits } from './number-formats.ts';
import type { OddRows } from './odd-rows.ts';

/** What may be wrong about how numbers are read. */
export function numberDoubts(
  columns: readonly Column[],
  numbers: FileNumbers,
  isNeeded: boolean,
  isTyped: boolean,
): Doubt[] {
  return [
    ...columns.flatMap((column) => doubtsOfColumn(column, numbers, isNeeded, isTyped)),
    ...columns.filter(({ kind, others }) => kind === 'empty' && others.length > 0).map(noValues),
    ...repeatedNames(columns),
  ];
}

function doubtsOfColumn(column: Column, file: FileNumbers, isNeeded: boolean, isTyped: boolean): Doubt[] {
  const { name, numbers, values, others } = column;
  if (!numbers) return [];
  const doubts: Doubt[] = [];
  const { decimal } = file.format;
  const isRead = numberSql(column, isNeeded ? file.format : undefined) !== undefined;
  const isOpen = numbers.open.size > 0 && numbers.decimals.size === 0 && numbers.thousands.size === 0;
  if (isOpen && !(isTyped && numbers.isPlain) && file.isGuessed) {
    const [mark] = numbers.open;
    const texts = values.map((value) => latin(value ?? '').trim());
    const example = texts.find((text) => text.includes(mark ?? '')) ?? '';
    const isThousands = mark !== decimal;
    const [whole, fraction] = [example.replace(mark ?? '', ''), example.replace(mark ?? '', '.')];
    const other = isThousands ? mark : mark === '.' ? ',' : '.';
    const message = `"${example}" is read as ${isThousands ? whole : fraction}. If it means ${isThousands ? fraction : whole}, write { "decimal": "${other}" } in "numbers".`;
    doubts.push({ column: name, code: 'grouped_thousands', message });
  }
  if (numbers.decimals.size > 1) {
    const message = 'Its numbers are written in more than one way, so that no metric is made of it. Give them one.';
    doubts.push({ column: name, code: 'contradicting_numbers', message });
  } else if (isNeeded && !numbers.isPlain && !fits(numbers, file.format)) {
    const message = `Its numbers are written in another way than those of other columns. Compare its total with what you know.`;
    doubts.push({ column: name, code: 'mixed_number_formats', message });
  }
  if (numbers.multiplied !== undefined) doubts.push(doubtOfSuffix(column, numbers.multiplied, isRead));
  else if (!isRead && numbers.decimals.size <= 1 && numbers.currencies.size <= 1) {
    const beside = others[0] === undefined ? '' : `, such as "${others[0].trim()}"`;
    const message = `Its values are written in ways that cannot be read together${beside}, so that no metric is made of it. Write all of them as numbers, and nothing where one is missing.`;
    doubts.push({ column: name, code: 'numbers_not_read', message });
  }
  if (numbers.currencies.size > 1) {
    const message = `Its amounts are in several currencies (${[...numbers.currencies].join(', ')}), which cannot be added up, so that no metric is made of it. Split the column.`;
    doubts.push({ column: name, code: 'several_currencies', message });
  }
  return doubts;
}

/** Suffixes such as the k of `1.2k`. */
function doubtOfSuffix({ name, numbers, others }: Column, example: string, isRead: boolean): Doubt {
  const suffix = amountIn(example)?.suffix;
  const word = suffix?.word ?? '';
  if (numbers?.isSettled === false) {
    const message = `What "${word}" in "${example}" stands for is not clear, so that no metric is made of it. Write the numbers out.`;
    return { column: name, code: 'unclear_suffix', message };
  }
  if (isRead) {
    const message = `"${word}" in "${example}" multiplies by ${(10 ** (suffix?.power ?? 0)).toLocaleString('en')}. If it is a unit, name it in the header and leave it out of the values.`;
    return { column: name, code: 'multiplying_suffix', message };
  }
  const beside = others[0] === undefined ? '' : ` beside others such as "${others[0].trim()}"`;
  const message = `Values such as "${example}"${beside} cannot be read, so that no metric is made of it. Write the numbers out, and nothing where one is missing.`;
  return { column: name, code: 'numbers_not_read', message };
}

/** The engine numbers columns of the same name. */
function repeatedNames(columns: readonly Column[]): Doubt[] {
  const names = new Set(columns.map(({ name }) => name));
  return columns.flatMap(({ name }) => {
    const first = name.replace(/_\d+$/, '');
    if (first === name || !names.has(first)) return [];
    const message = `There are several columns called "${first}"; this is a later one. Name them apart.`;
    return [{ column: name, code: 'repeated_name', message }];
  });
}

function noValues({ name, others }: Column): Doubt {
  const message = `It has no values, only texts such as "${others[0]?.trim()}", so that nothing is made of it.`;
  return { column: name, code: 'no_values', message };
}

/** What rows are taken for none. */
export function oddRowDoubts({ headers, units, totals, dated }: OddRows): Doubt[] {
  const doubts: Doubt[] = [];
  if (units.size > 0) {
    const message = 'The line below the header has units. It has no date and does not count.';
    doubts.push({ column: '', code: 'units_row', message });
  }
  if (headers.size > 0) {
    const message = `${headers.size} of the rows repeat the header. They have no date and do not count.`;
    doubts.push({ column: '', code: 'repeated_header', message });
  }
  if (totals.size > 0) {
    const how = dated.length > 0 ? 'The metrics filter them out' : 'They have no date and do not count';
    const message = `${totals.size} of the rows look like totals of the others. ${how}. If they are rows, change that.`;
    doubts.push({ column: dated[0]?.column.name ?? '', code: 'totals_row', message });
  }
  return doubts;
}
