/** A visit of a site, as the doubles of web analytics hold it. */
export interface WebVisit {
  readonly visitor: string;
  /** A calendar day (YYYY-MM-DD) in the site's zone. */
  readonly day: string;
  /** Its pages in their order; one alone is a bounce. */
  readonly pages: readonly string[];
  readonly seconds: number;
  readonly channel: string;
  readonly source: string;
  readonly medium: string | null;
  readonly campaign: string | null;
  readonly country: string;
  readonly device: string;
}

const paid = { channel: 'Paid Search', source: 'Google', medium: 'cpc', campaign: 'spring' } as const;
const direct = { channel: 'Direct', source: 'Direct / None', medium: null, campaign: null } as const;
const hostile = '"><script>alert(1)</script> =1+1 \u202e{{x}}';

/**
 * Six visits by four visitors from Friday to Wednesday, over the end of a month: 10 pageviews, 3 bounces, 600 seconds.
 * Nobody came on 28 February and 2 March.
 */
export const webVisits: readonly WebVisit[] = [
  {
    ...paid,
    visitor: 'a',
    day: '2026-02-27',
    pages: ['/', '/shop'],
    seconds: 100,
    country: 'Germany',
    device: 'Mobile',
  },
  { ...direct, visitor: 'b', day: '2026-02-27', pages: ['/'], seconds: 0, country: 'Poland', device: 'Desktop' },
  { ...paid, visitor: 'a', day: '2026-03-01', pages: ['/shop'], seconds: 0, country: 'Germany', device: 'Mobile' },
  {
    ...paid,
    visitor: 'c',
    day: '2026-03-01',
    pages: ['/', '/shop', '/'],
    seconds: 300,
    country: 'Germany',
    device: 'Desktop',
    campaign: hostile,
  },
  {
    ...direct,
    visitor: 'd',
    day: '2026-03-03',
    pages: ['/', hostile],
    seconds: 200,
    country: 'Poland',
    device: 'Mobile',
  },
  { ...direct, visitor: 'b', day: '2026-03-04', pages: ['/'], seconds: 0, country: 'Poland', device: 'Desktop' },
];

/** A value that would do harm in a page, a table or a template. */
export const hostileValue = hostile;

/** The visits of a period, both ends inclusive. */
export function visitsIn(from: string, to: string): WebVisit[] {
  return webVisits.filter(({ day }) => from <= day && day <= to);
}

export const distinct = <T>(items: readonly T[]): number => new Set(items).size;

/** The figures of visits, by plain names. */
export function countVisits(visits: readonly WebVisit[]) {
  const sum = (figure: (visit: WebVisit) => number) => visits.reduce((total, visit) => total + figure(visit), 0);
  return {
    visitors: distinct(visits.map(({ visitor }) => visitor)),
    visits: visits.length,
    pageviews: sum(({ pages }) => pages.length),
    bounces: visits.filter(({ pages }) => pages.length === 1).length,
    seconds: sum(({ seconds }) => seconds),
  };
}

/** The hour in which a visit begins, such as `09`: that of its visitor. */
export function hourOf({ visitor }: WebVisit): string {
  return String(8 + visitor.charCodeAt(0) - 'a'.charCodeAt(0)).padStart(2, '0');
}
