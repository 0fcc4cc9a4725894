import { createHmac } from 'node:crypto';
import { type Static, type TSchema, Type } from 'typebox';
import { type ConnectorContext, ConnectorError, type Description } from '../contract.ts';
import { accountSettings } from '../hosted/account-settings.ts';
import { type ApiAnswer, type ApiRequest, askApi, bearer, readShape } from '../hosted/api-json.ts';
import { grantSecret } from '../hosted/grant.ts';
import { oncePerContext } from '../hosted/once.ts';
import { type Accounts, sharedSettings } from '../hosted/several-accounts.ts';
import { graph } from '../hosted/sign-in/meta.ts';
import { grantTokens, type TokenSource } from '../hosted/tokens.ts';
import { statusFault } from '../http/status-faults.ts';
import { faultOfAnswer, type MetaSubject, RefusedToken } from './faults.ts';
import { awaitTurn, noteUsage } from './usage.ts';

/** A token of a system user, or what a person granted by signing in. */
export const metaSecret = Type.Union([
  Type.Object({ token: Type.String({ minLength: 1, maxLength: 10_000 }) }, { additionalProperties: false }),
  grantSecret,
]);

export interface MetaAccess {
  readonly tokens: TokenSource;
  /** Of the operator's app; null for a token of another one. */
  readonly appSecret: string | null;
  readonly subject: MetaSubject;
  readonly context: ConnectorContext;
}

const adAccount: MetaSubject = { system: 'meta-ads', thing: 'ad account', permissions: 'the permission ads_read' };

/** The access of a secret to a system of Meta, by default ads. */
export function openMeta(
  secret: Static<typeof metaSecret> | null,
  context: ConnectorContext,
  subject = adAccount,
): MetaAccess {
  if (secret && 'grant' in secret) {
    return { tokens: grantTokens('meta', secret, context), appSecret: secret.client.client_secret, subject, context };
  }
  return { tokens: { token: async () => secret?.token ?? '' }, appSecret: null, subject, context };
}

interface MetaRequest {
  /** Below the version, such as `act_123/insights`. */
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly method?: 'POST';
}

/** Asks the Graph API, once more with another token if there is one. Throws a ConnectorError. */
export async function askMeta<Shape extends TSchema>(
  access: MetaAccess,
  request: MetaRequest,
  shape: Shape,
): Promise<Static<Shape>> {
  const token = await access.tokens.token();
  try {
    return await askWith(token, access, request, shape);
  } catch (error) {
    const next = error instanceof RefusedToken ? await access.tokens.token(token) : token;
    if (next === token) throw error;
    return await askWith(next, access, request, shape);
  }
}

async function askWith<Shape extends TSchema>(
  token: string,
  access: MetaAccess,
  request: MetaRequest,
  shape: Shape,
): Promise<Static<Shape>> {
  const { context } = access;
  await awaitTurn(context);
  const { response, json } = await askApi(apiRequest(token, access, request), context);
  noteUsage(response.headers, context);
  if (!response.ok) throw statusFault(response, `Check ${access.subject.thing}, metrics and dimensions.`);
  return readShape(shape, json, strange());
}

/** The token stands in a header, as addresses are written into logs. */
function apiRequest(token: string, { appSecret, subject, context }: MetaAccess, asked: MetaRequest): ApiRequest {
  const parameters = new URLSearchParams(asked.parameters);
  if (appSecret !== null) {
    parameters.set('appsecret_proof', createHmac('sha256', appSecret).update(token).digest('hex'));
  }
  const url = context.addressOf(subject.system, `${graph}/${asked.path}`);
  const request = { url, headers: bearer(token), faultOf: (answer: ApiAnswer) => faultOfAnswer(answer, subject) };
  if (asked.method === 'POST') {
    return { ...request, body: { type: 'application/x-www-form-urlencoded', text: parameters.toString() } };
  }
  url.search = parameters.toString();
  return request;
}

const pageSize = 500;
const mostPages = 100;

/**
 * What `read` takes of all rows of a list, page by page, at most 50,000. The address of the next page would carry the
 * token, so only its cursor is taken.
 */
export async function readPages<Row extends TSchema, T>(
  access: MetaAccess,
  { path, parameters }: MetaRequest,
  row: Row,
  read: (row: Static<Row>) => T,
): Promise<T[]> {
  const shape = pageOf(row);
  const rows: T[] = [];
  let after: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const paged = { limit: String(pageSize), ...parameters, ...(after !== undefined && { after }) };
    const found: Static<typeof shape> = await askMeta(access, { path, parameters: paged }, shape);
    rows.push(...(found.data as Static<Row>[]).map(read));
    if (found.paging?.next === undefined) return rows;
    const next = found.paging.cursors?.after;
    if (next === undefined || next === after) throw strange();
    after = next;
  }
  const message = `Meta has more than ${pageSize * mostPages} rows. Choose a shorter period, or another dimension.`;
  throw new ConnectorError('invalid_config', message);
}

function pageOf<Row extends TSchema>(row: Row) {
  return Type.Object({
    data: Type.Array(row),
    paging: Type.Optional(
      Type.Object({
        cursors: Type.Optional(Type.Object({ after: Type.Optional(Type.String()) })),
        next: Type.Optional(Type.String()),
      }),
    ),
  });
}

export function strange(): ConnectorError {
  return new ConnectorError('transient', 'Meta gave an answer that cannot be read.');
}

const account = Type.Object({
  account_id: Type.String({ pattern: '^[0-9]+$' }),
  name: Type.Optional(Type.String()),
  account_status: Type.Optional(Type.Integer()),
  timezone_name: Type.Optional(Type.String()),
  currency: Type.Optional(Type.String()),
});
const fields = Object.keys(account.properties).join(',');

export type AdAccount = Static<typeof account>;

/** An ad account by its id, such as `act_123`. */
export function readAccount(access: MetaAccess, id: string): Promise<AdAccount> {
  return askMeta(access, { path: id, parameters: { fields } }, account);
}

/** What ad accounts fix: days and amounts are those of the account. */
export function readSettings(
  access: MetaAccess,
  accounts: Accounts,
): Promise<Pick<Description, 'timeZone' | 'currency'>> {
  return sharedSettings(accounts, async (id) => {
    const { timezone_name, currency } = await once(access.context, id, () => readAccount(access, id));
    return accountSettings(timezone_name, currency);
  });
}

const once = oncePerContext<AdAccount>();

/** The ad accounts that the credentials can see. */
export function listAccounts(access: MetaAccess): Promise<AdAccount[]> {
  return readPages(access, { path: 'me/adaccounts', parameters: { fields } }, account, (found) => found);
}
