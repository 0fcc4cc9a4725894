import { standardProvider } from './standard.ts';

/**
 * https://learn.microsoft.com/en-us/advertising/guides/authentication-oauth: access tokens live for an hour; each refresh
 * may bring another refresh token, and the one before may end with it. `offline_access` brings them and is not told back.
 * There is no address that revokes.
 */
export const microsoft = standardProvider({
  signIn: 'microsoft',
  title: 'Microsoft',
  hasPkce: true,
  permissionsPage: 'https://account.live.com/consent/Manage',
  revokesPerson: false,
  authorizationEndpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
  tokenEndpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
  revocationEndpoint: null,
  parameters: { response_mode: 'query' },
  alsoAsks: ['offline_access'],
  tokenParameters: { scope: 'https://ads.microsoft.com/msads.manage offline_access' },
  needsRefreshToken: true,
  refusals: ['invalid_grant', 'interaction_required'],
});
