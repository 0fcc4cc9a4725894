import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { fileConnector } from '../../../src/reporting/connectors/file.ts';
import { parseConfig } from '../../../src/reporting/connectors/registry.ts';
import { ask, makeConfig, makeFolder, openFileContext, verify } from '../../support/file-connection.ts';
import { test, usually } from '../../support/suite.ts';

const folder = await makeFolder();
const year = { from: '2026-01-01', to: '2026-12-31' };
const numRuns = Number(process.env.PROPERTY_RUNS ?? usually(200, 5));
/** One in four columns gets advice, so that five at random often hold none: a sample has always the same. */
const runs = { numRuns, endOnFailure: true, ...usually({}, { seed: 1 }) };

/** An amount in thousandths, and how its column writes such. */
interface Amount {
  readonly thousandths: number;
  readonly digits: number;
  readonly power: number;
}

interface Style {
  readonly decimal: '.' | ',';
  readonly thousands: string;
  readonly money: (number: string) => string;
  readonly minus: (text: string) => string;
  readonly isPercent: boolean;
  readonly script: (text: string) => string;
}

const suffixes: readonly (readonly [string, number])[] = [
  ['', 0],
  ['k', 3],
  ['K', 3],
  [' Tsd.', 3],
  [' тыс.', 3],
  ['万', 4],
  [' lakh', 5],
  ['M', 6],
  [' Mio.', 6],
  [' млн', 6],
  [' crore', 7],
  ['億', 8],
  [' Mrd.', 9],
  ['bn', 9],
  [' млрд', 9],
];

const indic = (text: string) =>
  text
    .replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)] ?? '')
    .replaceAll('.', '٫')
    .replaceAll(',', '٬');
const wide = (text: string) =>
  text.replaceAll(/[\d.,]/g, (one) => String.fromCodePoint((one.codePointAt(0) ?? 0) + 0xfee0));
const asIs = (text: string) => text;

const style: fc.Arbitrary<Style> = fc
  .record({
    marks: fc.constantFrom(
      ...([
        ['.', ','],
        [',', '.'],
        ['.', "'"],
        [',', ' '],
        [',', '\u00a0'],
        [',', '\u202f'],
        ['.', ''],
        [',', ''],
      ] as const),
    ),
    money: fc.constantFrom(
      asIs,
      (number: string) => `$${number}`,
      (number: string) => `${number} €`,
      (number: string) => `CHF ${number}`,
      (number: string) => `${number} kr`,
    ),
    minus: fc.constantFrom(
      (text: string) => `-${text}`,
      (text: string) => `−${text}`,
      (text: string) => `(${text})`,
      (text: string) => `${text}-`,
    ),
    isPercent: fc.boolean(),
    script: fc.constantFrom(asIs, asIs, asIs, indic, wide),
  })
  .map(({ marks: [decimal, thousands], isPercent, money, script, ...rest }) => {
    const isWestern = script !== indic || (decimal === '.' && thousands !== "'");
    return {
      ...{ ...rest, decimal, thousands, isPercent: isPercent && script === asIs, script: isWestern ? script : asIs },
      money: isPercent && script === asIs ? (number: string) => `${number} %` : money,
    };
  });

const amount = fc.record({
  thousandths: fc.oneof(fc.integer({ min: -5_000_000, max: 5_000_000 }), fc.integer({ min: -9e12, max: 9e12 })),
  digits: fc.integer({ min: 0, max: 3 }),
  power: fc.constant(0),
});

/** What stands among amounts, and is none. */
const stray = fc.constantFrom('N/A', '-', '', '   ', 'nan', 'see below', '–', '12 of 30', '2026-01-02', 'x12', '1.2.3');

const amountOf = ({ thousandths, digits, power }: Amount) => (roundedTo(thousandths, digits) / 1000) * 10 ** power;
const roundedTo = (thousandths: number, digits: number) =>
  Math.trunc(thousandths / 10 ** (3 - digits)) * 10 ** (3 - digits);

function write(one: Amount, { decimal, thousands, money, minus, script }: Style, suffix: string): string {
  const value = roundedTo(one.thousandths, one.digits);
  const whole = String(Math.trunc(Math.abs(value) / 1000)).replaceAll(/\B(?=(\d{3})+$)/g, thousands);
  const fraction = String(Math.abs(value) % 1000)
    .padStart(3, '0')
    .slice(0, one.digits);
  const number = script(`${whole}${fraction === '' ? '' : decimal}${fraction}`);
  const written = money(`${number}${suffix}`);
  return value < 0 ? minus(written) : written;
}

