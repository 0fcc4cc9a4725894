import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languages, type Messages, messagesFor } from '../../../src/reporting/documents/messages/messages.ts';

/** Sample arguments for each text; the type requires an entry for every text. */
type Samples<Group> = {
  readonly [Key in keyof Group]: Group[Key] extends (...facts: infer Facts) => string ? readonly Facts[] : null;
};

const missing = { period: 'compare', count: 7, named: ['d1', 'd2'] } as const;
const presence = { value: 'V', name: 'M', figure: 'F', share: 'S' };
const change = {
  name: 'M',
  direction: 'up',
  perDay: true,
  average: null,
  ratio: null,
  from: 'F',
  to: 'T',
  contributors: [],
} as const;
const contributor = { value: 'V', part: 'P' };
const outlier = {
  name: 'M',
  direction: 'down',
  figure: 'F',
  date: 'D',
  usual: 'U',
  weekday: { name: 'W', number: 3 },
  span: null,
  count: 1,
  also: ['N'],
} as const;
const goal = { name: 'M', period: 'P', ratio: 'R', reached: 'F', target: 'T', gone: 'S', isLimit: false };
const namedFigures = [
  { name: 'M', figure: 'F' },
  { name: 'N', figure: 'G' },
];
const day = { figure: 'F', date: 'D', record: true };

