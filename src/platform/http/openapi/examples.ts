import type { TSchema } from 'typebox';
import { type ErrorCode, type ErrorDetail, errorCodes } from '../../errors.ts';
import type { Release } from '../envelope.ts';
import type { JsonSchema } from './schemas.ts';

/** An example for the schema: its own, or one built from the examples of its parts. */
export function exampleOf(schema: TSchema | JsonSchema): unknown {
  const { examples, anyOf, properties, items, type, ...rest } = schema as JsonSchema;
  if (Array.isArray(examples)) return examples[0];
  if ('const' in rest) return rest.const;
  if (Array.isArray(rest.enum)) return rest.enum[0];
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0]);
  if (type === 'array') return [exampleOf(items as JsonSchema)];
  if (type === 'null') return null;
  if (!properties) throw new TypeError(`A schema lacks an example: ${JSON.stringify(schema)}`);
  const parts = Object.entries(properties).map(([name, part]) => [name, exampleOf(part)]);
  return Object.fromEntries(parts);
}

const keyField = 'header.idempotency-key';
const details: Partial<Record<ErrorCode, ErrorDetail>> = {
  invalid_query_parameter: { field: 'query.per_page', rule: 'maximum', message: 'must be <= 100' },
  invalid_request: { field: 'period.current.to', rule: 'order', message: 'must not be before "from"' },
  idempotency_key_required: { field: keyField, rule: 'required', message: 'is required' },
  edit_conflict: { field: 'header.if-match', rule: 'current', message: '"8"' },
  invalid_idempotency_key: {
    field: keyField,
    rule: 'pattern',
    message: 'must be 1 to 255 visible ASCII characters',
  },
};

/** One named example for each code. */
export function errorExamples(
  codes: readonly ErrorCode[],
  release: Release,
): Record<string, { summary: string; value: unknown }> {
  const entries = codes.map((code) => {
    const { message } = errorCodes[code];
    const detail = details[code];
    const error = { code, message, ...(detail && { details: [detail] }) };
    const meta = { request_id: 'req_01jd5w0k3m8q2r4t6v8x0z1b3d', api_version: release };
    return [code, { summary: message, value: { ok: false, error, meta } }];
  });
  return Object.fromEntries(entries);
}