const column = fc
  .record({
    style,
    amounts: fc.array(fc.tuple(amount, fc.constantFrom(...suffixes)), { minLength: 1, maxLength: 12 }),
    strays: fc.oneof(fc.constant([]), fc.array(stray, { maxLength: 3 })),
    hasSuffixes: fc.constantFrom(false, false, true),
  })
  .map(({ style, amounts, strays, hasSuffixes }) => {
    const shown = amounts.map(([one, [suffix, power]]) => {
      const own = hasSuffixes && !style.isPercent;
      return {
        text: write(one, style, own ? suffix : ''),
        value: amountOf({ ...one, power: own ? power : 0 }),
        suffix: own ? suffix : '',
      };
    });
    const sum = shown.reduce((total, { value }) => total + value, 0) / (style.isPercent ? 100 : 1);
    const hasSuffix = shown.some(({ suffix }) => suffix !== '');
    return {
      style,
      count: shown.length,
      texts: shown.map(({ text }) => text).toSpliced(1, 0, ...strays),
      strays,
      sum,
      hasSuffix,
    };
  });

type Column = typeof column extends fc.Arbitrary<infer T> ? T : never;

const isNear = (one: number, other: number) => Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(other));

async function writeColumn(name: string, { texts, style }: Column): Promise<void> {
  const rows = texts.map((price) => ({ day: '2026-01-02', price }));
  if (name.endsWith('.json')) return writeFile(join(folder, name), JSON.stringify(rows));
  const separator = style.decimal === ',' ? ';' : '|';
  const lines = rows.map(({ day, price }) => `${day}${separator}"${price}"`);
  await writeFile(join(folder, name), `${[`day${separator}price`, ...lines].join('\n')}\n`);
}

/** The expressions that a message advises, by the decimal mark that they are for. */
function advisedIn(message: string, decimal: '.' | ','): string | undefined {
  const found = message.match(/(?:TRY_)?CAST\((?:translate\(.*?\)|price) AS DOUBLE\)(?: \/ 100)?/g) ?? [];
  return found.length < 2 || decimal === ',' ? found[0] : found[1];
}

async function messageOf(sql: string, name: string): Promise<string> {
  try {
    const warnings = await verify([folder], makeConfig(name, 'day', { price: sql }));
    return warnings.map(({ message }) => message).join(' ');
  } catch (error) {
    return (error as Error).message;
  }
}

const metrics = [
  'sum(price)',
  'sum(CAST(price AS DOUBLE))',
  'sum(TRY_CAST(price AS DOUBLE))',
  "sum(TRY_CAST(translate(price, ',', '.') AS DOUBLE))",
  "sum(CAST(translate(price, ',', '') AS DOUBLE))",
];

let files = 0;

test('an expression that is advised gives the true sum, and none is advised that misreads a value', async () => {
  let advised = 0;
  await fc.assert(
    fc.asyncProperty(column, fc.constantFrom(...metrics), fc.constantFrom('csv', 'json'), async (made, sql, format) => {
      const name = `advised-${files++}.${format}`;
      await writeColumn(name, made);
      const message = await messageOf(sql, name);
      const cast = advisedIn(message, made.style.decimal);
      if (cast === undefined) return;
      assert.equal(made.hasSuffix, false, message);
      // The message says to use it where other texts are to be left out.
      const tried = made.strays.length > 0 ? cast.replace(/^CAST/, 'TRY_CAST') : cast;
      const { rows } = await ask([folder], makeConfig(name, 'day', { price: `sum(${tried})` }), 'none', year);
      advised++;
      const [sum = null] = rows[0]?.values ?? [];
      assert.ok(sum !== null && isNear(sum, made.sum), `${sum} is not ${made.sum}: ${message}`);
    }),
    runs,
  );
  assert.ok(advised > numRuns / 10, `${advised} of ${numRuns}`);
});

test('what is proposed gives the true sum, or no metric and a doubt, in every style', async () => {
  let summed = 0;
  await fc.assert(
    fc.asyncProperty(column, fc.constantFrom('csv', 'json'), async (made, format) => {
      const name = `proposed-${files++}.${format}`;
      await writeColumn(name, made);
      await using context = openFileContext([folder]);
      const proposal = await fileConnector.propose?.({ path: name }, null, 'UTC', context);
      assert.ok(proposal);
      const codes = proposal.doubts.filter(({ column }) => column.toLowerCase() === 'price').map(({ code }) => code);
      const config = parseConfig(fileConnector, proposal.config);
      const metric = config.metrics.find(({ key }) => key === 'price');
      if (!metric) {
        const isText = proposal.types.price !== 'decimal' && proposal.types.price !== 'whole number';
        return assert.ok(codes.length > 0 || isText || made.style.isPercent, JSON.stringify([proposal, made.texts]));
      }
      const total = proposal.totals.price ?? null;
      const sum = total === null || metric.sql.startsWith('sum') ? total : total * made.count;
      if (codes.includes('grouped_thousands')) return;
      summed++;
      const told = `${sum} is not ${made.sum}: ${JSON.stringify([made.texts, config, proposal.doubts])}`;
      assert.ok(sum !== null && isNear(sum, made.sum), told);
    }),
    runs,
  );
  assert.ok(summed > numRuns / 4, `${summed} of ${numRuns}`);
});