const samples: {
  readonly [Group in
    | 'labels'
    | 'warnings'
    | 'notices'
    | 'notes'
    | 'charts'
    | 'tables'
    | 'highlights'
    | 'channels'
    | 'goals']: Samples<Messages[Group]>;
} = {
  labels: {
    colon: null,
    contents: null,
    period: null,
    comparedWith: null,
    project: null,
    created: null,
    timeZone: null,
    preparedBy: null,
    contact: null,
    page: [['1', '2']],
    logo: [['C']],
    highlights: null,
    keyFigures: null,
    dataSources: null,
    notes: null,
    series: [
      ['M', 'day'],
      ['M', 'week'],
      ['M', 'month'],
    ],
    breakdown: [['M', 'D']],
    metric: null,
    current: null,
    compare: null,
    change: null,
    share: null,
    total: null,
    rest: [[37]],
    noValue: null,
    noFigures: null,
    source: [['C']],
    before: [['V']],
    points: [
      ['1.0', 1],
      ['2.5', 2.5],
    ],
    good: null,
    bad: null,
    neutral: null,
    connection: null,
    system: null,
    rowsCurrent: null,
    rowsCompare: null,
    bytesBilled: null,
    fetchedAt: null,
    freshAt: null,
    unknown: null,
    trend: [['M', 'L', 'H']],
    chartEmpty: [['M']],
    rowsCut: [[1], [5]],
    textCut: null,
    skip: null,
    download: null,
    darkColors: null,
    showFigures: null,
    comment: null,
    figures: null,
    date: null,
  },
  warnings: {
    partialPeriod: [['D']],
    lengthsDiffer: [[1, 2]],
    overlap: [['P', 'Q']],
    notThereYet: [['C', 'D']],
    noData: [
      ['C', 'current'],
      ['C', 'compare'],
      ['C', 'both'],
    ],
    missingDays: [[{ ...missing, connection: 'C' }]],
    valuesLeftOut: [
      [{ connection: 'C', metric: 'M', period: 'current', count: 1 }],
      [{ connection: 'C', metric: 'M', period: 'compare', count: 1_000_000 }],
    ],
    looksLike: (['ratio', 'level', 'people'] as const).map((kind) => [
      { connection: 'C', metric: 'M', kind, right: 'E' },
    ]),
    rowsTruncated: [['C', 'D', 1000]],
    brandPictureLeftOut: [['logo'], ['cover']],
    pictureLeftOut: [['A']],
  },
  notices: {
    sampled: [['C']],
    thresholded: [['C']],
    otherRow: [['C']],
    withheldRows: [['C']],
    repeatedCursor: [['C']],
    incompleteFrom: [['C', 'D']],
    sincePublished: [['C', 'D']],
    timeZoneDiffers: [['C', 'T', 'O']],
    currencyDiffers: [['C', 'T', 'O']],
    sourceOmitted: [['C']],
  },
  notes: {
    partialDay: [['D']],
    missingDays: [[missing]],
    lengthsDiffer: [
      [1, 2, []],
      [1, 2, [{ name: 'M', change: 'F' }]],
    ],
    partialUnits: [[{ unit: 'week', count: 1, named: ['d1'] }], [{ unit: 'month', count: 7, named: ['d1'] }]],
    atEnd: [[['M']], [['M', 'N']]],
    truncated: [['D', 1000]],
  },
  charts: {
    together: [[['M', 'N']]],
    described: (['line', 'area', 'columns', 'donut'] as const).flatMap((kind) => [
      [{ kind, metrics: ['M'], dimension: null, period: 'P', comparePeriod: 'Q' }],
      [{ kind, metrics: ['M', 'N'], dimension: 'D', period: 'P', comparePeriod: null }],
    ]),
    overall: [
      ['T', 'U'],
      ['T', null],
    ],
    figures: [[namedFigures]],
    ownScales: null,
    beyondScale: [
      [{ name: 'M', figure: 'F' }, null],
      [{ name: 'M', figure: 'F' }, 'U'],
    ],
    unmatched: [
      ['week', namedFigures, 0],
      ['month', namedFigures, 3],
    ],
    incidents: null,
    since: [['D']],
    markedBelow: null,
    // Its marks are the same in most languages.
    numbered: [],
    marked: [[['D', 'E']]],
    notMarked: [[3]],
  },
  tables: {
    sortedAmong: [['D', 1000, 'M']],
    elsewhere: [[3]],
    markedByGoals: [[namedFigures]],
    markedByComparison: null,
    noGoals: null,
  },
  channels: {
    channels: null,
    channel: null,
    funnel: null,
    step: null,
    ofFirst: null,
    ofPrevious: null,
    currenciesDiffer: [[['EUR', 'USD']]],
  },
  highlights: {
    nothing: null,
    value: [
      ['D', 'L'],
      ['D', null],
    ],
    change: [
      [change],
      [
        {
          ...change,
          direction: 'down',
          perDay: false,
          ratio: 'R',
          contributors: [{ ...contributor, extent: 'whole' }],
        },
      ],
      [{ ...change, direction: 'negative' }],
      [{ ...change, perDay: false, average: 'A' }],
      [{ ...change, perDay: false, average: 'A', ratio: 'R', direction: 'down' }],
      [{ ...change, contributors: [{ ...contributor, extent: 'more' }] }],
      [
        {
          ...change,
          contributors: [
            { ...contributor, extent: 'part' },
            { ...contributor, extent: 'part' },
          ],
        },
      ],
    ],
    points: [
      ['1.0', 1],
      ['2.5', 2.5],
    ],
    share: [
      [{ value: 'V', name: 'M', direction: 'up', to: 'T', points: 'R' }],
      [{ value: 'V', name: 'M', direction: 'down', to: 'T', points: 'R' }],
    ],
    arrival: [[presence]],
    departure: [[presence]],
    outlier: [
      [outlier],
      [{ ...outlier, direction: 'up', weekday: null, also: [] }],
      [{ ...outlier, span: 'S', count: 3 }],
    ],
    extremes: [
      [{ name: 'M', judged: true, first: day, second: { ...day, record: false } }],
      [{ name: 'M', judged: false, first: null, second: day }],
    ],
    run: [[{ name: 'M', direction: 'down', count: 6, span: 'S', distance: 'R' }]],
    trend: (['week', 'month'] as const).map((unit) => [
      { name: 'M', direction: 'up', unit, count: 4, from: 'F', to: 'T', fromDate: 'D', toDate: 'E' },
    ]),
  },
  goals: {
    title: null,
    goal: null,
    reached: null,
    share: null,
    timeGone: null,
    pace: null,
    forecast: null,
    range: null,
    low: null,
    high: null,
    rangeExplained: null,
    status: null,
    met: null,
    missed: null,
    onCourse: null,
    offCourse: null,
    card: [
      ['T', null],
      ['T', 'R'],
    ],
    chart: [['T']],
    none: null,
    explained: [['D']],
    prorated: [[['M', 'N']]],
    highlight: [
      [goal],
      [{ ...goal, gone: null }],
      [{ ...goal, isLimit: true }],
      [{ ...goal, ratio: null, gone: null }],
    ],
  },
};

