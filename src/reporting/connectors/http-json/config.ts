import { type Static, Type } from 'typebox';
import { numbers, rowsConfig } from '../file/config.ts';
import { unpivot } from '../file/unpivot-setting.ts';

const path = Type.String({ minLength: 1, maxLength: 500 });
const param = Type.String({ minLength: 1, maxLength: 100 });

const paging = Type.Object(
  {
    type: Type.Enum(['none', 'page', 'offset', 'cursor', 'link']),
    /** What carries the number of the page, the offset or the cursor. */
    param: Type.Optional(param),
    /** What carries `size`. */
    size_param: Type.Optional(param),
    /** Rows of a full page; a shorter page is the last. */
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    /** The first page or offset. */
    first: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
    /** JMESPath of the next cursor, or of the next page's address with `link` where no header has it. */
    next: Type.Optional(path),
  },
  { additionalProperties: false },
);

/** The configuration of an `http-json` connection. */
export const httpJsonConfig = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 4000 }),
    method: Type.Optional(Type.Enum(['GET', 'POST'])),
    headers: Type.Optional(
      Type.Record(Type.String({ pattern: '^.{1,100}$' }), Type.String({ maxLength: 4000 }), { maxProperties: 50 }),
    ),
    /** JSON, sent with `POST`; a text holds JSON. */
    body: Type.Optional(Type.Unknown()),
    /** JMESPath of the list of rows; without it the answer is the list. */
    rows: Type.Optional(path),
    paging: Type.Optional(paging),
    unpivot: Type.Optional(unpivot),
    /** How numbers in texts are written. */
    numbers: Type.Optional(numbers),
    ...rowsConfig,
  },
  { additionalProperties: false },
);

export type HttpJsonConfig = Static<typeof httpJsonConfig>;
export type Paging = Static<typeof paging>;

/** Texts by the names that placeholders `{secret.NAME}` use; null for an API that needs none. */
export const httpJsonSecret = Type.Union([
  Type.Record(
    Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' }),
    Type.String({ minLength: 1, maxLength: 10_000 }),
    {
      additionalProperties: false,
    },
  ),
  Type.Null(),
]);

export type HttpJsonSecret = Static<typeof httpJsonSecret>;
