import { type Static, Type } from 'typebox';
import { apiVersions } from '../api-versions.ts';
import { type ConnectorContext, ConnectorError, type Resource } from '../contract.ts';
import type { Columns } from '../hosted/ad-figures.ts';
import type { DaySpan } from '../hosted/day-spans.ts';
import { askGoogle } from '../hosted/google/ask.ts';
import type { TokenSource } from '../hosted/tokens.ts';

/** Which location is asked, and with what. */
export interface BusinessAccess {
  readonly location: string;
  readonly tokens: TokenSource;
  readonly context: ConnectorContext;
}

export const businessScopes = ['https://www.googleapis.com/auth/business.manage'];

const api = {
  system: 'google-business-profile',
  name: 'Business Profile Performance API',
  advice: 'Check location.',
};
const { version } = apiVersions['google-business-profile'];
const performance = `https://businessprofileperformance.googleapis.com/${version}/locations`;

const date = Type.Object({ year: Type.Integer(), month: Type.Integer(), day: Type.Integer() });
const wholeNumber = Type.String({ pattern: '^\\d{1,18}$' });
const series = Type.Object({
  multiDailyMetricTimeSeries: Type.Optional(
    Type.Array(
      Type.Object({
        dailyMetricTimeSeries: Type.Optional(
          Type.Array(
            Type.Object({
              dailyMetric: Type.String(),
              timeSeries: Type.Optional(
                Type.Object({
                  /** A value that is zero may be absent. */
                  datedValues: Type.Optional(Type.Array(Type.Object({ date, value: Type.Optional(wholeNumber) }))),
                }),
              ),
            }),
          ),
        ),
      }),
    ),
  ),
});

/** The figures of each day by Google's names. https://developers.google.com/my-business/reference/performance/rest */
export async function readDays(
  { location, tokens, context }: BusinessAccess,
  metrics: readonly string[],
  { from, to }: DaySpan,
): Promise<ReadonlyMap<string, Columns>> {
  const asked = new URLSearchParams([
    ...metrics.map((name) => ['dailyMetrics', name]),
    ...dateParts('dailyRange.startDate', from),
    ...dateParts('dailyRange.endDate', to),
  ]);
  const url = `${performance}/${location}:fetchMultiDailyMetricsTimeSeries?${asked}`;
  const answer = await askGoogle(api, tokens, { url, shape: series }, context);
  // Google leaves out what is empty; an answer of other parts is none of this API.
  if (!answer.multiDailyMetricTimeSeries && Object.keys(answer).length > 0) {
    throw new ConnectorError('transient', 'Google gave an answer that cannot be read.');
  }
  const days = new Map<string, Record<string, string>>();
  for (const { dailyMetricTimeSeries = [] } of answer.multiDailyMetricTimeSeries ?? []) {
    for (const { dailyMetric, timeSeries } of dailyMetricTimeSeries) {
      for (const { date, value = '0' } of timeSeries?.datedValues ?? []) {
        days.getOrInsertComputed(Temporal.PlainDate.from(date).toString(), () => ({}))[dailyMetric] = value;
      }
    }
  }
  return days;
}

function dateParts(name: string, day: string): string[][] {
  const { year, month, day: number } = Temporal.PlainDate.from(day);
  return Object.entries({ year, month, day: number }).map(([part, value]) => [`${name}.${part}`, String(value)]);
}

const keywords = Type.Object({
  searchKeywordsCounts: Type.Optional(
    Type.Array(
      Type.Object({
        searchKeyword: Type.String(),
        insightsValue: Type.Object({ value: Type.Optional(wholeNumber), threshold: Type.Optional(wholeNumber) }),
      }),
    ),
  ),
  nextPageToken: Type.Optional(Type.String()),
});
type Keyword = NonNullable<Static<typeof keywords>['searchKeywordsCounts']>[number];
const mostPages = 100;

/** Search terms of whole months, each by its first day; a rare one has only the number that it stays below. */
export async function readKeywords(
  { location, tokens, context }: BusinessAccess,
  first: string,
  last: string,
): Promise<Keyword[]> {
  const all: Keyword[] = [];
  const months = [...dateParts('monthlyRange.startMonth', first), ...dateParts('monthlyRange.endMonth', last)];
  const asked = new URLSearchParams([...months.filter(([name]) => !name?.endsWith('.day')), ['pageSize', '100']]);
  for (let index = 0; index < mostPages; index++) {
    const url = `${performance}/${location}/searchkeywords/impressions/monthly?${asked}`;
    const answer: Static<typeof keywords> = await askGoogle(api, tokens, { url, shape: keywords }, context);
    all.push(...(answer.searchKeywordsCounts ?? []));
    if (!answer.nextPageToken) return all;
    asked.set('pageToken', answer.nextPageToken);
  }
  throw new ConnectorError('invalid_config', 'The period has more than 10,000 search terms. Choose a shorter one.');
}

const next = Type.Optional(Type.String());
const accounts = Type.Object({
  accounts: Type.Optional(Type.Array(Type.Object({ name: Type.String(), accountName: Type.Optional(Type.String()) }))),
  nextPageToken: next,
});
const locations = Type.Object({
  locations: Type.Optional(Type.Array(Type.Object({ name: Type.String(), title: Type.Optional(Type.String()) }))),
  nextPageToken: next,
});
const management = { ...api, name: 'My Business Account Management API' };
const information = { ...api, name: 'My Business Business Information API' };

/** The locations that the person who signed in manages, each with its account; at most 10,000 of an account. */
export async function listLocations({ tokens, context }: Omit<BusinessAccess, 'location'>): Promise<Resource[]> {
  const found: Resource[] = [];
  const all = await listPages(async (page) => {
    const url = `https://mybusinessaccountmanagement.googleapis.com/${version}/accounts?pageSize=20${page}`;
    const { accounts: items = [], nextPageToken } = await askGoogle(
      management,
      tokens,
      { url, shape: accounts },
      context,
    );
    return { items, nextPageToken };
  });
  for (const { name: account, accountName } of all) {
    const own = await listPages(async (page) => {
      const host = 'https://mybusinessbusinessinformation.googleapis.com';
      const url = `${host}/${version}/${account}/locations?readMask=name,title&pageSize=100${page}`;
      const { locations: items = [], nextPageToken } = await askGoogle(
        information,
        tokens,
        { url, shape: locations },
        context,
      );
      return { items, nextPageToken };
    });
    for (const { name, title } of own) {
      const location = name.replace(/^locations\//, '');
      const label = title ?? location;
      found.push({ config: { location }, label, names: [label, ...(accountName ? [accountName] : [])] });
    }
  }
  return found;
}

async function listPages<Item>(
  ask: (page: string) => Promise<{ items: Item[]; nextPageToken: string | undefined }>,
): Promise<Item[]> {
  const all: Item[] = [];
  let page = '';
  for (let index = 0; index < mostPages; index++) {
    const { items, nextPageToken } = await ask(page);
    all.push(...items);
    if (!nextPageToken) break;
    page = `&pageToken=${encodeURIComponent(nextPageToken)}`;
  }
  return all;
}
