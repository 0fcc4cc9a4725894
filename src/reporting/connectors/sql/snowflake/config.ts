import { type Static, Type } from 'typebox';
import { grantSecret } from '../../hosted/grant.ts';
import { snowflakeAccount, snowflakeHost } from '../../hosted/sign-in/snowflake-client.ts';

const name = Type.String({ minLength: 1, maxLength: 255 });

/** Where a warehouse is and who asks it. */
export const snowflakePlace = {
  /** The account identifier, such as `myorg-account1` or `xy12345.eu-central-1`; it becomes part of the address. */
  account: Type.String({ pattern: `^${snowflakeAccount}$` }),
  /** The name that the user signs in with. */
  user: name,
  /** The virtual warehouse that computes, and whose credits are used. */
  warehouse: name,
  /** Default: that of the user. */
  role: Type.Optional(name),
  database: name,
  /** The schema of tables that are named without one. */
  schema: Type.Optional(name),
};

/** A key pair, whose private key is PKCS #8 in PEM, a programmatic access token, or what a person granted by signing in. */
export const snowflakeSecret = Type.Union([
  Type.Object(
    {
      private_key: Type.String({ minLength: 1, maxLength: 10_000 }),
      passphrase: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    },
    { additionalProperties: false },
  ),
  Type.Object({ token: Type.String({ minLength: 1, maxLength: 10_000 }) }, { additionalProperties: false }),
  grantSecret,
]);

const place = Type.Object(snowflakePlace);
export type SnowflakePlace = Static<typeof place>;
export type SnowflakeSecret = Static<typeof snowflakeSecret>;

/** No account can name a host of anybody else's. */
export function hostOf({ account }: SnowflakePlace): string {
  return snowflakeHost(account);
}
