import { type Static, type TSchema, Type } from 'typebox';
import { type ErrorCode, type ErrorDetail, errorCodes } from '../errors.ts';

export const apiVersion = 'v1-beta';

const metaFields = {
  request_id: Type.String({ description: 'Names this request in the logs; also sent as X-Request-Id.' }),
  api_version: Type.Literal(apiVersion),
};

/** The object a route declares with `additionalProperties: false` and a description: what the contract calls a resource. */
export function resource<Fields extends Record<string, TSchema>>(fields: Fields, description?: string) {
  return Type.Object(fields, { additionalProperties: false, ...(description && { description }) });
}

export const Meta = resource(metaFields);

export const Pagination = resource({
  page: Type.Integer({ minimum: 1 }),
  per_page: Type.Integer({ minimum: 1 }),
  total: Type.Integer({ minimum: 0 }),
  total_pages: Type.Integer({ minimum: 0, description: '0 when there is nothing.' }),
});

export const ListMeta = resource({ ...metaFields, pagination: Pagination });

export const ReusableMeta = resource({
  ...metaFields,
  reused: Type.Optional(Type.Boolean({ description: 'True when an existing export job was returned.' })),
});

/** The success envelope around `data` (specification section 2). */
export function success(data: TSchema, meta: TSchema = Meta) {
  return resource({ ok: Type.Literal(true), data, meta });
}

const Detail = resource({
  field: Type.String({ description: 'A dotted path such as `period.current.from` or `query.per_page`.' }),
  rule: Type.String(),
  message: Type.String(),
});

/** The error envelope for the codes that one status can carry. */
export function failure(codes: readonly ErrorCode[]) {
  return resource(
    {
      ok: Type.Literal(false),
      error: resource({
        code: Type.Union(codes.map((code) => Type.Literal(code))),
        message: Type.String({ description: 'For people: says what to do.' }),
        details: Type.Optional(Type.Array(Detail)),
      }),
      meta: Meta,
    },
    codes.map((code) => `\`${code}\`: ${errorCodes[code].message}`).join(' '),
  );
}

export interface ErrorEnvelope {
  readonly ok: false;
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly details?: readonly ErrorDetail[] };
  readonly meta: Static<typeof Meta>;
}

export function meta(requestId: string): Static<typeof Meta> {
  return { request_id: requestId, api_version: apiVersion };
}
