import type { Doubt } from '../contract.ts';
import type { Column } from './columns.ts';
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
  const { name, numbers, values } = column;
  if (!numbers) return [];
  const doubts: Doubt[] = [];
  const { decimal } = file.format;
  const isOpen = numbers.open.size > 0 && numbers.decimals.size === 0 && numbers.thousands.size === 0;
  if (isOpen && !(isTyped && numbers.isPlain) && file.isGuessed) {
    const [mark] = numbers.open;
    const example = values.find((value) => value?.includes(mark ?? ''))?.trim() ?? '';
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
  if (numbers.currencies.size > 1) {
    const message = `Its amounts are in several currencies (${[...numbers.currencies].join(', ')}), which cannot be added up, so that no metric is made of it. Split the column.`;
    doubts.push({ column: name, code: 'several_currencies', message });
  }
  return doubts;
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
