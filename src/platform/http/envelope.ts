import { type TObject, type TSchema, Type } from 'typebox';
import { type ErrorCode, type ErrorDetail, publicCodes } from '../errors.ts';
import type { Documentation } from './fields.ts';

export const apiVersion = 'v1-beta';
const releases = [apiVersion, 'v1-preview'] as const;
export type Release = (typeof releases)[number];

/** The release of what has this path, or the target of a request line: that of the management API, or the public one's. */
export function releaseOf(target: string): Release {
  return /^(?:https?:\/\/[^/]*)?\/manage\//i.test(target) ? 'v1-preview' : apiVersion;
}

/** A closed object: what the contract calls a resource, or a part of one. */
export function resource<Fields extends Record<string, TSchema>>(fields: Fields, documentation: Documentation = {}) {
  return Type.Object(fields, { additionalProperties: false, ...documentation });
}

const metaFields = {
  request_id: Type.String({
    maxLength: 64,
    description: 'Names this request in the logs of the service; also sent as `X-Request-Id`.',
    examples: ['req_01jd5w0k3m8q2r4t6v8x0z1b3d'],
  }),
  api_version: Type.Literal(apiVersion),
};

export const Meta = resource(metaFields, { title: 'Meta', description: 'About the answer, not the resource.' });

const Pagination = resource(
  {
    page: Type.Integer({ minimum: 1, maximum: 10_000, examples: [1] }),
    per_page: Type.Integer({ minimum: 1, maximum: 100, examples: [20] }),
    total: Type.Integer({ minimum: 0, description: 'Items on all pages.', examples: [1] }),
    total_pages: Type.Integer({ minimum: 0, description: '0 when there is nothing.', examples: [1] }),
  },
  { title: 'Pagination', description: 'Where in the list this page stands.' },
);

const ListMeta = resource({ ...metaFields, pagination: Pagination }, { title: 'ListMeta' });

export const ReusableMeta = resource(
  {
    ...metaFields,
    reused: Type.Optional(
      Type.Boolean({ description: 'True when an existing export job was returned; else absent.', examples: [true] }),
    ),
  },
  { title: 'ReusableMeta' },
);

/** Of an answer with a secret in it. */
export const SecretMeta = resource(
  {
    ...metaFields,
    withheld: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 1,
        description: 'In an answer that is repeated: the fields that are shown only once, and null now. Else absent.',
        examples: [['token']],
      }),
    ),
  },
  { title: 'SecretMeta' },
);

/** The envelope of another release: its `meta` names it. */
export function inRelease<Schema extends TSchema>(envelope: Schema, release: Release): Schema {
  const { properties } = envelope as unknown as TObject;
  const own = properties?.meta as TObject | undefined;
  if (release === apiVersion || !own?.properties) return envelope;
  const meta = { ...own, properties: { ...own.properties, api_version: Type.Literal(release) } };
  return { ...envelope, properties: { ...properties, meta } };
}

/** The success envelope around `data` (C-ENVELOPE-1), named after it. */
export function success(data: TSchema, meta: TSchema = Meta): TObject {
  const name =
    'title' in data
      ? `${data.title}${meta === ReusableMeta ? 'Start' : meta === SecretMeta ? 'Secret' : ''}Answer`
      : undefined;
  return resource({ ok: Type.Literal(true), data, meta }, name ? { title: name } : {});
}

/** The envelope around one page of items, named after them. */
export function page(item: TSchema): TObject {
  const data = resource({ items: Type.Array(item, { maxItems: 100 }) });
  return pageWith(data, 'title' in item ? { title: `${item.title}Page` } : {});
}

/** The same of data that has more than its `items`. */
export function pageWith(data: TSchema, documentation: Documentation = {}): TObject {
  return resource({ ok: Type.Literal(true), data, meta: ListMeta }, documentation);
}

const Detail = resource(
  {
    field: Type.String({
      description:
        'The place at fault as a dotted path: `period.current.from` in the body, `query.per_page`, `header.idempotency-key`; empty for the body as a whole.',
      examples: ['period.current.to'],
    }),
    rule: Type.String({ maxLength: 100, description: 'The rule that is broken, for programs.', examples: ['order'] }),
    message: Type.String({ description: 'The same for people.', examples: ['must not be before "from"'] }),
  },
  { title: 'ErrorDetail', description: 'One place in the request that is at fault.' },
);

/** A body of 256 KiB has no more fields than this. */
const maxDetails = 65_536;

/** The error envelope, for the codes that one status can carry. */
export function failure(codes: readonly ErrorCode[] = publicCodes, documentation: Documentation = {}) {
  return resource(
    {
      ok: Type.Literal(false),
      error: resource({
        code: Type.Union(
          codes.map((code) => Type.Literal(code)),
          { description: 'Branch on this, not on the message.' },
        ),
        message: Type.String({ description: 'For people: says what to do.' }),
        details: Type.Optional(
          Type.Array(Detail, { maxItems: maxDetails, description: 'Where it helps: each place at fault.' }),
        ),
      }),
      meta: Meta,
    },
    documentation,
  );
}

export interface ErrorEnvelope {
  readonly ok: false;
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly details?: readonly ErrorDetail[] };
  readonly meta: ReturnType<typeof meta>;
}

/** Of an answer to a request with this target. */
export function meta({ id, url }: { readonly id: string; readonly url: string }) {
  return { request_id: id, api_version: releaseOf(url) };
}
