import { type Static, Type } from 'typebox';
import { grantSecret } from '../grant.ts';

const text = Type.String({ minLength: 1, maxLength: 10_000 });

/** The JSON key file of a service account; what else it has is of no use here, its `token_uri` included. */
const serviceAccount = Type.Object({
  type: Type.Literal('service_account'),
  client_email: text,
  private_key_id: text,
  /** PKCS #8, PEM. */
  private_key: text,
});

/** The secret of Google's systems: the key file of a service account, or what signing in granted. */
export const googleSecret = Type.Union([
  Type.Object({ service_account: serviceAccount }, { additionalProperties: false }),
  grantSecret,
]);

export type ServiceAccount = Static<typeof serviceAccount>;
export type GoogleSecret = Static<typeof googleSecret>;
