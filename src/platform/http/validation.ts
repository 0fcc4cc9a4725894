import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { type ErrorDetail, ServiceError } from '../errors.ts';

type Fault = FastifySchemaValidationError;

/** Enough for every branch of every section; for nonsense the list is cut off here. */
Settings.Set({ maxErrors: 2_000 });

/**
 * Checks values as they are: nothing is converted, filled in or removed. A check is compiled when it is first needed:
 * most of the hundreds never are, and each has its code as text beside it.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema }) => {
  let compiled: ReturnType<typeof Compile> | undefined;
  return (value) => {
    compiled ??= Compile(schema);
    if (compiled.Check(value)) return { value };
    const faults = compiled.Errors(value);
    schemas.set(faults, schema);
    return { error: faults as unknown as Error };
  };
};

/** The part of the request that the faults are in. */
const schemas = new WeakMap<object, TSchema>();

/** Turns schema faults into the contract's details, one per field, and the matching error code. */
export function validationError(faults: readonly Fault[], context: string | undefined): ServiceError {
  const inQuery = context === 'querystring';
  const details = withoutOtherBranches(faults).flatMap((fault) => toDetails(fault, inQuery ? 'query' : ''));
  const unique = new Map(details.toReversed().map((detail) => [detail.field, detail]));
  const query = inQuery ? (schemas.get(faults) as TObject | undefined)?.properties : undefined;
  const told = [...unique.values()].reverse().map((detail) => (query ? withChoices(detail, query) : detail));
  return new ServiceError(inQuery ? 'invalid_query_parameter' : 'invalid_request', { details: told });
}

/** The fault of a query key, with its allowed values. */
function withChoices(detail: ErrorDetail, properties: Readonly<Record<string, TSchema>>): ErrorDetail {
  if (detail.rule === 'unknown') {
    const known = Object.keys(properties).join(', ');
    return {
      ...detail,
      message: known === '' ? 'is not known; there are no query keys here' : `is not known; known are ${known}`,
    };
  }
  const schema = properties[detail.field.slice('query.'.length)] as
    | { type?: unknown; minimum?: number; maximum?: number }
    | undefined;
  if (schema?.type === 'boolean') return { ...detail, message: 'must be true or false' };
  if (schema?.type !== 'integer') return detail;
  return { ...detail, message: `must be a whole number from ${schema.minimum} to ${schema.maximum}` };
}

/** What formats, patterns and rules require, in words. Every minimum length is 1; a longer list has words of its own. */
const wanted: ReadonlyMap<unknown, string> = new Map([
  ['date', 'must be a real calendar day in the form YYYY-MM-DD'],
  ['\\S', 'must not be all white space'],
  ['^[A-Z]{3}$', 'must be an ISO 4217 currency code such as EUR'],
  ['^#[0-9a-fA-F]{6}$', 'must be a color such as #0b6e4f'],
  ['minLength', 'must not be empty'],
  ['minItems', 'must not be empty'],
  ['minProperties', 'must not be empty'],
]);

/** TypeBox's keyword for a check in our own code. */
const ownCheck = '~refine';

/** Where a fault is in a union: which union, at which part of the value, in which branch. */
interface UnionBranch {
  readonly union: string;
  readonly instancePath: string;
  readonly branch: string;
}

/**
 * A union reports the faults of all its branches. This keeps those of the intended branch, whose type and discriminator
 * match. If none matches, one fault lists the choices.
 */
function withoutOtherBranches(faults: readonly Fault[]): Fault[] {
  let kept = faults.filter(({ keyword }) => keyword !== 'anyOf');
  for (let depth = 0; kept.some((fault) => unionBranchesOf(fault).length > depth); depth++) {
    const unions = Map.groupBy(kept, (fault) => unionBranchesOf(fault)[depth]?.union);
    kept = [...unions].flatMap(([union, own]) => (union === undefined ? own : faultsOfMeantBranch(own, depth)));
  }
  return kept;
}

