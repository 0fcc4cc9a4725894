import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { apiVersions } from '../api-versions.ts';
import { ConnectorError } from '../contract.ts';
import { askApi, headerText, jsonBody, readShape } from '../hosted/api-json.ts';
import { statusFault } from '../http/status-faults.ts';
import { awaitPoints, holdBack, pointsWaitMs, usedUp } from './points.ts';
import { type ShopifyAccess, tokenOf } from './token.ts';

/** A row of a ShopifyQL table, by its columns. */
export type ShopifyRow = Readonly<Record<string, unknown>>;

/** https://shopify.dev/changelog says what the next one changes. */
const { version } = apiVersions.shopify;

const failure = Type.Object({
  extensions: Type.Optional(Type.Object({ code: Type.Optional(Type.String()) })),
});
const envelope = Type.Object({
  data: Type.Optional(Type.Unknown()),
  errors: Type.Optional(Type.Array(failure)),
  extensions: Type.Optional(Type.Unknown()),
});

const shopData = Type.Object({
  shop: Type.Object({ name: Type.String(), ianaTimezone: Type.String(), currencyCode: Type.String() }),
});
const scopeData = Type.Object({
  currentAppInstallation: Type.Object({ accessScopes: Type.Array(Type.Object({ handle: Type.String() })) }),
});
const tableData = Type.Object({
  shopifyqlQuery: Type.Object({
    parseErrors: Type.Array(Type.Unknown()),
    tableData: Type.Union([Type.Null(), Type.Object({ rows: Type.Array(Type.Record(Type.String(), Type.Unknown())) })]),
  }),
});

const scopeQuery = '{ currentAppInstallation { accessScopes { handle } } }';
const tableQuery = `query ($query: String!) {
  shopifyqlQuery(query: $query) { parseErrors tableData { columns { name dataType } rows } }
}`;

/** The shop with the zone of its days and its currency. Throws a ConnectorError. */
export async function readShop(access: ShopifyAccess): Promise<Static<typeof shopData>['shop']> {
  return (await ask(access, '{ shop { name ianaTimezone currencyCode } }', shopData)).shop;
}

/** The rows that a ShopifyQL query answers. Throws a ConnectorError. */
export async function askTable(access: ShopifyAccess, query: string): Promise<readonly ShopifyRow[]> {
  const { shopifyqlQuery } = await ask(access, tableQuery, tableData, { query });
  if (shopifyqlQuery.tableData && shopifyqlQuery.parseErrors.length === 0) return shopifyqlQuery.tableData.rows;
  const message = 'Shopify has no such figures for this shop. Choose other metrics or dimensions.';
  throw new ConnectorError('invalid_config', message);
}

const mostTries = 10;

async function ask<Shape extends TSchema>(
  access: ShopifyAccess,
  query: string,
  shape: Shape,
  variables: Readonly<Record<string, string>> = {},
): Promise<Static<Shape>> {
  for (let tries = 0; tries < mostTries; tries++) {
    await awaitPoints(access.context);
    const { data, errors = [], extensions } = await askOnce(access, { query, variables });
    const waitMs = pointsWaitMs(extensions);
    const codes = errors.map((error) => error.extensions?.code);
    if (codes.includes('THROTTLED')) {
      holdBack(access.context, waitMs || usualWaitMs);
      continue;
    }
    holdBack(access.context, waitMs);
    if (codes.includes('ACCESS_DENIED')) throw await accessFault(access);
    if (errors.length > 0) throw faultOf(codes);
    return readShape(shape, data, strange());
  }
  throw usedUp();
}

/** Where Shopify does not say when there are points again. */
const usualWaitMs = 5_000;

async function askOnce(access: ShopifyAccess, body: unknown): Promise<Static<typeof envelope>> {
  const { shop, context } = access;
  const address = `https://${shop}.myshopify.com/admin/api/${version}/graphql.json`;
  const url = context.addressOf('shopify', address);
  const headers = { 'x-shopify-access-token': headerText(await tokenOf(access)) };
  const { response, json } = await askApi({ url, headers, body: jsonBody(body) }, context).catch(reword);
  if (response.status === 402 || response.status === 423) {
    throw new ConnectorError('resource_missing', `Shopify has closed this shop (${response.status}).`);
  }
  if (!response.ok) throw statusFault(response, 'Check that shop is the name before .myshopify.com.');
  return readShape(envelope, json, strange());
}

function reword(error: unknown): never {
  if (!(error instanceof ConnectorError)) throw error;
  if (error.message.includes('(429)') && error.retryAfterMs === undefined) throw usedUp();
  if (!error.message.includes('another address')) throw error;
  const message = 'The shop leads to another address: it has another name. Correct shop.';
  throw new ConnectorError('invalid_config', message);
}

/** Shopify words a missing scope and a missing approval alike; the scopes of the token are open to every token. */
async function accessFault(access: ShopifyAccess): Promise<ConnectorError> {
  const { data } = await askOnce(access, { query: scopeQuery });
  const scopes = Value.Check(scopeData, data) ? data.currentAppInstallation.accessScopes : [];
  if (scopes.some(({ handle }) => handle === 'read_reports')) {
    const message =
      'Shopify does not let this app read reports: it also needs access to protected customer data (name, address, phone, email).';
    return new ConnectorError('resource_missing', message);
  }
  const message = 'The token lacks the scope read_reports. Give it to the app, and the new token to the connection.';
  return new ConnectorError('reauth_required', message);
}

function faultOf(codes: readonly (string | undefined)[]): ConnectorError {
  if (codes.includes('SHOP_INACTIVE')) return new ConnectorError('resource_missing', 'The shop is not active.');
  if (codes.includes('INTERNAL_SERVER_ERROR') || codes.includes('TIMEOUT')) {
    return new ConnectorError('transient', 'Shopify does not work right now.');
  }
  return new ConnectorError('invalid_config', 'Shopify does not accept the request. Choose a shorter period.');
}

function strange(): ConnectorError {
  return new ConnectorError('transient', 'Shopify gave an answer that cannot be read.');
}
