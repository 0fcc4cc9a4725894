/** An element of a document, with its namespace resolved. */
export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  /** Empty for none. */
  readonly namespace: string;
  /** By their names; those with a prefix as `{namespace}name`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children. */
  readonly text: string;
}

/** A text that is not of the part of XML that is read here; the message says what is wrong and never repeats the text. */
export class XmlFault extends Error {
  override readonly name = 'XmlFault';
}

/** Of responses and of the metadata of one provider, which have some kilobytes. */
export const mostXmlBytes = 256 * 1024;
const deepest = 32;
const mostElements = 5_000;

/** Names of SAML, XML Signature and metadata have these letters. Parsers do not agree on all others. */
const localName = '[A-Za-z_][\\w.-]*';
const qualifiedName = `(?:${localName}:)?${localName}`;
const quoted = `"[^"<]*"|'[^'<]*'`;
const startTag = new RegExp(
  `<(${qualifiedName})((?:[ \\t\\n]+${qualifiedName}[ \\t\\n]*=[ \\t\\n]*(?:${quoted}))*)[ \\t\\n]*(/?)>`,
  'y',
);
const attribute = new RegExp(`(${qualifiedName})[ \\t\\n]*=[ \\t\\n]*(${quoted})`, 'g');
const endTag = new RegExp(`</(${qualifiedName})[ \\t\\n]*>`, 'y');
const declaration =
  /^<\?xml[ \t\n]+version=(?:"1\.0"|'1\.0')(?:[ \t\n]+encoding=(?:"utf-8"|'utf-8'))?(?:[ \t\n]+standalone=(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\n]*\?>/i;
/** What is no character of XML 1.0 (section 2.2); the text is well-formed UTF-16 already. */
const noCharacter = /[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/u;
const reference = /&([^;&]*;?)/g;
const namedCharacters = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }));
const absolute = /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/;
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

export interface XmlOptions {
  /** Whether they are passed over, where nothing is proved by signatures. */
  readonly allowsComments?: boolean;
}

/** An element whose end has not come yet. */
interface Open {
  readonly element: XmlElement & { readonly children: XmlElement[]; text: string };
  readonly qualifiedName: string;
  readonly namespaces: ReadonlyMap<string, string>;
}

/**
 * Reads the part of XML 1.0 with namespaces that SAML needs, strictly: elements, attributes, text, the five predefined
 * entities and references to characters. DOCTYPE and with it entities, processing instructions, CDATA, and comments unless
 * they are allowed, are refused, since attacks live in how parsers differ on them. Throws an XmlFault.
 */
export function readXml(bytes: Uint8Array, options: XmlOptions = {}): XmlElement {
  return readElements(plainXml(bytes, options));
}

/**
 * The text that every parser has to read alike: without a declaration, its line ends normalized (XML 1.0, section 2.11).
 * Throws an XmlFault.
 */
