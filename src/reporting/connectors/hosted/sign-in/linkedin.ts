import { standardProvider } from './standard.ts';

/**
 * https://learn.microsoft.com/linkedin/shared/authentication/authorization-code-flow and programmatic-refresh-tokens:
 * access tokens live for 60 days; refresh tokens, which only approved clients get, for 365 days from the consent, however
 * often they are used. PKCE is for native clients alone.
 */
export const linkedin = standardProvider({
  signIn: 'linkedin',
  title: 'LinkedIn',
  hasPkce: false,
  permissionsPage: 'https://www.linkedin.com/mypreferences/d/data-sharing-for-permitted-services',
  revokesPerson: true,
  authorizationEndpoint: 'https://www.linkedin.com/oauth/v2/authorization',
  tokenEndpoint: 'https://www.linkedin.com/oauth/v2/accessToken',
  revocationEndpoint: 'https://www.linkedin.com/oauth/v2/revoke',
  parameters: {},
  needsRefreshToken: false,
  refusals: ['invalid_grant', 'invalid_request'],
});
