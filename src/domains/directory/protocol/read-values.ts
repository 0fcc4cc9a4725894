import { type Attribute, attributeNamed, attributesOf, type ResourceType, type Values } from './attributes.ts';
import { refused } from './faults.ts';

const longestText = 1_000;
const mostValues = 100;
/** Members come by the thousand. */
const mostMembers = 20_000;

/**
 * What a body says of a resource, by the names of the schema. What nobody may write, and what is not known, is left out (RFC
 * 7644 section 3.3). Throws `invalidSyntax`, `invalidValue`.
 */
export function readResource(type: ResourceType, body: Values): Values {
  requireSchema(type, body);
  const resource = readParts(attributesOf(type), body, '');
  for (const { id, attributes } of type.extensions) {
    const given = namedValue(body, id);
    if (given === undefined || given === null) continue;
    const parts = readParts(attributes, requireObject(given, id), `${id}:`);
    if (Object.keys(parts).length > 0) resource[id] = parts;
  }
  return resource;
}

/** Throws `invalidSyntax` where a body says that it is something else. */
function requireSchema({ schema, name }: ResourceType, body: Values): void {
  const named = namedValue(body, 'schemas');
  if (named === undefined) return;
  if (Array.isArray(named) && named.includes(schema.id)) return;
  throw refused('invalidSyntax', `The schemas of a ${name} include ${schema.id}.`);
}

function readParts(attributes: readonly Attribute[], given: Values, before: string): Record<string, unknown> {
  const read: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    const attribute = attributeNamed(attributes, name);
    if (!attribute || attribute.mutability === 'readOnly') continue;
    const known = readValue(attribute, value, before + attribute.name);
    if (known !== undefined) read[attribute.name] = known;
  }
  return read;
}

/** The value of an attribute in the form of the schema; undefined for none, which null and an empty list are too. Throws `invalidValue`. */
export function readValue(attribute: Attribute, value: unknown, name = attribute.name): unknown {
  if (value === null || value === undefined) return undefined;
  if (!attribute.multiValued)
    return readOne(attribute, Array.isArray(value) && value.length === 1 ? value[0] : value, name);
  const values = (Array.isArray(value) ? value : [value]).map((one) => readOne(attribute, one, name));
  const most = attribute.name === 'members' ? mostMembers : mostValues;
  if (values.length > most) throw refused('invalidValue', `${name} has at most ${most} values.`);
  return values.length === 0 ? undefined : values;
}

/** One value, of several where an attribute has several. Throws `invalidValue`. */
export function readOne(attribute: Attribute, value: unknown, name = attribute.name): unknown {
  if (attribute.type === 'complex') return readComplex(attribute, value, name);
  if (attribute.type === 'boolean') return readFlag(value, name);
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw refused('invalidValue', `${name} is a text.`);
  if (value.length > longestText) throw refused('invalidValue', `${name} has at most ${longestText} characters.`);
  return value;
}

/** Entra writes `"False"`. */
function readFlag(value: unknown, name: string): boolean {
  const word = String(value).toLowerCase();
  if ((typeof value !== 'boolean' && typeof value !== 'string') || (word !== 'true' && word !== 'false')) {
    throw refused('invalidValue', `${name} is true or false.`);
  }
  return word === 'true';
}

/** A text in place of an object is its `value`, as Entra writes a manager. */
function readComplex(attribute: Attribute, value: unknown, name: string): Values {
  const { subAttributes = [] } = attribute;
  const hasValue = subAttributes.some((part) => part.name === 'value');
  const given = typeof value === 'string' && hasValue ? { value } : requireObject(value, name);
  return readParts(subAttributes, given, `${name}.`);
}

/** The value of a key in any case. */
export function namedValue(values: Values, name: string): unknown {
  const folded = name.toLowerCase();
  const key = Object.keys(values).find((each) => each.toLowerCase() === folded);
  return key === undefined ? undefined : values[key];
}

/** Throws `invalidValue` unless a value has parts. */
export function requireObject(value: unknown, name: string): Values {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values;
  throw refused('invalidValue', `${name} is an object.`);
}
