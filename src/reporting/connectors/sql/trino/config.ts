import { type Static, Type } from 'typebox';

const text = Type.String({ minLength: 1, maxLength: 10_000 });
/** Goes into a header as it is. */
const name = Type.String({ pattern: '^[!-~](?:[ -~]{0,253}[!-~])?$' });

/** Where a coordinator is, and who asks it. */
export const trinoPlace = {
  /** The address of the coordinator, or of a gateway before it, such as `https://trino.example.com`. */
  url: Type.String({ minLength: 1, maxLength: 2000 }),
  /** Whom statements run as. */
  user: name,
  catalog: name,
  /** The schema of tables that are named without one. */
  schema: Type.Optional(name),
  /** What one statement may read of storage at most, in bytes. Default: what the server allows. */
  maximum_scanned_bytes: Type.Optional(Type.Integer({ minimum: 1_000_000, maximum: 1_000_000_000_000_000 })),
};

/** A password, a token (JWT), or null for a server that asks for none. */
export const trinoSecret = Type.Union([
  Type.Object({ password: text }, { additionalProperties: false }),
  Type.Object({ token: text }, { additionalProperties: false }),
  Type.Null(),
]);

const place = Type.Object(trinoPlace);
export type TrinoPlace = Static<typeof place>;
export interface TrinoSecret {
  readonly password?: string;
  readonly token?: string;
}
