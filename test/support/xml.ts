/** An element of an XML document, with its text and that of all inside it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const token = /<\?xml [^>]*\?>|<\/([\w:-]+)\s*>|<([\w:-]+)((?:\s+[\w:-]+\s*=\s*"[^"<]*")*)\s*(\/?)>|[^<]+/gy;

interface Open {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  readonly prefixes: ReadonlySet<string>;
  text: string;
}

/** Reads XML as strictly as Word does: one root, closed tags, known entities and prefixes. Throws where it is not well-formed. */
export function parseXml(source: string): XmlElement {
  if (illegal.test(source))
    throw new Error(`a character that XML cannot hold: ${JSON.stringify(illegal.exec(source))}`);
  const top: Open = { name: '', attributes: new Map(), children: [], prefixes: new Set(['xml']), text: '' };
  const open = [top];
  token.lastIndex = 0;
  while (token.lastIndex < source.length) {
    const at = token.lastIndex;
    const match = token.exec(source);
    if (!match) throw new Error(`not XML at ${at}: ${source.slice(at, at + 60)}`);
    const [whole, closed, opened, attributes = '', selfClosed] = match;
    const current = open.at(-1) as Open;
    if (opened !== undefined) {
      open.push(start(opened, attributes, current.prefixes));
      if (selfClosed) close(open);
    } else if (closed !== undefined) {
      if (closed !== current.name) throw new Error(`</${closed}> where </${current.name}> belongs`);
      close(open);
    } else if (whole.startsWith('<?') ? at > 0 : current === top && whole.trim() !== '') {
      throw new Error(`not XML at ${at}: ${whole.slice(0, 60)}`);
    } else if (current !== top) current.text += decoded(whole);
  }
  const [root] = top.children;
  if (open.length !== 1 || top.children.length !== 1 || !root) throw new Error('not one root');
  return root;
}

function start(name: string, source: string, around: ReadonlySet<string>): Open {
  const attributes = new Map<string, string>();
  for (const [, key = '', value = ''] of source.matchAll(/([\w:-]+)\s*=\s*"([^"]*)"/g)) {
    if (attributes.has(key)) throw new Error(`${key} twice in <${name}>`);
    attributes.set(key, decoded(value));
  }
  const declared = [...attributes.keys()].filter((key) => key.startsWith('xmlns:')).map((key) => key.slice(6));
  const prefixes = new Set([...around, 'xmlns', ...declared]);
  for (const used of [name, ...attributes.keys()]) {
    const [prefix, local] = used.split(':');
    if (local !== undefined && !prefixes.has(prefix ?? '')) throw new Error(`${used} has no namespace`);
  }
  return { name, attributes, children: [], prefixes, text: '' };
}

function close(open: Open[]): void {
  const { name, attributes, children, text } = open.pop() as Open;
  const parent = open.at(-1) as Open;
  parent.children.push({ name, attributes, children, text });
  parent.text += text;
}

function decoded(text: string): string {
  return text.replace(/&([^;]*);?/g, (reference, name: string) => {
    const known = entities[name] ?? (/^#\d+$/.test(name) ? String.fromCodePoint(Number(name.slice(1))) : undefined);
    if (known === undefined || !reference.endsWith(';')) throw new Error(`${reference.slice(0, 20)} is no entity`);
    return known;
  });
}

/** Every element of that name, at any depth, in reading order. */
export function elements(root: XmlElement, name?: string): XmlElement[] {
  const inside = root.children.flatMap((child) => elements(child, name));
  return name === undefined || root.name === name ? [root, ...inside] : inside;
}
