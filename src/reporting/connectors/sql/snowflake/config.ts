import { type Static, Type } from 'typebox';

const name = Type.String({ minLength: 1, maxLength: 255 });

/** Where a warehouse is and who asks it. */
export const snowflakePlace = {
  /** The account identifier, such as `myorg-account1` or `xy12345.eu-central-1`; it becomes part of the address. */
  account: Type.String({
    pattern: '^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,60}[A-Za-z0-9])?(?:\\.[A-Za-z0-9][A-Za-z0-9-]{0,40}){0,2}$',
  }),
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

/** A key pair, whose private key is PKCS #8 in PEM, or a programmatic access token. */
export const snowflakeSecret = Type.Union([
  Type.Object(
    {
      private_key: Type.String({ minLength: 1, maxLength: 10_000 }),
      passphrase: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    },
    { additionalProperties: false },
  ),
  Type.Object({ token: Type.String({ minLength: 1, maxLength: 10_000 }) }, { additionalProperties: false }),
]);

const place = Type.Object(snowflakePlace);
export type SnowflakePlace = Static<typeof place>;
export type SnowflakeSecret = Static<typeof snowflakeSecret>;

/** No account can name a host of anybody else's. */
export function hostOf({ account }: SnowflakePlace): string {
  return `${account.toLowerCase().replaceAll('_', '-')}.snowflakecomputing.com`;
}
