import { standardProvider } from './standard.ts';

/**
 * https://developers.google.com/identity/protocols/oauth2/web-server. The refresh token comes with `access_type=offline`,
 * and again for a person who has consented before only with `prompt=consent`. What was granted to the same client
 * before is not included, so that a connection has the scopes it asked for and no more.
 */
export const google = standardProvider({
  signIn: 'google',
  title: 'Google',
  hasPkce: true,
  permissionsPage: 'https://myaccount.google.com/connections',
  revokesPerson: true,
  authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenEndpoint: 'https://oauth2.googleapis.com/token',
  revocationEndpoint: 'https://oauth2.googleapis.com/revoke',
  parameters: { access_type: 'offline', prompt: 'consent', include_granted_scopes: 'false' },
  needsRefreshToken: true,
  refusals: ['invalid_grant'],
});
