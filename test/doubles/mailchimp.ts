import type { SeenRequest } from '../support/json-server.ts';
import { type Double, DoubleRefusal, startDouble } from './double.ts';
import { hostileValue } from './web-visits.ts';

/** The key that the double accepts. */
export const mailchimpKey = '0123456789abcdef0123456789abcdef-us19';

const campaign = (id: string, title: string, send_time: string, list: string, figures: readonly number[]) => {
  const [emails_sent = 0, bounced = 0, opens = 0, opened = 0, clicks = 0, clicked = 0, unsubscribed = 0] = figures;
  return {
    ...{ id, campaign_title: title, type: 'regular', send_time, emails_sent, abuse_reports: 0, unsubscribed },
    ...{ list_id: list, list_name: list === 'aaa111' ? 'Newsletter' : 'Customers' },
    bounces: { hard_bounces: bounced, soft_bounces: 0, syntax_errors: 0 },
    opens: { opens_total: opens, unique_opens: opened, open_rate: opened / (emails_sent - bounced) },
    clicks: { clicks_total: clicks, unique_clicks: clicks, unique_subscriber_clicks: clicked },
  };
};

/** The third is sent on 1 March in Berlin, where it is half past midnight. Two have one title. */
const campaigns = [
  campaign('c1', hostileValue, '2026-02-27T09:00:00+00:00', 'aaa111', [1000, 20, 500, 294, 80, 49, 3]),
  campaign('c2', 'Spring', '2026-02-28T10:00:00+00:00', 'bbb222', [100, 0, 60, 50, 20, 10, 1]),
  campaign('c3', 'Spring', '2026-02-28T23:30:00+00:00', 'aaa111', [900, 20, 300, 176, 30, 22, 2]),
];

export interface MailchimpDouble extends Double {
  /** The most reports of a page. */
  mostRows: number;
}

/** Answers as https://mailchimp.com/developer/marketing/api/reports/ and lists say, to the key and the tokens of a sign-in. */
export async function startMailchimp(tokens: ReadonlyMap<string, string> = new Map()): Promise<MailchimpDouble> {
  const double = await startDouble((request) => {
    const { authorization = '' } = request.headers;
    const given = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
    const isGranted = tokens.has(authorization.replace(/^Bearer /, ''));
    if (!isGranted && given.split(':')[1] !== mailchimpKey) throw refusal(401, 'API Key Invalid');
    const { pathname } = new URL(request.path, 'http://double');
    if (pathname === '/3.0/reports') return reports(request, all.mostRows);
    const lists = [
      { id: 'aaa111', name: 'Newsletter' },
      { id: 'bbb222', name: 'Customers' },
    ];
    if (pathname === '/3.0/lists') return { lists, total_items: 2 };
    const list = lists.find(({ id }) => pathname === `/3.0/lists/${id}`);
    if (!list) throw refusal(404, 'Resource Not Found');
    return list;
  });
  const all: MailchimpDouble = Object.assign(double, { mostRows: 1000 });
  return all;
}

function reports({ query }: SeenRequest, mostRows: number) {
  const count = Number(query.get('count') ?? 10);
  if (count > 1000) throw refusal(400, 'Invalid Resource');
  const [since = '', before = ''] = ['since_send_time', 'before_send_time'].map((name) => query.get(name) ?? '');
  const found = campaigns
    .filter(({ send_time }) => Date.parse(since) < Date.parse(send_time) && Date.parse(send_time) < Date.parse(before))
    .toReversed();
  const offset = Number(query.get('offset') ?? 0);
  return { reports: found.slice(offset, offset + Math.min(count, mostRows)), total_items: found.length };
}

function refusal(status: number, title: string): DoubleRefusal {
  return new DoubleRefusal(status, { type: 'https://mailchimp.com/developer/marketing/docs/errors/', title, status });
}
