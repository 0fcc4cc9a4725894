import { type Static, type TSchema, Type } from 'typebox';
import { apiVersions } from '../api-versions.ts';
import { periodOf } from '../calendar-units.ts';
import { type ConnectorContext, ConnectorError, type Query, type Resource } from '../contract.ts';
import { bearer, headerText, readShape } from '../hosted/api-json.ts';
import { grantSecret } from '../hosted/grant.ts';
import { oncePerContext } from '../hosted/once.ts';
import type { FigureRecord } from '../hosted/record-report.ts';
import { findDataCentre } from '../hosted/sign-in/mailchimp.ts';
import { askWithToken, grantTokens, keptToken, type TokenSource } from '../hosted/tokens.ts';
import { statusFault } from '../http/status-faults.ts';

/** A key, or what a person granted by signing in. */
export const mailchimpSecret = Type.Union([
  Type.Object({ key: Type.String({ minLength: 1, maxLength: 1000 }) }, { additionalProperties: false }),
  grantSecret,
]);

/** Who asks, and the data centre of the account, which is where it is asked. */
export interface MailchimpAccess {
  readonly tokens: TokenSource;
  readonly headers: (token: string) => Readonly<Record<string, string>>;
  readonly dataCentre: string;
  readonly context: ConnectorContext;
}

/** A campaign that was sent, at the instant at which its sending began. */
export interface SentCampaign extends FigureRecord {
  /** The id of its audience. */
  readonly audience: string;
}

const centreOnce = oncePerContext<string>();

/**
 * A key names its data centre, and Mailchimp tells that of a sign-in. Throws `reauth_required` without either and
 * `invalid_config` for a text that is no key.
 */
export async function openMailchimp(
  secret: Static<typeof mailchimpSecret> | null,
  context: ConnectorContext,
): Promise<MailchimpAccess> {
  if (secret === null) throw new ConnectorError('reauth_required', 'The connection has no key. Give it one.');
  if ('key' in secret) {
    const headers = (key: string) => ({
      authorization: `Basic ${Buffer.from(`key:${headerText(key)}`).toString('base64')}`,
    });
    return { tokens: keptToken(secret.key), headers, dataCentre: centreOf(secret.key), context };
  }
  const tokens = grantTokens('mailchimp', secret, context);
  const token = await tokens.token();
  const dataCentre = await centreOnce(context, token, () => findDataCentre(token, context));
  return { tokens, headers: bearer, dataCentre, context };
}

function centreOf(key: string): string {
  const [, dataCentre] = /^[0-9a-zA-Z]{8,}-([a-z]{2}[0-9]{1,3})$/.exec(key) ?? [];
  if (dataCentre !== undefined) return dataCentre;
  const message = 'The key is not one of Mailchimp: it ends in a hyphen and its data centre, such as -us19.';
  throw new ConnectorError('invalid_config', message, { faults: [{ path: 'key', message }] });
}

const count = Type.Integer({ minimum: 0 });
const report = Type.Object({
  id: Type.String(),
  campaign_title: Type.String(),
  list_id: Type.String(),
  list_name: Type.String(),
  send_time: Type.String(),
  emails_sent: count,
  abuse_reports: count,
  unsubscribed: count,
  bounces: Type.Object({ hard_bounces: count, soft_bounces: count, syntax_errors: count }),
  opens: Type.Object({ opens_total: count, unique_opens: count }),
  clicks: Type.Object({ clicks_total: count, unique_subscriber_clicks: count }),
});
const page = Type.Object({ reports: Type.Array(report), total_items: count });
const fields = [
  ...['id', 'campaign_title', 'list_id', 'list_name', 'send_time', 'emails_sent', 'abuse_reports', 'unsubscribed'],
  ...['bounces', 'opens.opens_total', 'opens.unique_opens'],
  ...['clicks.clicks_total', 'clicks.unique_subscriber_clicks'],
].map((name) => `reports.${name}`);

const pageSize = 500;
const mostPages = 40;
const once = oncePerContext<SentCampaign[]>();

