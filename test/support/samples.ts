import { readFileSync } from 'node:fs';
import type { FileConfig } from '../../src/reporting/connectors/file/config.ts';
import { fileConnector } from '../../src/reporting/connectors/file.ts';
import { buildDocument, type FetchedConnection } from '../../src/reporting/documents/build-document.ts';
import type { CommentedDocument } from '../../src/reporting/documents/comments.ts';
import type { GoalsSettings } from '../../src/reporting/documents/goal-settings.ts';
import type { Brand, Periods } from '../../src/reporting/documents/model.ts';
import { planReport } from '../../src/reporting/documents/report-plan.ts';
import type { SectionsSettings } from '../../src/reporting/documents/section-settings.ts';
import { openFileContext, realData } from './file-connection.ts';

/** A report as a customer's customer gets it: real data, read and built as a generation job does. */
interface Sample {
  readonly title: string;
  readonly projectName: string;
  readonly clientName: string | null;
  readonly brand?: Brand;
  readonly locale: string;
  readonly timeZone: string;
  readonly connections: Readonly<Record<string, FileConfig>>;
  readonly periods: Periods;
  readonly sections?: SectionsSettings;
  readonly goals?: GoalsSettings;
  /** By the numbers of their sections. */
  readonly comments?: Readonly<Record<number, string>>;
}

const createdAt = '2026-07-01T08:30:00Z';
const freshAt = '2026-06-30T03:00:00Z';

/** Builds the report document of a sample, always the same. */
export async function buildSample(name: SampleName): Promise<CommentedDocument> {
  const sample: Sample = samples[name];
  const { title, projectName, clientName, locale, timeZone, periods, sections = null, goals = [] } = sample;
  await using context = openFileContext([realData]);
  const connections = await Promise.all(
    Object.entries(sample.connections).map(async ([connection, config], index) => {
      const description = await fileConnector.describe(config, null, context);
      return { id: `con_${index + 1}`, name: connection, system: fileConnector.system, description };
    }),
  );
  const plan = planReport({ sections, goals, connections, periods, timeZone });
  const fetched: FetchedConnection[] = [];
  for (const { connection, queries } of plan.connections) {
    const answers = [];
    for (const query of queries) {
      const config = sample.connections[connection.name] as FileConfig;
      answers.push({ ...(await fileConnector.query(config, null, query, context)), freshAt });
    }
    fetched.push({ connectionId: connection.id, fetchedAt: createdAt, answers });
  }
  const brand = sample.brand ?? { accent_color: null, logo: null };
  const fields = { reportId: 'rep_sample', currency: 'USD', createdAt, plan, fetched };
  const document = buildDocument({ ...fields, title, projectName, clientName, brand, locale });
  if (!sample.comments) return document;
  const comments = Object.entries(sample.comments).map(([section, markdown]) => {
    // One without a name, as comments from before there were names are.
    const author_name = section === '2' ? null : 'Zoë Čapková';
    return { section: Number(section), markdown, author_name, written_at: '2026-07-03T22:30:00Z' };
  });
  return { ...document, comments };
}

function example(name: 'flights' | 'weather'): FileConfig {
  return JSON.parse(readFileSync(new URL(`../../examples/${name}.json`, import.meta.url), 'utf8'));
}

/** Labels of the weather's figures in another language. */
interface WeatherTexts {
  readonly rain: string;
  readonly high: string;
  readonly low: string;
  readonly wind: string;
  readonly days: string;
  readonly weather: string;
  /** For drizzle, rain, sun, snow and fog. */
  readonly kinds: readonly [string, string, string, string, string];
}

