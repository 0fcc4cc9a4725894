/** What RFC 7643 section 7 says of an attribute, in its own words: `/Schemas` shows it as it is here. */
export interface Attribute {
  readonly name: string;
  readonly type: 'string' | 'boolean' | 'complex' | 'reference' | 'dateTime';
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  readonly caseExact: boolean;
  readonly mutability: 'readOnly' | 'readWrite' | 'immutable';
  readonly returned: 'always' | 'default';
  readonly uniqueness: 'none' | 'server';
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  readonly subAttributes?: readonly Attribute[];
}

/** A schema and its attributes, by the name that requests give it. */
export interface Schema {
  /** A URN. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly attributes: readonly Attribute[];
}

/** What a kind of resource consists of. */
export interface ResourceType {
  readonly name: 'User' | 'Group';
  /** Below the base of the door. */
  readonly endpoint: '/Users' | '/Groups';
  readonly schema: Schema;
  readonly extensions: readonly Schema[];
}

/** A resource, or a part of one, by the names of its attributes. */
export type Values = Readonly<Record<string, unknown>>;

const usual = {
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
} as const;

type More = Partial<Omit<Attribute, 'name' | 'type' | 'description'>>;

export function text(name: string, description: string, more: More = {}): Attribute {
  return { name, type: 'string', ...usual, description, ...more };
}

export function flag(name: string, description: string, more: More = {}): Attribute {
  return { name, type: 'boolean', ...usual, description, ...more };
}

function time(name: string, description: string, more: More = {}): Attribute {
  return { name, type: 'dateTime', ...usual, description, ...more };
}

export function reference(
  name: string,
  description: string,
  referenceTypes: readonly string[],
  more: More = {},
): Attribute {
  return { name, type: 'reference', ...usual, caseExact: true, referenceTypes, description, ...more };
}

export function complex(
  name: string,
  description: string,
  subAttributes: readonly Attribute[],
  more: More = {},
): Attribute {
  return { name, type: 'complex', ...usual, description, subAttributes, ...more };
}

/** Those of every resource, which no schema lists (RFC 7643 section 3.1). */
const commonAttributes: readonly Attribute[] = [
  text('id', 'Names the resource.', {
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
    uniqueness: 'server',
  }),
  text('externalId', 'What the directory calls the resource.', { caseExact: true }),
  complex(
    'meta',
    'About the resource.',
    [
      text('resourceType', 'Its kind.', { caseExact: true, mutability: 'readOnly' }),
      time('created', 'When it was made.', { mutability: 'readOnly' }),
      time('lastModified', 'When it was changed last.', { mutability: 'readOnly' }),
      reference('location', 'Its address.', ['uri'], { mutability: 'readOnly' }),
      text('version', 'Its entity tag.', { caseExact: true, mutability: 'readOnly' }),
    ],
    { mutability: 'readOnly' },
  ),
];

/** The attribute of a name, which may be written in any case (RFC 7643 section 2.1). */
export function attributeNamed(attributes: readonly Attribute[], name: string): Attribute | undefined {
  const folded = name.toLowerCase();
  return attributes.find((attribute) => attribute.name.toLowerCase() === folded);
}

/** Those that stand at the top of a resource. */
export function attributesOf({ schema }: ResourceType): readonly Attribute[] {
  return [...commonAttributes, ...schema.attributes];
}
