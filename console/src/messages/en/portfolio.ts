import { plural } from '../plural.ts';

/** The figures of all projects side by side. */
export const portfolio = {
  title: 'Portfolio',
  subtitle: 'All projects side by side. What is most off course comes first.',
  period: 'Period',
  periods: { month: 'This month so far', last_month: 'Last full month', days: 'Last 30 days' },
  sorts: { off_course: 'Most off course', change: 'Change', name: 'Name', read_at: 'When read' },
  totals: 'Sums over all projects',
  waiting: (count: number) =>
    plural('en', count, { one: '# project is being read.', other: '# projects are being read.' }),
  read: (read: string, all: string) => `Figures of ${read} of ${all} projects.`,
  nightly: 'Read each night at five o’clock of each project’s time zone.',
  notNightly: 'Not read at night.',
  asked: (when: string) => `Last asked for ${when}.`,
  ratesFault: 'The rates were not read',
  refresh: 'Read now',
  report: { make: 'Make a report', send: 'Send it regularly' },
  queued: (count: number) => plural('en', count, { one: '# project is read now.', other: '# projects are read now.' }),
  skipped: (count: number) =>
    plural('en', count, {
      one: '# project was read in the last 15 minutes. Try again later.',
      other: '# projects were read in the last 15 minutes. Try again later.',
    }),
  reading: 'Being read …',
  notRead: 'Not read yet.',
  noFigures: 'Its connections have no figures to show.',
  broken: (count: number, total: number) =>
    plural('en', count, {
      one: `# of ${total} connections needs somebody`,
      other: `# of ${total} connections need somebody`,
    }),
  lastReport: (day: string) => `Report of ${day}`,
  releasedBy: (name: string) => `released by ${name}`,
  reportStates: { awaiting_approval: 'waits to be released', rejected: 'was rejected' },
  nextReport: (day: string) => `Next on ${day}`,
  before: (value: string) => `before: ${value}`,
  points: (value: string) => `${value} pp`,
  goal: (value: string) => `Goal: ${value}`,
  pace: (value: string) => `pace ${value}`,
  forecast: (value: string) => `Forecast: ${value}`,
  left: (value: string) => `Left: ${value}`,
  overspent: (value: string) => `Overspent by ${value}`,
  monthBegins: 'No day of this month is over yet.',
  age: (when: string) => `Read ${when}`,
  ofProjects: (count: number) => plural('en', count, { one: '# project', other: '# projects' }),
  otherDays: (count: number) =>
    plural('en', count, { one: '# of them has other days', other: '# of them have other days' }),
  converted: (currency: string, day: string) => `in ${currency}, rates of ${day}`,
  noRate: (currencies: string) => `No sum: there is no rate for ${currencies}.`,
  notes: {
    missingDays: (count: number) =>
      plural('en', count, { one: '# day has no figures', other: '# days have no figures' }),
    leftOut: (count: number) =>
      plural('en', count, { one: '# value could not be read', other: '# values could not be read' }),
    changing: (day: string) => `Still changes from ${day} on`,
    sampled: 'Estimated from a sample',
    other: 'The source keeps some figures back',
  },
  settings: {
    action: 'Settings',
    title: 'What the portfolio shows',
    nightly: 'Read all projects each night',
    figures: 'Figures',
    figuresAdvice:
      'Keys of up to six metrics, such as revenue, or google-ads:cost of one system alone. Without any, each project shows the first key figures of its layout. A template can say otherwise.',
    tooMany: 'There can be six at most.',
    ofTemplateAdvice: (slots: string) =>
      `Up to six, each as a slot and the key of one of its metrics, such as ads:cost. Slots: ${slots}. Without any, those of the account.`,
    wrongOfTemplate: 'Name a slot of the template and a metric, such as ads:cost; six at most.',
    currency: 'Reporting currency',
    currencyAdvice: 'Sums of several currencies are converted to it.',
    noCurrency: 'None: each currency by itself',
    rates: 'Connection with rates',
    noRates: 'None',
    dimension: 'Its dimension of currency codes',
    metric: 'Its metric of rates',
    means: 'What a rate says',
    meanings: {
      units: 'How many units one of the reporting currency buys',
      price: 'What one unit costs in the reporting currency',
    },
    done: 'The settings are saved.',
  },
};
