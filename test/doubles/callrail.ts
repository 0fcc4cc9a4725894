import type { SeenRequest } from '../support/json-server.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import { hostileValue } from './web-visits.ts';

/** The key that the double accepts. */
export const callRailKey = 'callrail-key-of-the-test';
export const callRailIds = { account: 'ACC1', company: 'COM1', other: 'COM2' };

export interface CallRailDouble extends Double {
  /** The most calls of a page. */
  mostRows: number;
}

const call = (id: string, start_time: string, answered: boolean, duration: number, more: object) => ({
  ...{ id, start_time, answered, duration, customer_name: 'Jane Roe', direction: 'inbound' },
  ...{ company_id: 'COM1', company_name: 'Shop', first_call: false, lead_status: null },
  ...{ source: 'Google Ads', campaign: null, landing_page_url: null, device_type: 'Mobile' },
  ...more,
});

/** The second comes on 1 March in Berlin, on 28 February in New York, whose zone the account has. */
const calls = [
  call('CAL1', '2026-02-27T10:00:00.000-05:00', true, 100, { first_call: true, lead_status: 'good_lead' }),
  call('CAL2', '2026-02-28T18:30:00.000-05:00', false, 0, { campaign: hostileValue }),
  call('CAL3', '2026-03-03T10:00:00.000-05:00', true, 50, { first_call: true, source: 'Direct' }),
  call('CAL4', '2026-03-05T20:00:00.000-05:00', true, 30, {}),
  call('CAL5', '2026-03-03T11:00:00.000-05:00', true, 20, { company_id: 'COM2', company_name: 'Other' }),
];

/** Answers as https://apidocs.callrail.com says. */
export async function startCallRail(): Promise<CallRailDouble> {
  const double = await startDouble((request) => {
    const { pathname } = new URL(request.path, 'http://double');
    if (request.headers.authorization !== `Token token=${callRailKey}`)
      throw refusal(401, 'HTTP Token: Access denied.');
    if (pathname === '/v3/a.json') return { total_pages: 1, accounts: [{ id: 'ACC1', name: 'Agency' }] };
    if (pathname === '/v3/a/ACC1/companies.json') {
      return {
        companies: [
          { id: 'COM1', name: 'Shop' },
          { id: 'COM2', name: 'Other' },
        ],
      };
    }
    if (pathname !== '/v3/a/ACC1/calls.json') throw refusal(404, 'Not found');
    return page(request, all.mostRows);
  });
  const all: CallRailDouble = Object.assign(double, { mostRows: 250 });
  return all;
}

function page({ query }: SeenRequest, mostRows: number) {
  const size = Math.min(Number(query.get('per_page') ?? 100), mostRows);
  const [from, to] = [query.get('start_date') ?? '', query.get('end_date') ?? ''];
  const company = query.get('company_id');
  const found = calls.filter(({ start_time, company_id }) => {
    const day = start_time.slice(0, 10);
    return from <= day && day <= to && (company === null || company === company_id);
  });
  const number = Number(query.get('page') ?? 1);
  const total_pages = Math.max(1, Math.ceil(found.length / Math.max(1, size)));
  const start = (number - 1) * size;
  return {
    page: number,
    per_page: size,
    total_pages,
    total_records: found.length,
    calls: found.slice(start, start + size),
  };
}

function refusal(status: number, error: string): DoubleRefusal {
  return new DoubleRefusal(status, { error });
}
