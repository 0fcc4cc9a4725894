import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { wordedDate } from '../../../src/reporting/connectors/file/date-words.ts';
import { httpJsonConnector } from '../../../src/reporting/connectors/http-json.ts';
import { isError } from '../../support/connector-conformance.ts';
import { openTestContext } from '../../support/connector-context.ts';
import { ask, makeConfig, makeFolder, verify, writeText } from '../../support/file-connection.ts';
import { startJsonServer } from '../../support/json-server.ts';

const folder = await makeFolder();
const year = { from: '2020-01-01', to: '2030-12-31' };
const languages = [
  'en',
  'en-GB',
  'de',
  'de-AT',
  'fr',
  'es',
  'pt',
  'pt-PT',
  'pl',
  'uk',
  'ru',
  'ja',
  'ar',
  'ar-SY',
  'ar-DZ',
  'ar-MA',
];

/** All days of a year, as a program writes them in a language. */
function written(language: string, options: Intl.DateTimeFormatOptions): [text: string, day: string][] {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC', calendar: 'gregory' });
  return Array.from({ length: 365 }, (_, index) => {
    const date = new Date(Date.UTC(2026, 0, 1 + index));
    return [format.format(date), date.toISOString().slice(0, 10)];
  });
}

/** Some languages shorten months to their numbers. */
const isOfNumbers = (text: string) => !/\p{L}/u.test(text.replace(/ р\.| г\./, '').replaceAll(/ de /g, ' '));

for (const language of languages) {
  test(`days with names of months are read, long and short: ${language}`, () => {
    const styles: Intl.DateTimeFormatOptions[] = [
      { day: 'numeric', month: 'long', year: 'numeric' },
      { day: 'numeric', month: 'short', year: 'numeric' },
      { dateStyle: 'full' },
      { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23' },
    ];
    for (const [text, day] of styles.flatMap((style) => written(language, style))) {
      if (isOfNumbers(text)) continue;
      const found = wordedDate(text);
      assert.deepEqual([found?.iso.slice(0, 10), found?.unit], [day, 'day'], text);
    }
  });

  test(`months are read: ${language}`, () => {
    for (const month of ['long', 'short'] as const) {
      for (const [text, day] of written(language, { month, year: 'numeric' })) {
        if (isOfNumbers(text)) continue;
        assert.deepEqual(wordedDate(text), { iso: `${day.slice(0, 8)}01`, unit: 'month' }, text);
      }
    }
  });
}

const dates: Readonly<Record<string, string | undefined>> = {
  '24. Januar 2026': '2026-01-24',
  '24 janv. 2026': '2026-01-24',
  '2026年1月24日': '2026-01-24',
  '1er août 2026': '2026-08-01',
  '3rd of May 2026': '2026-05-03',
  '24-Jan-2026': '2026-01-24',
  "'24 Jan 2026": '2026-01-24',
  'Jan 24, 2026 12:05 AM': '2026-01-24 00:05:00',
  'Jan 24, 2026 12:05:09 PM': '2026-01-24 12:05:09',
  '24 Jan 2026 23:59:59 UTC': '2026-01-24 23:59:59+00',
  '24 Jan 2026 25:00': undefined,
  '31 Feb 2026': undefined,
  'Jan 2026': '2026-01-01',
  'Jan-26': '2026-01-01',
  'Jan 26': undefined,
  '2026-W01': '2025-12-29',
  '2026-W07': '2026-02-09',
  '2026W07': '2026-02-09',
  'KW 7/2026': '2026-02-09',
  '2026-W07-3': '2026-02-11',
  '2026-W53': '2026-12-28',
  '2025-W53': undefined,
  '2026-W00': undefined,
  'Q1 2026': '2026-01-01',
  '2026-Q4': '2026-10-01',
  '3. Quartal 2026': '2026-07-01',
  'T2 2026': '2026-04-01',
  '2026年第2四半期': '2026-04-01',
  'Q5 2026': undefined,
  'Spring 2026': undefined,
  'Room 24 2026': undefined,
  '24.01.2026': undefined,
};
for (const [text, iso] of Object.entries(dates)) {
  test(`${text} is ${iso ?? 'no date in words'}`, () => assert.equal(wordedDate(text)?.iso, iso));
}

test('reports count rows on the days that their files name, in text, large text and JSON', async () => {
  const rows = ['24. Januar 2026', '24 janv. 2026', "'2026-01-24", '٢٤ يناير ٢٠٢٦', '25 января 2026 г.', 'Q1 2026'];
  await writeText(folder, 'days.csv', ['written;n', ...rows.map((day) => `${day};1`)]);
  await writeFile(join(folder, 'days.json'), JSON.stringify(rows.map((written) => ({ written, n: 1 }))));
  for (const path of ['days.csv', 'days.json']) {
    const config = makeConfig(path, 'written', { n: 'sum(n)' });
    const { rows } = await ask([folder], config, 'day', year);
    assert.deepEqual(
      rows.map(({ key, values }) => [key, values[0]]),
      [
        ['2026-01-01', 1],
        ['2026-01-24', 4],
        ['2026-01-25', 1],
      ],
    );
    assert.deepEqual(await verify([folder], config), []);
  }
});

test('a column called as the table of dates has its own values', async () => {
  await writeText(folder, 'names.csv', ['written;iso', '24. Januar 2026;1', '25. Januar 2026;2']);
  await writeText(folder, 'iso.csv', ['iso;written', '24. Januar 2026;1', '25. Januar 2026;2']);
  for (const [path, date, sql] of [
    ['names.csv', 'written', 'sum(iso)'],
    ['iso.csv', '"iso"', 'sum(written)'],
  ] as const) {
    const { rows } = await ask([folder], makeConfig(path, date, { n: sql }), 'day', year);
    assert.deepEqual(
      rows.map(({ key, values }) => [key, values[0]]),
      [
        ['2026-01-24', 1],
        ['2026-01-25', 2],
      ],
    );
  }
});

test('an expression that converts such days itself gets them as they are written', async () => {
  await writeText(folder, 'english.csv', ['day,n', '24 January 2026,1', '25 May 2026,2']);
  const config = makeConfig('english.csv', "strptime(day, '%d %B %Y')", { n: 'sum(n)' }, { day: 'day' });
  const { rows } = await ask([folder], config, 'month', year);
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['2026-01-01', '2026-05-01'],
  );
});

test('a day that there is not is told as it is written', async () => {
  await writeText(folder, 'wrong.csv', ['day,n', '24 January 2026,1', '31 February 2026,2']);
  const config = makeConfig('wrong.csv', 'day', { n: 'sum(n)' });
  await assert.rejects(
    verify([folder], config),
    isError('invalid_config', /"31 February 2026" is not an ISO 8601 date/),
  );
  const tried = makeConfig('wrong.csv', 'TRY_CAST(day AS TIMESTAMP)', { n: 'sum(n)' });
  assert.deepEqual(
    (await verify([folder], tried)).map(({ code, path }) => [code, path]),
    [['values_left_out', 'date']],
  );
});

test('days in words inside of objects are not proposed, as they could not be read', async () => {
  const { url } = await startJsonServer(() => [{ a: { day: '24. Januar 2026' }, n: 1 }]);
  await using context = openTestContext();
  await assert.rejects(
    async () => httpJsonConnector.propose?.({ url }, null, 'UTC', context),
    isError('invalid_config', /No column holds dates/),
  );
});
