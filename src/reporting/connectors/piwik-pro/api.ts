import { type Static, type TSchema, Type } from 'typebox';
import { apiVersions } from '../api-versions.ts';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { askApi, bearer, jsonBody, readShape } from '../hosted/api-json.ts';
import { oncePerContext } from '../hosted/once.ts';
import { askWithToken, type TokenSource } from '../hosted/tokens.ts';
import { statusFault } from '../http/status-faults.ts';
import type { PiwikColumn } from './catalog.ts';

const text = Type.String({ minLength: 1, maxLength: 1000 });

/** The API credentials of a user. */
export const piwikSecret = Type.Object({ client_id: text, client_secret: text }, { additionalProperties: false });

/** Which account is asked, and by whom. */
export interface PiwikAccess {
  readonly account: string;
  readonly secret: Static<typeof piwikSecret> | null;
  readonly context: ConnectorContext;
}

const site = Type.Object({
  data: Type.Object({
    attributes: Type.Object({
      timezone: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      currency: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    }),
  }),
});
const siteOnce = oncePerContext<Static<typeof site>['data']['attributes']>();

/** The zone and the currency of a site; throws `resource_missing` if there is none. */
export function readSite(access: PiwikAccess, id: string) {
  const path = `api/apps/v2/${encodeURIComponent(id)}`;
  return siteOnce(access.context, path, async () => (await ask(access, path, site)).data.attributes);
}

const sites = Type.Object({
  data: Type.Array(Type.Object({ id: Type.String(), attributes: Type.Object({ name: Type.String() }) })),
  meta: Type.Object({ total: Type.Integer({ minimum: 0 }) }),
});
const sitesOfPage = 1000;
const mostSites = 10_000;

/** The sites that the credentials can see, at most 10,000. */
export async function listSites(access: PiwikAccess): Promise<Static<typeof sites>['data']> {
  const found: Static<typeof sites>['data'] = [];
  while (found.length < mostSites) {
    const path = `api/apps/v2?sort=name&limit=${sitesOfPage}&offset=${found.length}`;
    const { data, meta } = await ask(access, path, sites);
    found.push(...data);
    if (data.length === 0 || found.length >= meta.total) break;
  }
  return found;
}

/** A question to the Query API; the first column groups where it is a dimension. */
export interface PiwikQuestion {
  readonly site: string;
  readonly from: string;
  readonly to: string;
  readonly columns: readonly PiwikColumn[];
}

/** Enumerated values come with their ids. */
const cell = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Null(),
  Type.Tuple([Type.Union([Type.String(), Type.Number(), Type.Null()]), Type.Union([Type.String(), Type.Null()])]),
]);
const results = Type.Object({
  data: Type.Array(Type.Array(cell)),
  meta: Type.Object({ count: Type.Integer({ minimum: 0 }) }),
});

export type PiwikCell = Static<typeof cell>;

const rowsOfPage = 10_000;
const mostRows = 100_000;

/** All rows that answer a question, at most 100,000; throws `invalid_config` where there are more. */
export async function readRows(access: PiwikAccess, question: PiwikQuestion): Promise<readonly PiwikCell[][]> {
  const rows: PiwikCell[][] = [];
  while (rows.length < mostRows) {
    const { data, meta } = await ask(access, `api/analytics/${apiVersions['piwik-pro'].version}/query/`, results, {
      ...{ website_id: question.site, date_from: question.from, date_to: question.to, columns: question.columns },
      // Pages follow each other by what groups, which stays the same; figures may grow between them.
      ...{ order_by: [[0, 'asc']], offset: rows.length, limit: rowsOfPage, format: 'json' },
      options: { sampling: 1 },
    });
    if (data.some((row) => row.length !== question.columns.length)) throw strange();
    rows.push(...data);
    if (rows.length >= meta.count) return rows;
    // Less than what there is said to be would be a smaller figure.
    if (data.length === 0) throw strange();
  }
  const message = 'The dimension has more than 100,000 values. Choose another dimension or a shorter period.';
  throw new ConnectorError('invalid_config', message);
}

async function ask<Shape extends TSchema>(
  access: PiwikAccess,
  path: string,
  shape: Shape,
  body?: unknown,
): Promise<Static<Shape>> {
  const { account, context } = access;
  const url = context.addressOf('piwik-pro', `https://${account}.piwik.pro/${path}`);
  const request = (token: string) => ({
    ...{ url, headers: bearer(token) },
    ...(body !== undefined && { body: jsonBody(body) }),
  });
  const { response, json } = await askWithToken(tokensOf(access), request, context);
  if (!response.ok) throw statusFault(response, 'Check account and site.');
  return readShape(shape, json, strange());
}

const granted = Type.Object({ access_token: Type.String({ minLength: 1, maxLength: 10_000 }) });
const requestOnce = oncePerContext<string>();

/** Tokens live for half an hour (https://developers.piwik.pro/reference/getting-started). */
function tokensOf({ account, secret, context }: PiwikAccess): TokenSource {
  return {
    token: (refused = '') =>
      requestOnce(context, JSON.stringify([account, secret, refused]), async () => {
        if (!secret) throw new ConnectorError('reauth_required', 'The connection has no credentials. Give it some.');
        const url = context.addressOf('piwik-pro', `https://${account}.piwik.pro/auth/token`);
        const body = jsonBody({ grant_type: 'client_credentials', ...secret });
        const { response, json } = await askApi({ url, headers: {}, body }, context);
        if ([400, 401, 403].includes(response.status)) {
          const message = 'Piwik PRO gives these credentials no token. Check account, client_id and client_secret.';
          throw new ConnectorError('reauth_required', message);
        }
        if (!response.ok) throw statusFault(response, 'Check account.');
        return readShape(granted, json, strange()).access_token;
      }),
  };
}

export function strange(): ConnectorError {
  return new ConnectorError('transient', 'Piwik PRO gave an answer that cannot be read.');
}
