import { countedTables, heldOut, unfamiliar } from './counted-tables.ts';

/** What a numeric column is in truth: a flow, a ratio, a level, people or a code. */
export type True = 'f' | 'r' | 'l' | 'p' | 'c';

export interface GeneratedTable {
  readonly title: string;
  readonly from: 'known' | 'held out' | 'unfamiliar';
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly truth: Readonly<Record<string, True>>;
}

const days = 60;
const groups = ['North', 'South', 'West'];
/** Languages whose programs write 1.234,5. */
const commas = new Set(['de', 'fr', 'es', 'pt', 'pl', 'ru', 'uk', 'sv']);

/** The tables of `counted-tables.ts` with rows, the same ones each time. */
export function generatedTables(): GeneratedTable[] {
  const of = (text: string, from: GeneratedTable['from']) =>
    text
      .trim()
      .split('\n')
      .map((line) => generate(line, from));
  return [...of(countedTables, 'known'), ...of(heldOut, 'held out'), ...of(unfamiliar, 'unfamiliar')];
}

function generate(line: string, from: GeneratedTable['from']): GeneratedTable {
  const [, title = '', rest = ''] = /^(.*?): (.*)$/.exec(line) ?? [];
  const columns = rest.split('|').map((column) => {
    const [, name = '', made = ''] = /^(.*) = (.*)$/.exec(column) ?? [];
    return { name, made };
  });
  const isTold = ({ made }: { made: string }) => /^[frlpc] /.test(made);
  const truth = Object.fromEntries(columns.filter(isTold).map(({ name, made }) => [name, made.charAt(0) as True]));
  const mark = commas.has(title.slice(-2)) ? ',' : '.';
  const random = randomOf(title);
  const walks = new Map<string, number>();
  const rows: string[][] = [];
  for (let day = 0; day < days; day++) {
    for (const group of groups) {
      const values: number[] = [];
      const texts: string[] = [];
      const pending = new Set(columns.keys());
      // Columns may refer to later ones.
      for (let round = 0; pending.size > 0 && round < columns.length; round++) {
        for (const index of pending) {
          const { made } = columns[index] ?? { made: '' };
          const needs = [...made.matchAll(/(?<=(?:part|times) |[rf] )(\d+)(?:\/(\d+))?(?= |\*|%)/g)].flatMap(
            ([, one, other]) => [Number(one), ...(other ? [Number(other)] : [])],
          );
          const isRatio = /^. \d+\/\d+/.test(made);
          if ((isRatio || /^. (?:part|times) /.test(made)) && needs.some((at) => pending.has(at - 1))) continue;
          const walkKey = `${index} ${group}`;
          texts[index] = write(made, { values, index, day, group, random, walks, walkKey });
          pending.delete(index);
        }
      }
      rows.push(columns.map((_, index) => localized(texts[index] ?? '', columns[index]?.made ?? '', mark)));
    }
  }
  return { title, from, header: columns.map(({ name }) => name), rows, truth };
}

interface Cell {
  readonly values: number[];
  readonly index: number;
  readonly day: number;
  readonly group: string;
  readonly random: () => number;
  readonly walks: Map<string, number>;
  readonly walkKey: string;
}

/** The text of a cell, with a decimal point; keeps its value as it is written. */
function write(made: string, cell: Cell): string {
  const { values, index, day, group, random } = cell;
  const [, kind = '', ...args] = /^[frlpc] /.test(made) ? made.split(' ') : ['', made];
  const bell = () => (random() + random() + random() + random() - 2) * 1.7;
  const number = (at: string | undefined) => values[Number(at) - 1] ?? Number.NaN;
  const keep = (value: number, digits: number, ending = '') => {
    const text = value.toFixed(digits);
    values[index] = Number(text) / (ending === '%' ? 100 : 1);
    return `${text}${ending}`;
  };
  if (kind === 'day') return new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
  if (kind === 'group' || kind === 'text') return group;
  if (kind === 'ids') return String(100_000 + day * 10 + groups.indexOf(group));
  if (kind === 'zip') return String(10_000 + Math.floor(random() * 80_000));
  if (kind === 'phone') return `4930${String(Math.floor(random() * 9e6) + 1e6)}`;
  if (kind === 'year') return '2026';
  if (kind === 'hour') return String(day % 24);
  if (kind === 'lat') return (40 + random() * 10).toFixed(5);
  if (kind === 'const') return keep(Number(args[0]), 0);
  const share = Number(args[1]);
  if (kind === 'n') return keep(Math.floor(Number(args[0]) * Math.exp(bell() * 0.6)), 0);
  if (kind === 'm') return keep(Number(args[0]) * Math.exp(bell() * 0.7), 2);
  if (kind === 's') return keep(Number(args[0]) * Math.exp(bell()) * (random() < 0.6 ? -1 : 1), 2);
  if (kind === 'part') return keep(Math.round(number(args[0]) * share * Math.exp(bell() * 0.3)), 0);
  if (kind === 'times') return keep(number(args[0]) * share * Math.exp(bell() * 0.3), 2);
  if (kind === 'v') return keep(Number(args[0]) * Math.max(0.3, 1 + bell() * 0.2), Number(args[1]));
  if (kind === 'walk' || kind === 'up') {
    const before = cell.walks.get(cell.walkKey) ?? Number(args[0]) * (0.6 + random());
    const value = before * (1 + (kind === 'up' ? 0.002 + random() * 0.002 : bell() * 0.008));
    cell.walks.set(cell.walkKey, value);
    return keep(value, Number(args[1]));
  }
  if (kind === 'rate') {
    const [, mean, sign] = /^([\d.]+)(%?)$/.exec(args[0] ?? '') ?? [];
    const value = Number(mean) * Math.max(0.1, 1 + bell() * 0.25);
    if (sign) return keep(Math.min(100, value * 100), 2, '%');
    return value > 1 ? keep(value, 1) : keep(Math.min(1, value), 4);
  }
  const [, above, below, sign, factor] = /^(\d+)\/(\d+)(?:(%)|\*(\d+))?$/.exec(kind.replace(/%\d$/, '%')) ?? [];
  if (above === undefined) throw new TypeError(`No way to make "${made}"`);
  const value = number(above) / number(below);
  const digits = Number(sign ? (/%(\d)/.exec(made)?.[1] ?? 2) : args[0]);
  if (!Number.isFinite(value)) return '';
  if (sign) return keep(value * 100, digits, '%');
  return keep(value * Number(factor ?? 1), digits);
}

function localized(text: string, made: string, mark: string): string {
  const isWritten = mark === ',' && /^[frlp] /.test(made);
  return isWritten ? text.replace('.', ',').replace('%', ' %') : text;
}

/** Mulberry32, begun by the letters of a text. */
function randomOf(seed: string): () => number {
  let state = [...seed].reduce(
    (sum, letter) => Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 16_777_619),
    2_166_136_261,
  );
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