function faultsOfMeantBranch(faults: readonly Fault[], depth: number): Fault[] {
  const branches = Map.groupBy(faults, (fault) => unionBranchesOf(fault)[depth]?.branch);
  const { instancePath = '' } = unionBranchesOf(faults[0] as Fault)[depth] ?? {};
  const meant = [...branches.values()].find((own) => !own.some((fault) => excludesBranch(fault, instancePath)));
  if (meant) return meant;
  const choices = faults.flatMap(({ keyword, params }) => (keyword === 'const' ? [params.allowedValue] : []));
  const [first] = faults;
  if (!first || choices.length === 0) return first ? [first] : [];
  const discriminator = faults.some((fault) => fault.instancePath === `${instancePath}/type`) ? '/type' : '';
  const message = `must be one of ${[...new Set(choices)].join(', ')}`;
  return [{ ...first, keyword: 'enum', instancePath: instancePath + discriminator, params: {}, message }];
}

function excludesBranch({ keyword, instancePath, params }: Fault, union: string): boolean {
  if (keyword === 'type' && instancePath === union) return true;
  if (keyword === 'const') return instancePath === union || instancePath === `${union}/type`;
  const required = (params as { requiredProperties?: string[] }).requiredProperties;
  return instancePath === union && required?.includes('type') === true;
}

/**
 * The union branches that a fault is in, from the outermost. `properties` and `items` in the schema's path are steps in
 * the value.
 */
function unionBranchesOf({ schemaPath, instancePath }: Fault): UnionBranch[] {
  const branches: UnionBranch[] = [];
  const schema = schemaPath.split('/');
  const instance = instancePath.split('/');
  let steps = 1;
  for (let index = 1; index < schema.length; index++) {
    if (schema[index] === 'items') steps++;
    if (schema[index] === 'properties') {
      steps++;
      index++;
    }
    if (schema[index] !== 'anyOf') continue;
    const path = instance.slice(0, steps).join('/');
    const union = `${schema.slice(0, index).join('/')} ${path}`;
    index++;
    branches.push({ union, instancePath: path, branch: schema[index] ?? '' });
  }
  return branches;
}

function toDetails(fault: Fault, prefix: string): ErrorDetail[] {
  const path = fault.instancePath.split('/').slice(1).map(unescapePointer);
  const field = (...more: string[]) => [prefix, ...path, ...more].filter((part) => part !== '').join('.');
  const params = fault.params as {
    requiredProperties?: string[];
    additionalProperties?: string[];
    allowedValues?: unknown[];
    format?: string;
    pattern?: string | RegExp;
    limit?: number;
  };
  // An unknown field; the fault that names all of them comes later, or is cut off.
  if (fault.keyword === 'boolean') return [{ field: field(), rule: 'unknown', message: 'is not known' }];
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
  const isLonger = fault.keyword === 'minItems' && params.limit !== 1;
  const words = isLonger ? undefined : wanted.get(params.format ?? params.pattern?.toString() ?? fault.keyword);
  const rule = fault.keyword === ownCheck ? 'value' : fault.keyword;
  return [{ field: field(), rule, message: allowed ?? words ?? fault.message ?? 'is not valid' }];
}

function unescapePointer(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/**
 * Converts query values to the schema's integers and booleans and fills in defaults. Text that does not match exactly
 * stays text, which the schema then refuses. Throws `invalid_query_parameter` for known keys that are repeated, but for
 * lists, which one value alone makes too.
 */
export function readQuery(query: Record<string, unknown>, { properties }: TObject): Record<string, unknown> {
  const defaults = defaultsOf(properties);
  if (Object.keys(query).length === 0) return defaults;
  const known = (key: string) => (Object.hasOwn(properties, key) ? properties[key] : undefined);
  const isList = (key: string) => (known(key) as { type?: unknown } | undefined)?.type === 'array';
  const repeated = Object.keys(query).filter((key) => Array.isArray(query[key]) && known(key) && !isList(key));
  if (repeated.length > 0) {
    const details = repeated.map((key) => ({ field: `query.${key}`, rule: 'once', message: 'must be sent once' }));
    throw new ServiceError('invalid_query_parameter', { details });
  }
  const values = Object.entries(query).map(([key, value]) => [key, readValue(value, known(key))]);
  return Object.fromEntries([...Object.entries(defaults), ...values]);
}

function defaultsOf(properties: TObject['properties']): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const key in properties) {
    const schema = properties[key];
    if (schema && 'default' in schema) values[key] = schema.default;
  }
  return values;
}

function readValue(value: unknown, schema: TSchema | undefined): unknown {
  if (typeof value !== 'string' || !schema || !('type' in schema)) return value;
  if (schema.type === 'array') return [value];
  if (schema.type === 'integer' && /^(0|[1-9]\d{0,8})$/.test(value)) return Number(value);
  if (schema.type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
