import { Type } from 'typebox';
import { type ConnectorContext, ConnectorError } from '../../contract.ts';
import { askApi, readShape } from '../../hosted/api-json.ts';
import { oncePerContext } from '../../hosted/once.ts';
import type { TokenSource } from '../../hosted/tokens.ts';
import { statusFault } from '../../http/status-faults.ts';
import type { DatabricksPlace, DatabricksSecret } from './config.ts';

const granted = Type.Object({ access_token: Type.String({ minLength: 1, maxLength: 10_000 }) });
const requestOnce = oncePerContext<string>();

/** A token that stays, or those of a service principal, which live for an hour. */
export function databricksTokens(
  { workspace }: DatabricksPlace,
  secret: DatabricksSecret,
  context: ConnectorContext,
): TokenSource {
  if ('token' in secret) return { token: async () => secret.token };
  const { client_id, client_secret } = secret;
  const holder = JSON.stringify([workspace, client_id, client_secret]);
  return {
    token: (refused = '') => requestOnce(context, `${holder} ${refused}`, () => request(workspace, secret, context)),
  };
}

/** https://docs.databricks.com/aws/en/dev-tools/auth/oauth-m2m */
async function request(
  workspace: string,
  { client_id, client_secret }: Extract<DatabricksSecret, { client_id: string }>,
  context: ConnectorContext,
): Promise<string> {
  const url = context.addressOf('databricks', `https://${workspace}/oidc/v1/token`);
  const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`;
  const form = new URLSearchParams({ grant_type: 'client_credentials', scope: 'all-apis' });
  const body = { type: 'application/x-www-form-urlencoded', text: form.toString() };
  const { response, json } = await askApi({ url, headers: { authorization }, body }, context);
  if ([400, 401, 403].includes(response.status)) {
    const message = 'Databricks gives this service principal no token. Check client_id and client_secret.';
    throw new ConnectorError('reauth_required', message);
  }
  if (!response.ok) throw statusFault(response, 'Check workspace.');
  const strange = new ConnectorError('transient', 'Databricks gave no token that can be read.');
  return readShape(granted, json, strange).access_token;
}
