import type { FastifySchemaValidationError } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { type ErrorDetail, ServiceError } from '../errors.ts';

type Fault = FastifySchemaValidationError;

/** Turns schema faults into the contract's details, one a field, and the code that fits where they are. */
export function validationError(faults: readonly Fault[], context: string | undefined): ServiceError {
  const inQuery = context === 'querystring';
  const details = withoutOtherBranches(faults).flatMap((fault) => toDetails(fault, inQuery ? 'query' : ''));
  const unique = details.filter(
    (detail, index) => details.findIndex((other) => other.field === detail.field) === index,
  );
  return new ServiceError(inQuery ? 'invalid_query_parameter' : 'invalid_request', { details: unique });
}

/**
 * A union reports the faults of all its branches. Kept are those of the branch that was meant: the one whose type and
 * discriminator fit.
 */
function withoutOtherBranches(faults: readonly Fault[]): Fault[] {
  let kept = [...faults];
  for (const union of faults.filter((fault) => fault.keyword === 'anyOf')) {
    const root = `${union.schemaPath}/anyOf/`;
    const branches = Map.groupBy(
      kept.filter((fault) => fault.schemaPath.startsWith(root)),
      (fault) => fault.schemaPath.slice(root.length).split('/')[0],
    );
    const meant = [...branches.values()].find((branch) => !branch.some((fault) => isOtherBranch(fault, union)));
    if (!meant) {
      kept = kept.filter((fault) => !fault.schemaPath.startsWith(root));
      continue;
    }
    kept = kept.filter((fault) => fault !== union && (!fault.schemaPath.startsWith(root) || meant.includes(fault)));
  }
  return kept;
}

function isOtherBranch(fault: Fault, union: Fault): boolean {
  if (fault.keyword === 'type' || fault.keyword === 'const') {
    return fault.instancePath === union.instancePath || fault.instancePath === `${union.instancePath}/type`;
  }
  const required = (fault.params as { requiredProperties?: string[] }).requiredProperties;
  return fault.instancePath === union.instancePath && required?.includes('type') === true;
}

function toDetails(fault: Fault, prefix: string): ErrorDetail[] {
  const path = fault.instancePath.split('/').slice(1).map(unescapePointer);
  const field = (...more: string[]) => [prefix, ...path, ...more].filter((part) => part !== '').join('.');
  const params = fault.params as {
    requiredProperties?: string[];
    additionalProperties?: string[];
    allowedValues?: unknown[];
  };
  if (fault.keyword === 'boolean') return [];
  if (params.requiredProperties) {
    return params.requiredProperties.map((name) => ({ field: field(name), rule: 'required', message: 'is required' }));
  }
  if (params.additionalProperties) {
    return params.additionalProperties.map((name) => ({
      field: field(name),
      rule: 'unknown',
      message: 'is not known',
    }));
  }
  const allowed = params.allowedValues ? `must be one of ${params.allowedValues.join(', ')}` : undefined;
  return [{ field: field(), rule: fault.keyword, message: allowed ?? fault.message ?? 'is not valid' }];
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/**
 * Reads the text of query values as the schema's integers and booleans and fills in its defaults. What does not read
 * exactly so is left as text, which the schema then refuses; so is a repeated key, which is an array.
 */
export function readQuery(query: Record<string, unknown>, { properties }: TObject): Record<string, unknown> {
  const known = (key: string) => (Object.hasOwn(properties, key) ? properties[key] : undefined);
  const defaults = Object.entries(properties).flatMap(([key, schema]) =>
    'default' in schema ? [[key, schema.default]] : [],
  );
  const values = Object.entries(query).map(([key, value]) => [key, readValue(value, known(key))]);
  return Object.fromEntries([...defaults, ...values]);
}

function readValue(value: unknown, schema: TSchema | undefined): unknown {
  if (typeof value !== 'string' || !schema || !('type' in schema)) return value;
  if (schema.type === 'integer' && /^(0|[1-9]\d{0,8})$/.test(value)) return Number(value);
  if (schema.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
