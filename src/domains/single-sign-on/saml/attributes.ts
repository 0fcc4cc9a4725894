import { assertionNamespace } from './names.ts';
import { childrenOf, textOf, type XmlElement } from './read-xml.ts';

/** By their names: one text, or a list of several. */
export type SamlAttributes = Readonly<Record<string, string | readonly string[]>>;

/** What providers call the address, in the order in which they are asked. */
const emailNames = [
  'email',
  'mail',
  'emailAddress',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
];
const fullNames = [
  'displayName',
  'name',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'urn:oid:2.5.4.3',
];
const givenNames = [
  'givenName',
  'firstName',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  'urn:oid:2.5.4.42',
];
const familyNames = [
  'sn',
  'lastName',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  'urn:oid:2.5.4.4',
];

/** The attributes of a signed assertion. Values that are no texts are left out. */
export function attributesOf(assertion: XmlElement): SamlAttributes {
  const values = new Map<string, string[]>();
  for (const statement of childrenOf(assertion, assertionNamespace, 'AttributeStatement')) {
    for (const attribute of childrenOf(statement, assertionNamespace, 'Attribute')) {
      const name = attribute.attributes.get('Name') ?? '';
      const own = childrenOf(attribute, assertionNamespace, 'AttributeValue').map(textOf);
      values.set(name, [...(values.get(name) ?? []), ...own.filter((text) => text !== '')]);
    }
  }
  const named = [...values].filter(([name, texts]) => name !== '' && texts.length > 0);
  return Object.fromEntries(named.map(([name, texts]) => [name, texts.length === 1 ? (texts[0] ?? '') : texts]));
}

/** The address: of the attribute for it, else of the NameID where that is one. Null where there is none. */
export function emailOf(attributes: SamlAttributes, nameId: string): string | null {
  return firstOf(attributes, emailNames) ?? (nameId.includes('@') ? nameId : null);
}

/** What somebody is called; null where no attribute says it. */
export function fullNameOf(attributes: SamlAttributes): string | null {
  const parts = [firstOf(attributes, givenNames), firstOf(attributes, familyNames)].filter((part) => part !== null);
  return firstOf(attributes, fullNames) ?? (parts.length > 0 ? parts.join(' ') : null);
}

/** The first of these attributes that there is, if it has one value. */
function firstOf(attributes: SamlAttributes, names: readonly string[]): string | null {
  const name = names.find((each) => Object.hasOwn(attributes, each));
  const value = name === undefined ? undefined : attributes[name];
  return typeof value === 'string' ? value : null;
}
