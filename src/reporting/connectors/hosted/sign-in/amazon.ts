import { standardProvider } from './standard.ts';

/**
 * Login with Amazon (https://developer.amazon.com/docs/login-with-amazon/authorization-code-grant.html): access tokens live
 * for an hour, refresh tokens until they are withdrawn, and stay the same. There is no address that revokes.
 */
export const amazon = standardProvider({
  signIn: 'amazon',
  title: 'Amazon',
  hasPkce: false,
  permissionsPage: 'https://www.amazon.com/ap/adam',
  revokesPerson: false,
  authorizationEndpoint: 'https://www.amazon.com/ap/oa',
  tokenEndpoint: 'https://api.amazon.com/auth/o2/token',
  revocationEndpoint: null,
  parameters: {},
  needsRefreshToken: true,
  refusals: ['invalid_grant'],
});
