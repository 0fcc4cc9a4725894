import { type Static, Type } from 'typebox';
import { type ConnectorContext, ConnectorError } from '../contract.ts';
import { askApi, readShape } from '../hosted/api-json.ts';
import { oncePerContext } from '../hosted/once.ts';
import { statusFault } from '../http/status-faults.ts';

const text = Type.String({ minLength: 1, maxLength: 1000 });

/** A token that stays, or an app of the shop's own organization, whose tokens live for a day. */
export const shopifySecret = Type.Union([
  Type.Object({ token: text }, { additionalProperties: false }),
  Type.Object({ client_id: text, client_secret: text }, { additionalProperties: false }),
]);

export type ShopifySecret = Static<typeof shopifySecret> | null;

/** Which shop is asked, and by whom. */
export interface ShopifyAccess {
  readonly shop: string;
  readonly secret: ShopifySecret;
  readonly context: ConnectorContext;
}

const granted = Type.Object({ access_token: Type.String({ minLength: 1 }) });
const tokens = oncePerContext<string>();

/** The token to ask with. Throws a ConnectorError, `reauth_required` where Shopify gives the app none. */
export async function tokenOf({ shop, secret, context }: ShopifyAccess): Promise<string> {
  if (!secret || 'token' in secret) return secret?.token ?? '';
  return await tokens(context, `${shop} ${secret.client_id}`, async () => {
    const url = context.addressOf('shopify-oauth', `https://${shop}.myshopify.com/admin/oauth/access_token`);
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...secret });
    const body = { type: 'application/x-www-form-urlencoded', text: form.toString() };
    const { response, json } = await askApi({ url, headers: {}, body }, context);
    if (response.status === 400 || response.status === 401 || response.status === 403) {
      const message =
        'Shopify gives this app no token. Check client_id and client_secret, that the app is installed, and that the shop is of its organization.';
      throw new ConnectorError('reauth_required', message);
    }
    if (!response.ok) throw statusFault(response, 'Check that shop is the name before .myshopify.com.');
    const strange = new ConnectorError('transient', 'Shopify gave an answer that cannot be read.');
    return readShape(granted, json, strange).access_token;
  });
}