function weather(texts: WeatherTexts): FileConfig {
  const mean = { unit: 'number', decimals: 1, better: 'none', additive: false } as const;
  const kinds = ['drizzle', 'rain', 'sun', 'snow', 'fog'].map(
    (kind, index) => `WHEN '${kind}' THEN ${text(texts.kinds[index] ?? '')}`,
  );
  return {
    path: 'seattle-weather.csv',
    date: 'date',
    metrics: [
      { ...mean, key: 'rain', label: texts.rain, sql: 'sum(precipitation)', additive: true },
      { ...mean, key: 'high', label: texts.high, sql: 'avg(temp_max)' },
      { ...mean, key: 'low', label: texts.low, sql: 'avg(temp_min)' },
      { ...mean, key: 'wind', label: texts.wind, sql: 'avg(wind)' },
      { key: 'days', label: texts.days, sql: 'count(*)', unit: 'count', better: 'none', additive: true },
    ],
    dimensions: [{ key: 'weather', label: texts.weather, sql: `CASE weather ${kinds.join(' ')} END` }],
  };
}

/** An SQL literal. */
function text(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

const english = weather({
  rain: 'Rain (mm)',
  high: 'Mean daily high (°C)',
  low: 'Mean daily low (°C)',
  wind: 'Wind (m/s)',
  days: 'Days',
  weather: 'Weather',
  kinds: ['Drizzle', 'Rain', 'Sun', 'Snow', 'Fog'],
});

/** Both series and the breakdown of a weather report; its highlights and key figures before them. */
function weatherSections(by: 'day' | 'month'): SectionsSettings {
  const connection_id = 'con_1';
  return [
    { type: 'highlights', title: null },
    { type: 'kpis', title: null, connection_id },
    { type: 'timeseries', title: null, connection_id, metric: 'rain', by: 'day' },
    { type: 'timeseries', title: null, connection_id, metric: 'high', by },
    { type: 'breakdown', title: null, connection_id, dimension: 'weather', metrics: ['days', 'rain', 'high'] },
  ];
}

/** Flights with a metric of each unit, by their labels and that of the destination. */
function airline(labels: readonly [string, string, string, string, string, string]): FileConfig {
  const [flights, fuel, lost, late, delay, destination] = labels;
  const sum = { better: 'down', additive: true } as const;
  return {
    path: 'flights-3m.parquet',
    date: 'date',
    metrics: [
      { key: 'flights', label: flights, sql: 'count(*)', unit: 'count', better: 'up', additive: true },
      { ...sum, key: 'fuel', label: fuel, sql: 'sum(distance) * 0.25', unit: 'currency' },
      { ...sum, key: 'lost', label: lost, sql: 'sum(greatest(delay, 0)) * 60', unit: 'duration' },
      {
        ...{ key: 'late', label: late, sql: 'avg(CASE WHEN delay > 15 THEN 1.0 ELSE 0.0 END)', unit: 'percent' },
        ...{ decimals: 1, better: 'down', additive: false },
      },
      { key: 'delay', label: delay, sql: 'avg(delay) * 60', unit: 'duration', better: 'down', additive: false },
    ],
    dimensions: [{ key: 'destination', label: destination, sql: 'destination' }],
  };
}

const connection_id = 'con_1';

const airlineGoals: GoalsSettings = [
  { id: 'flights', connection_id, metric: 'flights', amount: 525_000, per: 'month', from: '2001-01-01' },
  { id: 'fuel', connection_id, metric: 'fuel', amount: 280_000_000.5, per: 'quarter', to: '2001-12-31' },
  { id: 'lost', connection_id, metric: 'lost', amount: 3_600_000_000, per: 'year' },
  { id: 'late', connection_id, metric: 'late', amount: 0.18, per: 'month' },
];

function goalSections(by: 'day' | 'month'): SectionsSettings {
  return [
    { type: 'highlights', title: null },
    { type: 'goals', title: null },
    { type: 'kpis', title: null, connection_id },
    { type: 'timeseries', title: null, connection_id, metric: 'flights', by },
    { type: 'timeseries', title: null, connection_id, metric: 'late', by },
  ];
}

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="48" viewBox="0 0 120 48"><circle cx="24" cy="24" r="18" fill="#f2a33a"/><path d="M34 38h52a12 12 0 0 0 0-24 18 18 0 0 0-34-4 14 14 0 0 0-18 28z" fill="#5b7fa6"/></svg>`;

const words = `The month was **wet and windy**, as Novembers in Seattle are.

- Two storms brought a third of the rain
- It snowed on *no* day

1. Clean the gutters before the next storm
2. Read [the forecast](https://example.com/forecast)

> All figures come from the station at the airport.`;

/** Two stations side by side, steps, a text with a table and figures, pictures and a page break. */
function channelSections(
  labels: { readonly rain: string; readonly days: string; readonly each: string; readonly station: string },
  markdown: string,
  alternative: string,
): SectionsSettings {
  const of = (metric: string) => ({ con_1: metric, con_2: metric });
  return [
    { type: 'highlights', title: null },
    {
      type: 'channels',
      rows: [{ connection_id: 'con_1' }, { connection_id: 'con_2', label: labels.station }],
      metrics: [
        { key: 'rain', label: labels.rain, unit: 'number', decimals: 1, of: of('rain') },
        { key: 'days', label: labels.days, unit: 'count', of: { con_1: 'days' } },
        { key: 'each', label: labels.each, unit: 'number', decimals: 2, better: 'down', ratio: ['rain', 'days'] },
      ],
    },
    { type: 'funnel', connection_id: 'con_2', metrics: ['days', 'wet', 'stormy'] },
    { type: 'page_break' },
    { type: 'text', title: null, markdown },
    { type: 'image', picture: `data:image/svg+xml;base64,${btoa(logo)}`, alternative, caption: alternative },
  ];
}

function storms(labels: {
  readonly days: string;
  readonly wet: string;
  readonly stormy: string;
  readonly rain: string;
}): FileConfig {
  const count = { unit: 'count', better: 'none', additive: true } as const;
  return {
    path: 'seattle-weather.csv',
    date: 'date',
    metrics: [
      { ...count, key: 'days', label: labels.days, sql: 'count(*)' },
      { ...count, key: 'wet', label: labels.wet, sql: 'count(*) FILTER (precipitation > 0)' },
      { ...count, key: 'stormy', label: labels.stormy, sql: 'count(*) FILTER (precipitation > 10)' },
      { ...count, unit: 'number', key: 'rain', label: labels.rain, sql: 'sum(precipitation)' },
    ],
    dimensions: [],
  };
}

/**
 * What customers' systems may contain: markup, code, control and bidi characters, endless words, emoji, mixed scripts.
 */
const hostile = {
  markup: '<script>alert(1)</script><b>&amp;',
  code: '#read("/etc/passwd") $x^2$ *bold* _under_ ]]> <!--',
  word: 'Donaudampfschifffahrt'.repeat(24),
  hidden: 'be\u0007fo\u001bre\u202e reversed \u2066end',
  mixed: '👩‍👩‍👧 🇩🇪 emoji, שלום, مرحبا, 漢字',
};

export const samples = {
  /** The demo's report: 370,000 of three million flights, two dimensions. */
  flights: {
    title: 'Flights in May 2001',
    projectName: 'US domestic flights',
    clientName: 'Bureau of Transportation Statistics',
    brand: { accent_color: '#0b5fa5', logo: null },
    locale: 'en-US',
    timeZone: 'UTC',
    connections: { 'US flights': example('flights') },
    periods: {
      current: { from: '2001-05-01', to: '2001-05-31' },
      compare: { from: '2001-04-01', to: '2001-04-30' },
    },
  },
  /** A month compared with the same one a year before, with a logo and the agency's own words. */
  weather: {
    title: 'Weather report, November 2015',
    projectName: 'Seattle weather',
    clientName: 'Pike Place Umbrellas',
    brand: { accent_color: '#b4532a', logo: `data:image/svg+xml;base64,${btoa(logo)}` },
    locale: 'en-GB',
    timeZone: 'America/Los_Angeles',
    connections: { 'Airport station': english },
    periods: {
      current: { from: '2015-11-01', to: '2015-11-30' },
      compare: { from: '2014-11-01', to: '2014-11-30' },
    },
    sections: [
      { type: 'highlights', title: null },
      { type: 'kpis', title: 'The month', connection_id: 'con_1', metrics: ['rain', 'high', 'low', 'wind'] },
      { type: 'timeseries', title: null, connection_id: 'con_1', metric: 'rain', by: 'day' },
      { type: 'timeseries', title: null, connection_id: 'con_1', metric: 'high', by: 'week' },
      {
        type: 'breakdown',
        title: null,
        connection_id: 'con_1',
        dimension: 'weather',
        metrics: ['days', 'rain', 'high', 'wind'],
      },
      { type: 'text', title: 'In short', markdown: words },
    ],
  },
  /** A leap year in German, with nothing to compare it with. */
  leapYear: {
    title: 'Das Wetter des Jahres 2012 in Seattle',
    projectName: 'Wetterbericht',
    clientName: null,
    locale: 'de-DE',
    timeZone: 'America/Los_Angeles',
    connections: {
      'Station am Flughafen': weather({
        rain: 'Niederschlag (mm)',
        high: 'Mittlere Höchsttemperatur (°C)',
        low: 'Mittlere Tiefsttemperatur (°C)',
        wind: 'Windgeschwindigkeit (m/s)',
        days: 'Tage',
        weather: 'Witterung',
        kinds: ['Nieselregen', 'Regen', 'Sonne', 'Schnee', 'Nebel'],
      }),
    },
    periods: { current: { from: '2012-01-01', to: '2012-12-31' }, compare: null },
    sections: weatherSections('month'),
  },
  /** One day in French, with durations. */
  oneDay: {
    title: 'Vols du 14 mai 2001',
    projectName: 'Vols intérieurs',
    clientName: 'Aéroport de Lyon',
    locale: 'fr-FR',
    timeZone: 'UTC',
    connections: {
      'Vols américains': {
        path: 'flights-3m.parquet',
        date: 'date',
        metrics: [
          { key: 'flights', label: 'Vols', sql: 'count(*)', unit: 'count', better: 'up', additive: true },
          {
            key: 'delay',
            label: 'Retard cumulé',
            sql: 'sum(delay) * 60',
            unit: 'duration',
            better: 'down',
            additive: true,
          },
          {
            key: 'mean_delay',
            label: 'Retard moyen',
            sql: 'avg(delay) * 60',
            unit: 'duration',
            better: 'down',
            additive: false,
          },
          {
            key: 'fuel',
            label: 'Coût du carburant',
            sql: 'sum(distance) * 7.25',
            unit: 'currency',
            better: 'down',
            additive: true,
          },
        ],
        dimensions: [{ key: 'origin', label: 'Aéroport de départ', sql: 'origin' }],
      },
    },
    periods: {
      current: { from: '2001-05-14', to: '2001-05-14' },
      compare: { from: '2001-05-07', to: '2001-05-07' },
    },
  },
  /** Sections chosen by the customer over a period without a single row. */
  empty: {
    title: 'Weather report, February 2016',
    projectName: 'Seattle weather',
    clientName: 'Pike Place Umbrellas',
    locale: 'en-GB',
    timeZone: 'America/Los_Angeles',
    connections: { 'Airport station': english },
    periods: {
      current: { from: '2016-02-01', to: '2016-02-29' },
      compare: { from: '2016-01-01', to: '2016-01-31' },
    },
    sections: [
      { type: 'highlights', title: null },
      { type: 'kpis', title: null, connection_id: 'con_1' },
      { type: 'timeseries', title: null, connection_id: 'con_1', metric: 'rain', by: 'day' },
      { type: 'breakdown', title: null, connection_id: 'con_1', dimension: 'weather', metrics: ['rain'] },
    ],
  },
  /** Every way in which series and parts are drawn. */
  charts: {
    title: 'Weather in charts, summer 2015',
    projectName: 'Seattle weather',
    clientName: 'Pike Place Umbrellas',
    locale: 'en-GB',
    timeZone: 'America/Los_Angeles',
    connections: { 'Airport station': english },
    periods: {
      current: { from: '2015-06-01', to: '2015-08-31' },
      compare: { from: '2014-06-01', to: '2014-08-31' },
    },
    sections: [
      { type: 'timeseries', connection_id: 'con_1', metrics: ['high', 'low', 'wind'], by: 'auto' },
      { type: 'timeseries', connection_id: 'con_1', metrics: ['high', 'low'], by: 'month', display: 'columns' },
      { type: 'timeseries', connection_id: 'con_1', metric: 'high', display: 'area' },
      { type: 'timeseries', connection_id: 'con_1', metric: 'rain', by: 'week', display: 'columns' },
      { type: 'breakdown', connection_id: 'con_1', dimension: 'weather', display: 'bars' },
      {
        type: 'breakdown',
        title: 'Rain in both summers',
        connection_id: 'con_1',
        dimension: 'weather',
        metrics: ['rain'],
        display: 'columns',
      },
      {
        type: 'breakdown',
        connection_id: 'con_1',
        dimension: 'weather',
        metrics: ['days'],
        display: 'donut',
        limit: 2,
      },
    ],
  },
  arabic: {
    title: 'تقرير الطقس لشهر يناير 2015',
    projectName: 'طقس مدينة سياتل',
    clientName: 'شركة المظلات المتحدة',
    locale: 'ar-EG',
    timeZone: 'Africa/Cairo',
    connections: {
      'محطة المطار': weather({
        rain: 'الأمطار (مم)',
        high: 'متوسط الحرارة العظمى (°م)',
        low: 'متوسط الحرارة الصغرى (°م)',
        wind: 'سرعة الرياح (م/ث)',
        days: 'عدد الأيام',
        weather: 'حالة الطقس',
        kinds: ['رذاذ', 'مطر', 'مشمس', 'ثلج', 'ضباب'],
      }),
    },
    periods: {
      current: { from: '2015-01-01', to: '2015-01-31' },
      compare: { from: '2014-01-01', to: '2014-01-31' },
    },
    sections: weatherSections('day'),
  },
  /** What somebody wrote about every kind of section, and about the last one. */
  comments: {
    title: 'Weather report, December 2014',
    projectName: 'Seattle weather',
    clientName: 'Pike Place Umbrellas',
    locale: 'en-GB',
    timeZone: 'America/Los_Angeles',
    connections: { 'Airport station': english },
    periods: {
      current: { from: '2014-12-01', to: '2014-12-31' },
      compare: { from: '2013-12-01', to: '2013-12-31' },
    },
    sections: [
      ...weatherSections('day'),
      { type: 'text', title: null, markdown: 'Written for *umbrella makers*.' },
      { type: 'text', title: 'In short', markdown: words },
    ],
    comments: {
      1: 'A **wet** month, as [foretold](https://example.com/forecast).',
      2: '# Why\n\nThe station was moved on the 9th.\n\n> It stands on the *roof* now.',
      3: 'Two storms:\n\n- one on the 10th\n- one before Christmas\n\nمطر غزير',
      5: '| Kind | Meaning |\n|---|--:|\n| Drizzle | < 1 mm |\n| Fog | none |\n\n```\nsum(rain)\n```',
      6: 'Their makers agree.',
      7: 'The end of the report. Ask **us** for more.',
    },
  },
  /** The same from right to left. */
  commentsArabic: {
    title: 'طقس يناير',
    projectName: 'طقس مدينة سياتل',
    clientName: 'شركة المظلات المتحدة',
    locale: 'ar-EG',
    timeZone: 'Africa/Cairo',
    connections: {
      'محطة الميناء': storms({ days: 'عدد الأيام', wet: 'أيام ممطرة', stormy: 'عواصف', rain: 'الأمطار (مم)' }),
    },
    periods: { current: { from: '2015-01-01', to: '2015-01-31' }, compare: null },
    sections: [
      { type: 'kpis', connection_id: 'con_1' },
      { type: 'text', title: 'خلاصة', markdown: 'شهر ممطر.' },
    ],
    comments: {
      1: 'هطل المطر في **نصف** أيام الشهر:\n\n- عاصفتان\n- ضباب',
      2: 'The harbour was closed for two days.\n\nوفُتح بعد ذلك.',
    },
  },
  /** Two systems side by side, with all that is not drawn from one of them. */
  channels: {
    title: 'Two stations in November 2015',
    projectName: 'Seattle weather',
    clientName: 'Pike Place Umbrellas',
    locale: 'en-GB',
    timeZone: 'America/Los_Angeles',
    connections: {
      'Airport station': english,
      'Harbour station': storms({ days: 'Days', wet: 'Wet days', stormy: 'Storms', rain: 'Rain (mm)' }),
    },
    periods: {
      current: { from: '2015-11-01', to: '2015-11-30' },
      compare: { from: '2014-11-01', to: '2014-11-30' },
    },
    sections: channelSections(
      { rain: 'Rain (mm)', days: 'Days', each: 'Rain per day', station: 'Harbour' },
      'In {{period.current}} it rained **{{con_1.rain.current}} mm** ({{con_1.rain.change}}), after {{con_1.rain.compare}} mm in {{period.compare}}.\n\n| Task | Hours | State |\n|---|--:|:-:|\n| Gutters, see [the plan](https://example.com/plan) | 12 | *done* |\n| Umbrellas | {{con_2.stormy.current}} | open |',
      'A sun behind a cloud',
    ),
  },
  /** The same from right to left, with nothing to compare it with. */
  channelsArabic: {
    title: 'محطتان في نوفمبر 2015',
    projectName: 'طقس مدينة سياتل',
    clientName: 'شركة المظلات المتحدة',
    locale: 'ar-EG',
    timeZone: 'Africa/Cairo',
    connections: {
      'محطة المطار': weather({
        rain: 'الأمطار (مم)',
        high: 'متوسط الحرارة العظمى (°م)',
        low: 'متوسط الحرارة الصغرى (°م)',
        wind: 'سرعة الرياح (م/ث)',
        days: 'عدد الأيام',
        weather: 'حالة الطقس',
        kinds: ['رذاذ', 'مطر', 'مشمس', 'ثلج', 'ضباب'],
      }),
      'محطة الميناء': storms({ days: 'عدد الأيام', wet: 'أيام ممطرة', stormy: 'عواصف', rain: 'الأمطار (مم)' }),
    },
    periods: { current: { from: '2015-11-01', to: '2015-11-30' }, compare: null },
    sections: channelSections(
      { rain: 'الأمطار (مم)', days: 'عدد الأيام', each: 'الأمطار في اليوم', station: 'الميناء' },
      'هطل {{con_1.rain.current}} مم من المطر في {{period.current}}، وقبل ذلك {{con_1.rain.compare}}.\n\n| المهمة | الساعات |\n|---|--:|\n| تنظيف المزاريب | 12 |\n| المظلات | {{con_2.stormy.current}} |',
      'شمس خلف سحابة',
    ),
  },
  japanese: {
    title: '2015年6月の天気レポート',
    projectName: 'シアトルの天気',
    clientName: '雨傘株式会社',
    locale: 'ja-JP',
    timeZone: 'Asia/Tokyo',
    connections: {
      空港観測所: weather({
        rain: '降水量（mm）',
        high: '平均最高気温（℃）',
        low: '平均最低気温（℃）',
        wind: '風速（m/s）',
        days: '日数',
        weather: '天気',
        kinds: ['霧雨', '雨', '晴れ', '雪', '霧'],
      }),
    },
    periods: {
      current: { from: '2015-06-01', to: '2015-06-30' },
      compare: { from: '2014-06-01', to: '2014-06-30' },
    },
    sections: weatherSections('day'),
  },
  /** Goals of a month that is over, of a quarter and a year that are not, and of delays, which are to stay below them. */
  goals: {
    title: 'Flights and their goals, May 2001',
    projectName: 'US domestic flights',
    clientName: null,
    locale: 'en-US',
    timeZone: 'UTC',
    connections: { Flights: airline(['Flights', 'Fuel', 'Time lost', 'Late flights', 'Mean delay', 'Destination']) },
    periods: {
      current: { from: '2001-05-01', to: '2001-05-31' },
      compare: { from: '2001-04-01', to: '2001-04-30' },
    },
    sections: goalSections('day'),
    goals: airlineGoals,
  },
  /** The same in German for two weeks, so that goals are prorated. */
  goalsGerman: {
    title: 'Flüge und ihre Ziele',
    projectName: 'Inlandsflüge',
    clientName: null,
    locale: 'de-DE',
    timeZone: 'UTC',
    connections: {
      Flüge: airline([
        'Flüge',
        'Treibstoffkosten',
        'Verlorene Zeit',
        'Verspätete Flüge',
        'Mittlere Verspätung',
        'Ziel',
      ]),
    },
    periods: { current: { from: '2001-05-07', to: '2001-05-20' }, compare: null },
    sections: goalSections('day'),
    goals: airlineGoals,
  },
  /** In Arabic, over a quarter by month. */
  goalsArabic: {
    title: 'الرحلات وأهدافها',
    projectName: 'الرحلات الداخلية',
    clientName: null,
    locale: 'ar-EG',
    timeZone: 'UTC',
    connections: {
      الرحلات: airline(['الرحلات', 'تكلفة الوقود', 'الوقت الضائع', 'الرحلات المتأخرة', 'متوسط التأخير', 'الوجهة']),
    },
    periods: {
      current: { from: '2001-04-01', to: '2001-06-30' },
      compare: { from: '2001-01-01', to: '2001-03-31' },
    },
    sections: goalSections('month'),
    goals: airlineGoals,
  },
  hostile: {
    title: `${hostile.markup} ${hostile.code}`,
    projectName: hostile.hidden,
    clientName: hostile.mixed,
    locale: 'en-US',
    timeZone: 'UTC',
    connections: {
      [hostile.code]: weather({
        rain: hostile.markup,
        high: hostile.code,
        low: hostile.hidden,
        wind: hostile.mixed,
        days: 'W'.repeat(120),
        weather: hostile.code,
        kinds: [hostile.markup, hostile.code, hostile.word, hostile.hidden, hostile.mixed],
      }),
    },
    periods: {
      current: { from: '2015-01-01', to: '2015-01-31' },
      compare: { from: '2014-01-01', to: '2014-01-31' },
    },
    sections: [
      { type: 'highlights', title: hostile.markup },
      { type: 'kpis', title: hostile.code, connection_id: 'con_1' },
      { type: 'timeseries', title: hostile.hidden, connection_id: 'con_1', metric: 'rain', by: 'day' },
      { type: 'breakdown', title: hostile.mixed, connection_id: 'con_1', dimension: 'weather' },
      { type: 'text', title: hostile.word, markdown: Object.values(hostile).join('\n\n') },
    ],
  },
} as const satisfies Readonly<Record<string, Sample>>;

export type SampleName = keyof typeof samples;
export const sampleNames = Object.keys(samples) as SampleName[];
