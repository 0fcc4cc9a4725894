import { apiVersions } from '../../api-versions.ts';
import { standardProvider } from './standard.ts';

const endpoint = `https://api.hubapi.com/oauth/${apiVersions.hubspot.version}/token`;

/**
 * https://developers.hubspot.com/docs/api-reference/latest/authentication/manage-oauth-tokens: access tokens live for half an
 * hour, refresh tokens until the app is uninstalled. Scopes are those of the app: nobody can untick one.
 */
export const hubspot = standardProvider({
  signIn: 'hubspot',
  title: 'HubSpot',
  hasPkce: false,
  permissionsPage: 'https://app.hubspot.com/l/integrations-settings/installed',
  // HubSpot does not say what else a revocation ends.
  revokesPerson: true,
  authorizationEndpoint: 'https://app.hubspot.com/oauth/authorize',
  tokenEndpoint: endpoint,
  revocationEndpoint: `${endpoint}/revoke`,
  parameters: {},
  alsoAsks: ['oauth'],
  needsRefreshToken: true,
  refusals: ['invalid_grant'],
});
