import type { Migration } from '../migration.ts';

/** Providers that speak SAML: what their metadata says, as JSON; null for those of OpenID Connect. */
export const saml: Migration = {
  name: '0058-saml',
  kind: 'expand',
  statements: ['alter table sso_providers add column saml text'],
};
