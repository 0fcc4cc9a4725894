/** "1 row", "2 rows". */
function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

/**
 * Every text of our own that a report shows in English, save the sentences of highlights and warnings. Values in the functions are already formatted, save counts.
 */
const english = {
  contents: 'Contents',
  period: 'Period',
  comparedWith: 'Compared with',
  project: 'Project',
  created: 'Created',
  timeZone: 'Time zone',
  page: (page: string, pages: string) => `Page ${page} of ${pages}`,
  logo: (name: string) => `Logo of ${name}`,

  highlights: 'Highlights',
  keyFigures: 'Key figures',
  dataSources: 'Data sources',
  notes: 'Notes on the data',
  series: (metric: string, by: 'day' | 'week' | 'month') => `${metric} by ${by}`,
  breakdown: (metric: string, dimension: string) => `${metric} by ${dimension}`,

  metric: 'Key figure',
  current: 'This period',
  compare: 'Before',
  change: 'Change',
  share: 'Share',
  total: 'Total',
  rest: (count: number) => `All others (${count.toLocaleString('en')})`,
  noValue: '(not set)',
  noFigures: 'There are no figures for this period.',
  source: (connection: string) => `Source: ${connection}`,
  before: (value: string) => `${value} before`,
  good: 'Good',
  bad: 'Needs attention',
  neutral: 'To know',

  connection: 'Connection',
  system: 'System',
  rowsCurrent: 'Rows',
  rowsCompare: 'Rows before',
  fetchedAt: 'Fetched',
  freshAt: 'Last changed',
  unknown: 'unknown',

  trend: (metric: string, low: string, high: string) => `${metric} by day, between ${low} and ${high}.`,
  chart: (metric: string, period: string, total: string) => `Line chart of ${metric}, ${period}. Total: ${total}.`,
  chartCompared: (metric: string, period: string, total: string, comparePeriod: string, compareTotal: string) =>
    `Line chart of ${metric}, ${period}, compared with ${comparePeriod}. Total: ${total}, before: ${compareTotal}.`,
  chartEmpty: (metric: string) => `Chart of ${metric}: no figures.`,
  bars: (metric: string, dimension: string) => `Bar chart of the share of each ${dimension} in ${metric}.`,

  rowsCut: (count: number) => `${counted(count, 'more row is', 'more rows are')} not shown.`,
  textCut: 'The text is longer than a report shows; the rest is left out.',

  skip: 'Skip to the report',
  download: 'Download',
  darkColors: 'Dark colours',
  showFigures: 'Show the figures',
} as const;

export type Labels = typeof english;

/** The texts for a BCP 47 locale. */
export function labelsFor(_locale: string): Labels {
  return english;
}
