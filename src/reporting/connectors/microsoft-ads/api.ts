import { type Static, type TSchema, Type } from 'typebox';
import { apiVersions } from '../api-versions.ts';
import { type ConnectorContext, ConnectorError, type Description } from '../contract.ts';
import { accountSettings } from '../hosted/account-settings.ts';
import { askApi, bearer, headerText, jsonBody, readShape } from '../hosted/api-json.ts';
import type { GrantSecret } from '../hosted/grant.ts';
import { oncePerContext } from '../hosted/once.ts';
import { type Accounts, sharedSettings } from '../hosted/several-accounts.ts';
import { grantTokens, type TokenSource } from '../hosted/tokens.ts';
import { statusFault } from '../http/status-faults.ts';
import { faultOfAnswer, RefusedToken, strange } from './faults.ts';

const { version } = apiVersions['microsoft-ads'];
const customers = `https://clientcenter.api.bingads.microsoft.com/CustomerManagement/${version}/`;
export const reporting = `https://reporting.api.bingads.microsoft.com/Reporting/${version}/`;

/** Who asks. */
export interface MicrosoftAccess {
  readonly tokens: TokenSource;
  /** Of the operator. */
  readonly developerToken: string;
  readonly context: ConnectorContext;
}

/** Throws `reauth_required` without a secret, `invalid_config` without a developer token. */
export function microsoftAccess(secret: GrantSecret | null, context: ConnectorContext): MicrosoftAccess {
  const tokens = grantTokens('microsoft', secret, context);
  const developerToken = secret?.client.developer_token ?? null;
  if (developerToken !== null) return { tokens, developerToken, context };
  const message =
    'The client of this service has no developer token of Microsoft Advertising. The operator sets it with "oauth-clients set microsoft --developer-token FILE".';
  throw new ConnectorError('invalid_config', message);
}

/** Numbers are texts in JSON, as they may be longer than doubles hold. */
const id = Type.Union([Type.String({ pattern: '^[0-9]{1,20}$' }), Type.Integer({ minimum: 1 })]);
const optional = Type.Optional(Type.Union([Type.String(), Type.Null()]));
const account = Type.Object({
  Id: id,
  ParentCustomerId: id,
  Name: optional,
  Number: optional,
  CurrencyCode: optional,
});
const accountAnswer = Type.Object({ Account: Type.Union([account, Type.Null()]) });
const userAnswer = Type.Object({ User: Type.Object({ Id: id }) });
const accountsAnswer = Type.Object({ Accounts: Type.Union([Type.Array(account), Type.Null()]) });

export type MicrosoftAccount = Static<typeof account>;

const once = oncePerContext<MicrosoftAccount>();

/** An ad account; throws `resource_missing` where the sign-in does not see it. */
export function readAccount(access: MicrosoftAccess, id: string): Promise<MicrosoftAccount> {
  return once(access.context, id, async () => {
    const { Account } = await askMicrosoft(access, `${customers}Account/Query`, { AccountId: id }, accountAnswer);
    if (Account) return Account;
    throw new ConnectorError('resource_missing', 'There is no account with this number. Correct account.');
  });
}

/** What the accounts fix: figures are by days of UTC for all. */
export function readSettings(
  access: MicrosoftAccess,
  accounts: Accounts,
): Promise<Pick<Description, 'timeZone' | 'currency'>> {
  return sharedSettings(accounts, async (account) => {
    const { CurrencyCode } = await readAccount(access, account);
    return accountSettings('UTC', CurrencyCode);
  });
}

const pageSize = 1_000;
const mostPages = 10;

/** The ad accounts that the person can see, at most 10,000. */
export async function listAccounts(access: MicrosoftAccess): Promise<MicrosoftAccount[]> {
  const { User } = await askMicrosoft(access, `${customers}User/Query`, { UserId: null }, userAnswer);
  const Predicates = [{ Field: 'UserId', Operator: 'Equals', Value: String(User.Id) }];
  const accounts: MicrosoftAccount[] = [];
  for (let Index = 0; Index < mostPages; Index++) {
    const body = { Predicates, PageInfo: { Index, Size: pageSize } };
    const { Accounts } = await askMicrosoft(access, `${customers}Accounts/Search`, body, accountsAnswer);
    accounts.push(...(Accounts ?? []));
    if ((Accounts?.length ?? 0) < pageSize) break;
  }
  return accounts;
}

/** Asks by POST with a JSON body, once more with another token when one is refused. Throws a ConnectorError. */
export async function askMicrosoft<Shape extends TSchema>(
  access: MicrosoftAccess,
  address: string,
  body: unknown,
  shape: Shape,
  headers: Readonly<Record<string, string>> = {},
): Promise<Static<Shape>> {
  const token = await access.tokens.token();
  const ask = (token: string) => askOnce(access, address, body, shape, { ...headers, ...bearer(token) });
  try {
    return await ask(token);
  } catch (error) {
    if (!(error instanceof RefusedToken)) throw error;
    return await ask(await access.tokens.token(token));
  }
}

async function askOnce<Shape extends TSchema>(
  { developerToken, context }: MicrosoftAccess,
  address: string,
  body: unknown,
  shape: Shape,
  headers: Readonly<Record<string, string>>,
): Promise<Static<Shape>> {
  const { response, json } = await askApi(
    {
      url: context.addressOf('microsoft-ads', address),
      headers: { ...headers, DeveloperToken: headerText(developerToken) },
      body: jsonBody(body),
      faultOf: faultOfAnswer,
    },
    context,
  );
  if (!response.ok) throw statusFault(response, 'Check that account is the number of an ad account.');
  return readShape(shape, json, strange());
}
