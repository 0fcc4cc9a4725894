import type { SeenRequest } from '../support/json-server.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import { hostileValue } from './web-visits.ts';

/** The token that the double accepts. */
export const hubSpotToken = 'pat-eu1-token-of-the-test';

type Properties = Readonly<Record<string, string | null>>;

export interface HubSpotDouble extends Double {
  /** Paths that the token may not read. */
  readonly forbidden: Set<string>;
  /** How many results of a search can be paged through. */
  mostOfSearch: number;
  /** More contacts, one each second from noon of 27 February. */
  moreContacts: number;
}

const deal = (id: string, createdate: string, closedate: string, more: Properties): [string, Properties] => {
  return [id, { createdate, closedate, pipeline: 'default', hubspot_owner_id: '7', ...more }];
};
const won = { hs_is_closed: 'true', hs_is_closed_won: 'true' };
const lost = { hs_is_closed: 'true', hs_is_closed_won: 'false', amount: '999', amount_in_home_currency: '999' };

/**
 * Four are won, of which one has no amount and one has an amount that is not converted; one is in dollars. The last to be
 * closed is so on 1 March in Berlin.
 */
const deals = [
  deal('1', '2026-02-27T09:00:00.000Z', '2026-02-28T09:00:00.000Z', {
    ...{ ...won, amount: '100.10', amount_in_home_currency: '100.10', hs_analytics_source: 'PAID_SEARCH' },
  }),
  deal('2', '2026-02-27T10:00:00Z', '2026-02-28T23:30:00Z', {
    ...{ ...won, amount: '220', amount_in_home_currency: '200.20', pipeline: 'p2' },
  }),
  deal('3', '2026-03-03T10:00:00Z', '2026-03-04T10:00:00Z', { ...won, amount: null, amount_in_home_currency: null }),
  deal('4', '2026-03-03T11:00:00Z', '2026-03-04T11:00:00Z', { ...won, amount: '50', amount_in_home_currency: null }),
  deal('5', '2026-03-03T12:00:00Z', '2026-03-04T12:00:00Z', lost),
  deal('6', '2026-03-03T13:00:00Z', '2026-03-04T13:00:00Z', {
    hs_is_closed: 'false',
    amount: '7',
    amount_in_home_currency: '7',
  }),
];
const contacts: [string, Properties][] = [
  ['11', { createdate: '2026-02-27T09:00:00Z', hs_analytics_source: 'PAID_SEARCH', hubspot_owner_id: null }],
  ['12', { createdate: '2026-03-01T09:00:00Z', hs_analytics_source: 'ORGANIC_SEARCH', hubspot_owner_id: '8' }],
];
const forms = [
  { id: 'f1', name: hostileValue },
  { id: 'f2', name: 'Newsletter' },
];
const submitted: Readonly<Record<string, readonly string[]>> = {
  f1: ['2026-03-03T10:00:00Z', '2026-02-27T10:00:00Z', '2026-01-01T10:00:00Z'],
  f2: ['2026-03-02T10:00:00Z'],
};

const usualTokens: ReadonlyMap<string, string> = new Map([[hubSpotToken, '']]);

/** Answers as https://developers.hubspot.com/docs/api-reference says, to the tokens of a sign-in if they are given. */
export async function startHubSpot(tokens = usualTokens): Promise<HubSpotDouble> {
  const double = await startDouble((request) => {
    const { pathname } = new URL(request.path, 'http://double');
    const token = `${request.headers.authorization}`.replace(/^Bearer /, '');
    if (!tokens.has(token)) throw refusal(401, 'INVALID_AUTHENTICATION');
    if (all.forbidden.has(pathname)) throw refusal(403, 'MISSING_SCOPES');
    if (pathname === '/account-info/v3/details') {
      return { portalId: 1, timeZone: 'US/Eastern', companyCurrency: 'EUR', additionalCurrencies: ['USD'] };
    }
    if (pathname === '/crm/v3/pipelines/deals') {
      return {
        results: [
          { id: 'default', label: 'Sales' },
          { id: 'p2', label: hostileValue },
        ],
      };
    }
    if (pathname === '/crm/v3/owners') {
      const isArchived = request.query.get('archived') === 'true';
      return {
        results: isArchived
          ? [{ id: '8', email: 'eve@example.com' }]
          : [{ id: '7', firstName: 'Ann', lastName: 'Lee' }],
      };
    }
    if (pathname === '/marketing/v3/forms') return { results: forms };
    const [, form = ''] = /^\/form-integrations\/v1\/submissions\/forms\/(\w+)$/.exec(pathname) ?? [];
    if (form !== '') return submissions(form, request);
    const [, object = ''] = /^\/crm\/objects\/2026-03\/(deals|contacts)\/search$/.exec(pathname) ?? [];
    if (object === '' || request.method !== 'POST') throw refusal(404, 'OBJECT_NOT_FOUND');
    return search(object === 'deals' ? deals : contacts.concat(more(all.moreContacts)), request, all.mostOfSearch);
  });
  const all: HubSpotDouble = Object.assign(double, {
    forbidden: new Set<string>(),
    mostOfSearch: 10_000,
    moreContacts: 0,
  });
  return all;
}

function more(count: number): [string, Properties][] {
  const start = Date.parse('2026-02-27T12:00:00Z');
  return Array.from({ length: count }, (_, index) => {
    return [`more-${index}`, { createdate: new Date(start + index * 1000).toISOString(), hs_analytics_source: null }];
  });
}

/** A page of two submissions, the newest first. */
function submissions(form: string, { query }: SeenRequest) {
  const all = submitted[form] ?? [];
  const start = Number(query.get('after') ?? 0);
  const results = all
    .slice(start, start + 2)
    .map((at) => ({ submittedAt: Date.parse(at), values: [{ name: 'email' }] }));
  return { results, ...(start + 2 < all.length && { paging: { next: { after: String(start + 2) } } }) };
}

function search(all: readonly [string, Properties][], { body }: SeenRequest, mostOfSearch: number) {
  const { filterGroups, properties, limit, after = '0' } = JSON.parse(body);
  if (limit > 200) throw refusal(400, 'VALIDATION_ERROR');
  if (Number(after) + limit > Math.max(mostOfSearch, limit)) throw refusal(400, 'VALIDATION_ERROR');
  const fits = (record: Properties) =>
    filterGroups[0].filters.every(({ propertyName, operator, value, highValue }: Record<string, string>) => {
      const own = record[propertyName ?? ''];
      if (operator === 'EQ') return own === value;
      const at = Date.parse(own ?? '');
      return Number(value) <= at && at <= Number(highValue);
    });
  const found = all.filter(([, record]) => fits(record));
  const end = Number(after) + limit;
  const results = found.slice(Number(after), end).map(([id, record]) => {
    return { id, properties: Object.fromEntries(properties.map((name: string) => [name, record[name] ?? null])) };
  });
  return { total: found.length, results, ...(end < found.length && { paging: { next: { after: String(end) } } }) };
}

function refusal(status: number, category: string): DoubleRefusal {
  return new DoubleRefusal(status, { status: 'error', message: 'No.', correlationId: 'x', category });
}
