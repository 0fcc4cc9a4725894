import { setTimeout as wait } from 'node:timers/promises';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { apiVersions } from '../api-versions.ts';
import { type ConnectorContext, ConnectorError, type Description } from '../contract.ts';
import { accountSettings, knownZone } from '../hosted/account-settings.ts';
import { askApi, headerText, readShape } from '../hosted/api-json.ts';
import { oncePerContext } from '../hosted/once.ts';
import { type Accounts, sharedSettings } from '../hosted/several-accounts.ts';
import type { TokenSource } from '../hosted/tokens.ts';
import { statusFault } from '../http/status-faults.ts';

const base = `https://business-api.tiktok.com/open_api/${apiVersions['tiktok-ads'].version}/`;

export interface TikTokAccess {
  readonly tokens: TokenSource;
  readonly context: ConnectorContext;
}

const envelope = Type.Object({ code: Type.Integer(), data: Type.Optional(Type.Unknown()) });
const advertisers = Type.Object({
  list: Type.Array(
    Type.Object({
      name: Type.Optional(Type.String()),
      currency: Type.Optional(Type.String()),
      timezone: Type.Optional(Type.String()),
      display_timezone: Type.Optional(Type.String()),
    }),
  ),
});
const granted = Type.Object({
  list: Type.Array(Type.Object({ advertiser_id: Type.String(), advertiser_name: Type.Optional(Type.String()) })),
});

type TikTokAdvertiser = Static<typeof advertisers>['list'][number];

const once = oncePerContext<TikTokAdvertiser>();

/** The zone and the currency of the accounts, as far as they are known here. */
export function readSettings(
  access: TikTokAccess,
  accounts: Accounts,
): Promise<Pick<Description, 'timeZone' | 'currency'>> {
  return sharedSettings(accounts, async (account) => {
    const { currency, ...zones } = await once(access.context, account, () => readAdvertiser(access, account));
    return accountSettings(zoneOf(zones.display_timezone) ?? zoneOf(zones.timezone), currency);
  });
}

/** Names such as `America/New_York` and `Etc/GMT+5`, or hours such as `UTC-05:00`. */
function zoneOf(name: string | undefined): string | undefined {
  return knownZone(name?.replace(/^(?:UTC|GMT)(?=[+-]\d)/, ''));
}

/** An advertiser account; throws `resource_missing` where the sign-in does not see it. */
async function readAdvertiser(access: TikTokAccess, id: string): Promise<TikTokAdvertiser> {
  const { list } = await askTikTok(access, 'advertiser/info/', { advertiser_ids: JSON.stringify([id]) }, advertisers);
  const [advertiser] = list;
  if (advertiser) return advertiser;
  throw new ConnectorError('resource_missing', 'There is no advertiser account with this number. Correct account.');
}

/** The advertiser accounts that were granted to the operator's client. */
export async function listAdvertisers(
  access: TikTokAccess,
  client: { readonly client_id: string; readonly client_secret: string },
): Promise<Static<typeof granted>['list']> {
  const parameters = { app_id: client.client_id, secret: client.client_secret };
  return (await askTikTok(access, 'oauth2/advertiser/get/', parameters, granted)).list;
}

const maxRepeats = 2;
const usualWaitMs = 1_000;
/** What is left of the deadline after a wait, so that the answer can still be used. */
const spareMs = 10_000;

/**
 * Asks for a path. TikTok answers 200 to everything and says what is wrong by a code; what may pass soon is waited out.
 * Throws a ConnectorError.
 */
export async function askTikTok<Shape extends TSchema>(
  access: TikTokAccess,
  path: string,
  parameters: Readonly<Record<string, string>>,
  shape: Shape,
): Promise<Static<Shape>> {
  const { context } = access;
  const url = context.addressOf('tiktok-ads', `${base}${path}?${new URLSearchParams(parameters)}`);
  for (let repeats = 0; ; repeats++) {
    const { code, data } = await askWithGrant(access, url);
    if (code === 0) return readShape(shape, data, strange());
    const fault = faultOf(code);
    const waitMs = usualWaitMs * 2 ** repeats;
    const isOver = repeats === maxRepeats || Date.now() + waitMs + spareMs > context.deadline;
    if (fault.kind !== 'transient' || isOver) throw fault;
    await pause(waitMs, context);
  }
}

/** Once more, with another token, when one is refused. */
async function askWithGrant({ tokens, context }: TikTokAccess, url: URL): Promise<Static<typeof envelope>> {
  const token = await tokens.token();
  const first = await askOnce(url, token, context);
  return lostTokens.has(first.code) ? askOnce(url, await tokens.token(token), context) : first;
}

async function askOnce(url: URL, token: string, context: ConnectorContext): Promise<Static<typeof envelope>> {
  await takeTurn(context);
  const headers = { 'access-token': headerText(token) };
  const { response, json } = await askApi({ url, headers }, context);
  if (response.status === 401) return { code: wrongToken };
  if (!response.ok) throw statusFault(response, 'Check that account is the number of an advertiser account.');
  if (Value.Check(envelope, json)) return json;
  throw strange();
}

/** A client may ask 10 times a second, and connections share it. */
const turnMs = 125;
const turns = new WeakMap<ConnectorContext, number>();

async function takeTurn(context: ConnectorContext): Promise<void> {
  const at = Math.max(Date.now(), turns.get(context) ?? 0);
  turns.set(context, at + turnMs);
  if (at > Date.now()) await pause(at - Date.now(), context);
}

async function pause(waitMs: number, { signal }: ConnectorContext): Promise<void> {
  await wait(waitMs, undefined, { signal }).catch(() => {
    throw new ConnectorError('transient', 'The work was stopped.');
  });
}

const wrongToken = 40105;
/** Ended, missing, or revoked. */
const lostTokens: ReadonlySet<number> = new Set([40102, 40104, wrongToken]);
/** No right to the account, and nothing there. */
const missing: ReadonlySet<number> = new Set([40001, 40007]);
const tooMany = 40100;

function faultOf(code: number): ConnectorError {
  if (lostTokens.has(code)) {
    return new ConnectorError('reauth_required', `The sign-in has ended or was revoked (${code}). Sign in again.`);
  }
  if (missing.has(code)) {
    const message = `The sign-in may not read this advertiser account, or there is none with this number (${code}). Correct account, or sign in as somebody who may.`;
    return new ConnectorError('resource_missing', message);
  }
  if (code === tooMany) return new ConnectorError('transient', `TikTok asks for fewer requests (${code}).`);
  if (code >= 50_000 && code < 60_000)
    return new ConnectorError('transient', `TikTok does not work right now (${code}).`);
  const message = `TikTok does not accept the request (${code}). Check account, and choose other metrics or dimensions.`;
  return new ConnectorError('invalid_config', message);
}

/** What cannot be read; it may pass, as nobody types TikTok's address. */
export function strange(): ConnectorError {
  return new ConnectorError('transient', 'TikTok gave an answer that cannot be read.');
}