export function plainXml(bytes: Uint8Array, { allowsComments = false }: XmlOptions = {}): string {
  if (bytes.length > mostXmlBytes) throw new XmlFault(`It has more than ${mostXmlBytes} bytes`);
  const whole = decodeUtf8(bytes).replace(/\r\n?/g, '\n').trimStart().replace(declaration, '');
  const text = allowsComments ? whole.replace(/<!--(?:[^-]|-[^-])*-->/g, '') : whole;
  if (noCharacter.test(text)) throw new XmlFault('It has characters that XML does not have');
  const refused = /<[!?](?:DOCTYPE|--|\[CDATA\[)?/i.exec(text);
  if (refused) throw new XmlFault(`It has a part that begins with ${refused[0]}`);
  return text;
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new XmlFault('It is not encoded in UTF-8', { cause: error });
  }
}

function readElements(text: string): XmlElement {
  const open: Open[] = [];
  let [root, count]: [XmlElement | undefined, number] = [undefined, 0];
  for (let at = 0; at < text.length; ) {
    const next = text.indexOf('<', at);
    addText(open.at(-1), text.slice(at, next === -1 ? text.length : next));
    if (next === -1) break;
    if (text[next + 1] === '/') {
      at = endElement(text, next, open);
      continue;
    }
    if (root && open.length === 0) throw new XmlFault('It has more than one root');
    if (++count > mostElements || open.length >= deepest) throw new XmlFault('It has too many elements');
    const started = startElement(text, next, open.at(-1));
    open.at(-1)?.element.children.push(started.opened.element);
    root ??= started.opened.element;
    if (!started.isEmpty) open.push(started.opened);
    at = started.end;
  }
  if (!root || open.length > 0) throw new XmlFault('It ends before its elements do');
  return root;
}

function addText(within: Open | undefined, raw: string): void {
  if (within) {
    if (raw.includes(']]>')) throw new XmlFault('It has an end of CDATA within text');
    within.element.text += decodeReferences(raw);
    return;
  }
  if (raw.trim() !== '') throw new XmlFault('It has text outside of its root');
}

function endElement(text: string, from: number, open: Open[]): number {
  endTag.lastIndex = from;
  const [tag = '', name] = endTag.exec(text) ?? [];
  if (name === undefined || open.pop()?.qualifiedName !== name) throw new XmlFault('It has a tag that does not fit');
  return from + tag.length;
}

function startElement(text: string, from: number, parent: Open | undefined) {
  startTag.lastIndex = from;
  const [tag, name = '', rawAttributes = '', slash = ''] = startTag.exec(text) ?? [];
  if (tag === undefined) throw new XmlFault('It has a tag that is not well-formed');
  const given = readAttributes(rawAttributes);
  const namespaces = declareNamespaces(given, parent?.namespaces ?? new Map([['xml', xmlNamespace]]));
  const [prefix, local] = split(name);
  const element = {
    name: local,
    namespace: prefix === '' ? (namespaces.get('') ?? '') : namespaceOf(prefix, namespaces),
    attributes: resolveAttributes(given, namespaces),
    children: [],
    text: '',
  };
  return { opened: { element, qualifiedName: name, namespaces }, isEmpty: slash === '/', end: from + tag.length };
}

/** By the names as they are written. */
function readAttributes(raw: string): Map<string, string> {
  const given = new Map<string, string>();
  for (const [, name = '', value = ''] of raw.matchAll(attribute)) {
    if (given.has(name)) throw new XmlFault('It has an attribute twice');
    given.set(name, decodeReferences(value.slice(1, -1).replace(/[\t\n]/g, ' ')));
  }
  return given;
}

/** Canonical forms differ over namespaces that are empty or relative, and over `xml` and `xmlns` declared anew. */
function declareNamespaces(
  given: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const declared = [...given].filter(([name]) => isDeclaration(name));
  if (declared.length === 0) return before;
  const namespaces = new Map(before);
  for (const [name, namespace] of declared) {
    const prefix = name === 'xmlns' ? '' : split(name)[1];
    const isReserved = /^xml/i.test(prefix) || namespace === xmlNamespace || namespace.endsWith('/2000/xmlns/');
    if (isReserved || !absolute.test(namespace)) throw new XmlFault('It declares a namespace that is not allowed');
    namespaces.set(prefix, namespace);
  }
  return namespaces;
}

function resolveAttributes(
  given: ReadonlyMap<string, string>,
  namespaces: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const resolved = new Map<string, string>();
  for (const [name, value] of given) {
    if (isDeclaration(name)) continue;
    const [prefix, local] = split(name);
    const known = prefix === '' ? local : `{${namespaceOf(prefix, namespaces)}}${local}`;
    if (resolved.has(known)) throw new XmlFault('It has an attribute twice');
    resolved.set(known, value);
  }
  return resolved;
}

const isDeclaration = (name: string) => name === 'xmlns' || name.startsWith('xmlns:');

function split(name: string): readonly [prefix: string, local: string] {
  const colon = name.indexOf(':');
  return colon === -1 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)];
}

function namespaceOf(prefix: string, namespaces: ReadonlyMap<string, string>): string {
  const found = namespaces.get(prefix);
  if (found === undefined) throw new XmlFault('It has a prefix without a namespace');
  return found;
}

function decodeReferences(raw: string): string {
  return raw.replace(reference, (_whole, inner: string) => {
    const named = namedCharacters.get(inner.slice(0, -1));
    if (named !== undefined && inner.endsWith(';')) return named;
    const [, decimal, hexadecimal] = /^#(?:(\d{1,7})|x([0-9a-fA-F]{1,6}));$/.exec(inner) ?? [];
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    const character = isCharacter ? String.fromCodePoint(code) : '\0';
    if (noCharacter.test(character)) throw new XmlFault('It has a reference to an entity or to no character');
    return character;
  });
}

/** The element and all below it, in their order. */
export function* elementsOf(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) yield* elementsOf(child);
}

/** The children of that name. */
export function childrenOf({ children }: XmlElement, namespace: string, name: string): XmlElement[] {
  return children.filter((child) => child.namespace === namespace && child.name === name);
}

/** The only child of that name; undefined where there is none or more than one. */
export function onlyChildOf(element: XmlElement, namespace: string, name: string): XmlElement | undefined {
  const [found, ...more] = childrenOf(element, namespace, name);
  return more.length === 0 ? found : undefined;
}

/** The text of an element that has nothing else, trimmed; empty for one that has. */
export function textOf(element: XmlElement | undefined): string {
  return element && element.children.length === 0 ? element.text.trim() : '';
}
