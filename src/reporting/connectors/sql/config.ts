import { type Static, type TProperties, Type } from 'typebox';
import { rowsConfig } from '../file/config.ts';

const tls = Type.Enum(['verify', 'require', 'off']);

/** Where a database is, without what is read of it. */
export const placeConfig = {
  /** A name or an address. */
  host: Type.String({ minLength: 1, maxLength: 253 }),
  /** Default: the usual port of the system. */
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  database: Type.String({ minLength: 1, maxLength: 128 }),
  user: Type.String({ minLength: 1, maxLength: 128 }),
  /** `verify` checks the server's certificate, `require` encrypts only, `off` does neither. Default: `verify`. */
  tls: Type.Optional(tls),
  /** The authority that signed the server's certificate, as PEM. Default: the public authorities. */
  ca: Type.Optional(Type.String({ minLength: 1, maxLength: 20_000 })),
};

/** What is read of a database, and what is made of it. */
const sourceConfig = {
  /** A table or view, with its schema where needed, such as `public.orders`. */
  table: Type.Optional(Type.String({ minLength: 1, maxLength: 400 })),
  /** One SELECT instead of a table. */
  query: Type.Optional(Type.String({ minLength: 1, maxLength: 20_000 })),
  ...rowsConfig,
};

/** A configuration that names a database by the fields of `place`, and a table, or a SELECT, of it. */
export function sqlConfigOf<Place extends TProperties>(place: Place) {
  return Type.Object({ ...place, ...sourceConfig }, { additionalProperties: false });
}

const sqlConfig = sqlConfigOf(placeConfig);

export const sqlSecret = Type.Object({ password: Type.String({ maxLength: 4000 }) }, { additionalProperties: false });

type Of<Properties extends TProperties> = Static<ReturnType<typeof Type.Object<Properties>>>;

export type Place = Of<typeof placeConfig>;
export type SourceConfig = Of<typeof sourceConfig>;
export type SqlConfig = Static<typeof sqlConfig>;
export type SqlSecret = Static<typeof sqlSecret>;