/** The campaigns of a period, at most 20,000; queries of one report over a period read them once. */
export function readCampaigns(access: MailchimpAccess, query: Query): Promise<SentCampaign[]> {
  const { startMs, endMs } = periodOf(query);
  return once(access.context, `${startMs} ${endMs}`, () => listCampaigns(access, startMs, endMs));
}

async function listCampaigns(access: MailchimpAccess, startMs: number, endMs: number) {
  const reports: Static<typeof report>[] = [];
  for (let index = 0; index < mostPages; index++) {
    const asked = new URLSearchParams({
      // Whether the ends are included is not documented: what lies outside is left out afterwards.
      since_send_time: new Date(startMs - 1000).toISOString(),
      before_send_time: new Date(endMs + 1000).toISOString(),
      fields: [...fields, 'total_items'].join(','),
      count: String(pageSize),
      offset: String(reports.length),
    });
    const answer: Static<typeof page> = await ask(access, `reports?${asked}`, page);
    reports.push(...answer.reports);
    if (reports.length >= answer.total_items) return toRecords(reports);
    // Less than what there is said to be would be a smaller figure.
    if (answer.reports.length === 0) throw strange();
  }
  throw new ConnectorError('invalid_config', 'The period has more than 20,000 campaigns. Choose a shorter one.');
}

/** Pages may shift while they are read: a campaign counts once. Those of one title are told apart by their ids. */
function toRecords(all: readonly Static<typeof report>[]): SentCampaign[] {
  const reports = [...new Map(all.map((each) => [each.id, each])).values()];
  const titles = Map.groupBy(reports, ({ campaign_title }) => campaign_title);
  return reports.map((each) => {
    const title = each.campaign_title.trim() === '' ? each.id : each.campaign_title;
    const isOne = titles.get(each.campaign_title)?.length === 1;
    return {
      atMs: instantOf(each.send_time),
      audience: each.list_id,
      columns: columnsOf(each),
      values: { campaign: isOne ? title : `${title} (${each.id})`, audience: each.list_name || null },
    };
  });
}

function columnsOf({ bounces, opens, clicks, ...each }: Static<typeof report>) {
  const bounced = bounces.hard_bounces + bounces.soft_bounces + bounces.syntax_errors;
  const figures = {
    campaigns: 1,
    emails_sent: each.emails_sent,
    delivered: each.emails_sent - bounced,
    bounces: bounced,
    opens_total: opens.opens_total,
    clicks_total: clicks.clicks_total,
    opened: opens.unique_opens,
    clicked: clicks.unique_subscriber_clicks,
    unique_opens: opens.unique_opens,
    unique_clicks: clicks.unique_subscriber_clicks,
    unsubscribed: each.unsubscribed,
    abuse_reports: each.abuse_reports,
  };
  return Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, String(figure)]));
}

function instantOf(text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw strange();
  return ms;
}

const audience = Type.Object({ id: Type.String(), name: Type.String() });
const audiences = Type.Object({ lists: Type.Array(audience) });

/** The audiences of the account, or the one with an id; throws `resource_missing` if there is no such one. */
export async function listAudiences(access: MailchimpAccess, id?: string): Promise<Resource[]> {
  if (id !== undefined) return [toResource(await ask(access, `lists/${id}?fields=id,name`, audience))];
  const { lists } = await ask(access, 'lists?count=1000&fields=lists.id,lists.name', audiences);
  return lists.map(toResource);
}

function toResource({ id, name }: Static<typeof audience>): Resource {
  return { config: { audience: id }, label: name };
}

async function ask<Shape extends TSchema>(
  { tokens, headers, dataCentre, context }: MailchimpAccess,
  path: string,
  shape: Shape,
): Promise<Static<Shape>> {
  const url = context.addressOf(
    'mailchimp',
    `https://${dataCentre}.api.mailchimp.com/${apiVersions.mailchimp.version}/${path}`,
  );
  const { response, json } = await askWithToken(tokens, (token) => ({ url, headers: headers(token) }), context);
  if (!response.ok) throw statusFault(response, 'Check audience.');
  return readShape(shape, json, strange());
}

function strange(): ConnectorError {
  return new ConnectorError('transient', 'Mailchimp gave an answer that cannot be read.');
}
