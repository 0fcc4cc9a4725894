import { dirname, join } from 'node:path/posix';
import { unzipSync } from 'fflate';
import { elements, parseXml, type XmlElement } from './xml.ts';

/** An Office file with every XML part read. Throws where one is not well-formed. */
export class OfficeFile {
  readonly parts: ReadonlyMap<string, Uint8Array>;
  readonly read = new Map<string, XmlElement>();

  constructor(file: Uint8Array | ReadonlyMap<string, Uint8Array>) {
    this.parts = file instanceof Uint8Array ? new Map(Object.entries(unzipSync(file))) : file;
    for (const [path, bytes] of this.parts) {
      if (!/\.(xml|rels|svg)$/.test(path)) continue;
      this.read.set(path, parseXml(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
    }
  }

  part(path: string): XmlElement {
    const found = this.read.get(path);
    if (!found) throw new Error(`There is no ${path}.`);
    return found;
  }

  /** What is wrong with the package: parts without a type or that nothing refers to, and references to none. */
  packageFaults(): string[] {
    const types = this.part('[Content_Types].xml');
    const extensions = values(elements(types, 'Default'), 'Extension');
    const overrides = values(elements(types, 'Override'), 'PartName').map((name) => name.slice(1));
    const targets = new Set<string>();
    const faults = overrides.filter((path) => !this.parts.has(path)).map((path) => `type of no part: ${path}`);
    for (const path of this.parts.keys()) {
      const typed = overrides.includes(path) || extensions.includes(path.slice(path.lastIndexOf('.') + 1));
      if (!typed && path !== '[Content_Types].xml') faults.push(`no content type: ${path}`);
      if (path.endsWith('.rels')) faults.push(...this.#relationshipFaults(path, targets));
    }
    for (const path of this.parts.keys()) {
      if (!/\.rels$|^\[Content/.test(path) && !targets.has(path)) faults.push(`nothing refers to ${path}`);
    }
    return faults;
  }

  #relationshipFaults(path: string, targets: Set<string>): string[] {
    const source = path.replace('_rels/', '').replace('.rels', '');
    const relationships = elements(this.part(path), 'Relationship');
    const ids = values(relationships, 'Id');
    const faults = ids.filter((id, index) => ids.indexOf(id) < index).map((id) => `${id} twice in ${path}`);
    for (const { attributes } of relationships) {
      const target = attributes.get('Target') ?? '';
      if (attributes.get('TargetMode') === 'External') {
        if (!URL.canParse(target) || !/^[!-~]+$/.test(target)) faults.push(`not an address: ${target}`);
        continue;
      }
      const file = join(dirname(source), target);
      targets.add(file);
      if (!this.parts.has(file)) faults.push(`${path} refers to no ${file}`);
    }
    if (source === '') return faults;
    const used = elements(this.part(source)).flatMap(({ attributes }) =>
      ['r:id', 'r:embed', 'r:link'].flatMap((name) => attributes.get(name) ?? []),
    );
    const implicit =
      /styles|numbering|settings|fontTable|theme|slideLayout|slideMaster|notesMaster|notesSlide|\/slide$|worksheet/;
    for (const id of used) if (!ids.includes(id)) faults.push(`${source} uses no ${id}`);
    for (const { attributes } of relationships) {
      const id = attributes.get('Id') ?? '';
      if (!used.includes(id) && !implicit.test(attributes.get('Type') ?? ''))
        faults.push(`${source} has ${id} for nothing`);
    }
    return faults;
  }

  /** Children in another order than `orders` says, below a folder; of `mixed` elements only the first has its place. */
  orderFaults(folder: string, orders: Readonly<Record<string, string>>, mixed: readonly string[]): string[] {
    const roots = [...this.read].filter(([path]) => path.startsWith(folder) && !path.endsWith('.svg'));
    return roots.flatMap(([path, root]) =>
      elements(root).flatMap(({ name, children }) => {
        const order = orders[name]?.split(' ');
        if (!order) return [];
        const places = children.map((child) => order.indexOf(child.name));
        const unknown = children.filter((_, index) => places[index] === -1);
        const sorted = mixed.includes(name)
          ? places.lastIndexOf(0) <= 0
          : places.every((at, index) => index === 0 || (places[index - 1] ?? 0) <= at);
        return [
          ...unknown.map((child) => `${path}: ${child.name} in ${name}`),
          ...(sorted || children.length === 0
            ? []
            : [`${path}: order in ${name}: ${children.map((child) => child.name).join(' ')}`]),
        ];
      }),
    );
  }
}

export function values(found: readonly XmlElement[], attribute: string): string[] {
  return found.map(({ attributes }) => attributes.get(attribute) ?? '');
}
