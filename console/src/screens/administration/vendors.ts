import type { Data } from '../../api/client.ts';
import { vendors } from '../connections/systems.ts';

type Vendor = Data<'listOAuthClients'>['items'][number]['vendor'];

export const nameOfVendor = (vendor: Vendor) => vendors[vendor] ?? vendor;

/** Where a client is registered, and what the vendor calls the field of the redirect address. */
export const places: Readonly<Record<Vendor, { readonly address: string; readonly redirectField: string }>> = {
  google: { address: 'https://console.cloud.google.com/apis/credentials', redirectField: 'Authorized redirect URIs' },
  meta: { address: 'https://developers.facebook.com/apps', redirectField: 'Valid OAuth Redirect URIs' },
  linkedin: { address: 'https://www.linkedin.com/developers/apps', redirectField: 'Authorized redirect URLs' },
  microsoft: {
    address: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps',
    redirectField: 'Redirect URI',
  },
  pinterest: { address: 'https://developers.pinterest.com/apps/', redirectField: 'Redirect URIs' },
  amazon: {
    address: 'https://developer.amazon.com/loginwithamazon/console/site/lwa/overview.html',
    redirectField: 'Allowed Return URLs',
  },
  hubspot: { address: 'https://app.hubspot.com/l/developer-projects', redirectField: 'Redirect URLs' },
  mailchimp: { address: 'https://admin.mailchimp.com/account/oauth2/', redirectField: 'Redirect URI' },
  snowflake: { address: 'https://app.snowflake.com/', redirectField: 'OAUTH_REDIRECT_URI' },
  tiktok: { address: 'https://business-api.tiktok.com/portal', redirectField: 'Advertiser redirect URL' },
};
