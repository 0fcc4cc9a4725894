import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { askApi, readShape } from '../hosted/api-json.ts';
import { below } from '../hosted/base-address.ts';
import { statusFault } from '../http/status-faults.ts';

/** Which server is asked, and with which token. */
export interface MatomoAccess {
  readonly url: string;
  readonly token: string;
  readonly context: ConnectorContext;
}

/** A report to ask for: its method and parameters. */
export type MatomoReport = Readonly<Record<string, string>> & { readonly method: string };

const refusal = Type.Object({ result: Type.Literal('error') });
const id = Type.Union([Type.String(), Type.Integer()]);
const site = Type.Object({
  idsite: id,
  name: Type.String(),
  timezone: Type.Optional(Type.String()),
  currency: Type.Optional(Type.String()),
});

export type MatomoSite = Static<typeof site>;

/** The server says `error` for whatever it does not like, in words that are not stable. */
class RefusedReport extends ConnectorError {}

/** The answers of several reports, asked for in one request. Throws a ConnectorError. */
export async function askReports(
  access: MatomoAccess,
  siteId: number,
  reports: readonly MatomoReport[],
): Promise<readonly unknown[]> {
  const urls = reports.map((report, index) => {
    const parameters = { idSite: String(siteId), format_metrics: '0', language: 'en', ...report };
    return [`urls[${index}]`, new URLSearchParams(parameters).toString()];
  });
  try {
    const answers = await ask(access, 'API.getBulkRequest', Object.fromEntries(urls), Type.Array(Type.Unknown()));
    if (answers.length !== reports.length) throw strange();
    for (const answer of answers) if (Value.Check(refusal, answer)) throw refused();
    return answers;
  } catch (error) {
    if (error instanceof RefusedReport) throw await explain(access, siteId);
    throw error;
  }
}

/** All sites that the token can see. */
export function listSites(access: MatomoAccess): Promise<MatomoSite[]> {
  return ask(access, 'SitesManager.getSitesWithAtLeastViewAccess', { filter_limit: '-1' }, Type.Array(site));
}

/** What the refusal of a report means: the token, the site or the report, found out by what needs only the former. */
async function explain(access: MatomoAccess, siteId: number): Promise<ConnectorError> {
  try {
    const sites = await listSites(access);
    if (sites.some(({ idsite }) => Number(idsite) === siteId)) {
      return new ConnectorError(
        'invalid_config',
        'Matomo refuses a report of this site. Choose other metrics or dimensions.',
      );
    }
    const message = 'The token may not see this site, or there is none with this number. Correct site, or its access.';
    return new ConnectorError('resource_missing', message);
  } catch (error) {
    if (!(error instanceof RefusedReport)) throw error;
    return new ConnectorError('reauth_required', 'Matomo refuses the token. Give the connection a new one.');
  }
}

async function ask<Shape extends TSchema>(
  { url, token, context }: MatomoAccess,
  method: string,
  parameters: Readonly<Record<string, string>>,
  shape: Shape,
): Promise<Static<Shape>> {
  const address = context.addressOf('matomo', below(url, 'index.php'));
  // The token stands in the body, as addresses are written into logs.
  const form = { module: 'API', method, format: 'JSON', language: 'en', token_auth: token, ...parameters };
  const body = { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(form).toString() };
  const { response, json } = await askApi({ url: address, headers: {}, body }, context);
  if (Value.Check(refusal, json)) throw refused();
  if (!response.ok) throw statusFault(response, 'Check that url is the address of a Matomo server.');
  return readShape(shape, json, strange());
}

function refused(): RefusedReport {
  return new RefusedReport('reauth_required', 'Matomo refuses the token. Give the connection a new one.');
}

function strange(): ConnectorError {
  const message = 'The server does not answer as Matomo does. Check that url is its address, before index.php.';
  return new ConnectorError('invalid_config', message);
}
