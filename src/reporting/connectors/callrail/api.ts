import { type Static, type TSchema, Type } from 'typebox';
import { apiVersions } from '../api-versions.ts';
import { periodOf } from '../calendar-units.ts';
import { type ConnectorContext, ConnectorError, type Query, type Resource } from '../contract.ts';
import { askApi, headerText, readShape } from '../hosted/api-json.ts';
import { oncePerContext } from '../hosted/once.ts';
import type { FigureRecord } from '../hosted/record-report.ts';
import { statusFault } from '../http/status-faults.ts';

/** Which key asks. */
export interface CallRailAccess {
  readonly key: string;
  readonly context: ConnectorContext;
}

interface Asked {
  readonly account: string;
  readonly company?: string;
}

const text = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const call = Type.Object({
  id: Type.String(),
  answered: Type.Boolean(),
  duration: Type.Union([Type.Integer({ minimum: 0 }), Type.Null()]),
  start_time: Type.String(),
  first_call: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
  lead_status: text,
  source: text,
  campaign: text,
  company_name: text,
  landing_page_url: text,
  device_type: text,
});
const count = Type.Integer({ minimum: 0 });
const calls = Type.Object({ total_pages: count, total_records: count, calls: Type.Array(call) });
const fields = [
  'first_call',
  'lead_status',
  'source',
  'campaign',
  'company_name',
  'landing_page_url',
  'device_type',
].join(',');

const pageSize = 250;
const mostPages = 400;
const once = oncePerContext<FigureRecord[]>();

/** The calls that came in in a period, at most 100,000; queries of one report over a period read them once. */
export function readCalls(access: CallRailAccess, asked: Asked, query: Query): Promise<FigureRecord[]> {
  const { startMs, endMs } = periodOf(query);
  return once(access.context, JSON.stringify([asked.account, asked.company, startMs, endMs]), () =>
    listCalls(access, asked, query),
  );
}

/** Days are those of the account's zone at CallRail: one more is asked for on both sides, and left out by the instants. */
async function listCalls(access: CallRailAccess, { account, company }: Asked, { from, to }: Query) {
  const parameters = new URLSearchParams({
    start_date: Temporal.PlainDate.from(from).subtract({ days: 1 }).toString(),
    end_date: Temporal.PlainDate.from(to).add({ days: 1 }).toString(),
    direction: 'inbound',
    fields,
    sort: 'start_time',
    order: 'asc',
    per_page: String(pageSize),
    ...(company !== undefined && { company_id: company }),
  });
  const found = new Map<string, FigureRecord>();
  for (let page = 1; page <= mostPages; page++) {
    parameters.set('page', String(page));
    const answer: Static<typeof calls> = await ask(access, `a/${account}/calls.json?${parameters}`, calls);
    for (const each of answer.calls) found.set(each.id, toRecord(each));
    if (page < answer.total_pages) continue;
    // Less than there is would be a smaller figure.
    if (found.size < answer.total_records) throw strange();
    return [...found.values()];
  }
  throw new ConnectorError('invalid_config', 'The period has more than 100,000 calls. Choose a shorter one.');
}

function toRecord(each: Static<typeof call>): FigureRecord {
  const atMs = Date.parse(each.start_time);
  if (Number.isNaN(atMs)) throw strange();
  const flag = (value: boolean) => (value ? '1' : '0');
  return {
    atMs,
    columns: {
      calls: '1',
      answered: flag(each.answered),
      missed: flag(!each.answered),
      first: flag(each.first_call === true),
      leads: flag(each.lead_status === 'good_lead'),
      seconds: String(each.duration ?? 0),
    },
    values: {
      source: each.source || null,
      campaign: each.campaign || null,
      company: each.company_name || null,
      page: each.landing_page_url || null,
      device: each.device_type || null,
    },
  };
}

const named = Type.Object({ id: Type.String(), name: Type.String() });
const accounts = Type.Object({ accounts: Type.Array(named) });
const companies = Type.Object({ companies: Type.Array(named) });

/** The companies of each account that the key can see, at most 250 of an account. */
export async function listCompanies(access: CallRailAccess): Promise<Resource[]> {
  const found: Resource[] = [];
  for (const account of (await ask(access, `a.json?per_page=${pageSize}`, accounts)).accounts) {
    const own = await ask(access, `a/${account.id}/companies.json?per_page=${pageSize}`, companies);
    for (const { id, name } of own.companies) {
      found.push({ config: { account: account.id, company: id }, label: name, names: [name, account.name] });
    }
  }
  return found;
}

/** The limits are of an hour and of a day, and CallRail does not say when they end. */
const quotaWaitMs = 10 * 60 * 1000;

async function ask<Shape extends TSchema>(
  { key, context }: CallRailAccess,
  path: string,
  shape: Shape,
): Promise<Static<Shape>> {
  if (key === '') throw new ConnectorError('reauth_required', 'The connection has no key. Give it one.');
  const url = context.addressOf('callrail', `https://api.callrail.com/${apiVersions.callrail.version}/${path}`);
  const headers = { authorization: `Token token=${headerText(key)}` };
  const { response, json } = await askApi({ url, headers, faultOf: quotaFault }, context);
  if (!response.ok) throw statusFault(response, 'Check account and company.');
  return readShape(shape, json, strange());
}

function quotaFault({ response }: { readonly response: Response }): ConnectorError | undefined {
  if (response.status !== 429 || response.headers.has('retry-after')) return undefined;
  const message = 'The limit of requests to CallRail is used up (429).';
  return new ConnectorError('transient', message, { retryAfterMs: quotaWaitMs });
}

function strange(): ConnectorError {
  return new ConnectorError('transient', 'CallRail gave an answer that cannot be read.');
}