/** Every text of a language with the samples filled in, by group, key and sample. */
function textsOf(locale: string): Map<string, string> {
  const messages = messagesFor(locale) as unknown as Record<string, Record<string, unknown>>;
  const texts = new Map<string, string>();
  for (const [group, entries] of Object.entries(samples)) {
    for (const [key, calls] of Object.entries(entries as Record<string, readonly (readonly unknown[])[] | null>)) {
      const message = messages[group]?.[key];
      if (typeof message === 'string') texts.set(`${group}.${key}`, message);
      if (typeof message !== 'function') continue;
      for (const [index, facts] of (calls ?? []).entries()) texts.set(`${group}.${key}.${index}`, message(...facts));
    }
  }
  return texts;
}

/** Words and signs that a language shares with English. */
const shared: Readonly<Record<string, readonly string[]>> = {
  ar: ['labels.colon'],
  de: ['labels.colon', 'labels.system', 'charts.figures.0'],
  es: ['labels.colon', 'labels.total', 'charts.figures.0'],
  fr: ['labels.contact', 'labels.total', 'labels.date', 'charts.incidents'],
  pl: ['labels.colon', 'labels.system', 'charts.figures.0'],
  pt: ['labels.colon', 'labels.total', 'charts.figures.0'],
  ru: ['labels.colon', 'charts.figures.0'],
  uk: ['labels.colon', 'charts.figures.0'],
};

test('the ten languages are there', () => {
  assert.deepEqual(languages.toSorted(), ['ar', 'de', 'en', 'es', 'fr', 'ja', 'pl', 'pt', 'ru', 'uk']);
});

test('no text of another language is left in English', () => {
  const english = textsOf('en');
  assert.ok(english.size > 70);
  for (const language of languages.filter((each) => each !== 'en')) {
    const texts = textsOf(language);
    assert.deepEqual([...texts.keys()], [...english.keys()], language);
    const same = [...texts].filter(([key, text]) => text === english.get(key)).map(([key]) => key);
    assert.deepEqual(same, shared[language] ?? [], language);
  }
});

test('every text contains the same names, figures and dates as the English one', () => {
  const facts = (text: string | undefined) => new Set(text?.match(/\b(?:[A-Z]|d\d)\b/g));
  const english = textsOf('en');
  for (const language of languages) {
    for (const [key, text] of textsOf(language)) {
      const told = new Set(text.split(/[^A-Za-z0-9]+/));
      // Some languages have the weekday as a word of their own, by its number.
      const lost = [...facts(english.get(key))].filter((fact) => fact !== 'W' && !told.has(fact));
      assert.deepEqual(lost, [], `${language} ${key}: ${text}`);
    }
  }
});

test('a locale of a language without texts has English ones with its own digits', () => {
  assert.equal(messagesFor('nl-NL').labels.rowsCut(1234), '1.234 more rows are not shown.');
  assert.equal(messagesFor('hi-IN').labels.contents, 'Contents');
  assert.equal(messagesFor('he-IL').direction, 'ltr');
});

test('the region of a locale decides the digits, not the words', () => {
  assert.equal(messagesFor('ar-EG').labels.rest(1234), 'جميع القيم الأخرى (١٬٢٣٤)');
  assert.equal(messagesFor('ar-AE').labels.rest(1234), 'جميع القيم الأخرى (1,234)');
  assert.equal(messagesFor('de-CH').labels.rest(1234), "Alle übrigen (1'234)");
  assert.equal(messagesFor('und-UA').labels.contents, 'Зміст');
});

test('Arabic runs from right to left, the others from left to right', () => {
  const rightToLeft = languages.filter((language) => messagesFor(language).direction === 'rtl');
  assert.deepEqual(rightToLeft, ['ar']);
});

test('French has narrow no-break spaces before high punctuation and inside quotation marks', () => {
  for (const [key, text] of textsOf('fr')) {
    assert.ok(!/(^|[^\u202f])[:;!?»]|«[^\u202f]/.test(text), `${key}: ${text}`);
  }
});

test('Japanese has no ASCII punctuation in its sentences', () => {
  for (const [key, text] of textsOf('ja')) assert.ok(!/[;:!?()]|,(?!\d)/.test(text), `${key}: ${text}`);
});
