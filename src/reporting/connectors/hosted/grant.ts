import { type Static, Type } from 'typebox';

export type { SignIn } from './sign-in/sign-ins.ts';

const text = Type.String({ minLength: 1, maxLength: 10_000 });

/** What a person granted by signing in, and the operator's client that it was granted to. Nobody types it. */
export const grantSecret = Type.Object(
  {
    grant: Type.Object(
      {
        access_token: text,
        /** When the access token ends, in epoch milliseconds; null if the vendor does not say. */
        expires_at: Type.Union([Type.Integer(), Type.Null()]),
        /** Null where the access token cannot be renewed. */
        refresh_token: Type.Union([text, Type.Null()]),
      },
      { additionalProperties: false },
    ),
    client: Type.Object(
      {
        client_id: text,
        client_secret: text,
        /** Of Google Ads and Microsoft Advertising; null without one. */
        developer_token: Type.Union([text, Type.Null()]),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
);

export type GrantSecret = Static<typeof grantSecret>;
