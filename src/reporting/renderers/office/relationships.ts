import { type Markup, xml } from '../text/markup.ts';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const types = {
  document: `${office}/officeDocument`,
  properties: 'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
  styles: `${office}/styles`,
  numbering: `${office}/numbering`,
  settings: `${office}/settings`,
  header: `${office}/header`,
  footer: `${office}/footer`,
  image: `${office}/image`,
  link: `${office}/hyperlink`,
  fontTable: `${office}/fontTable`,
  font: `${office}/font`,
  slideMaster: `${office}/slideMaster`,
  slideLayout: `${office}/slideLayout`,
  slide: `${office}/slide`,
  notesMaster: `${office}/notesMaster`,
  notesSlide: `${office}/notesSlide`,
  theme: `${office}/theme`,
  chart: `${office}/chart`,
  embedded: `${office}/package`,
  worksheet: `${office}/worksheet`,
} as const;

/** The targets that a part refers to by `r:id`: other parts by relative path, and web addresses for a `link`. */
export class Relationships {
  readonly #ids = new Map<string, string>();
  readonly #entries: Markup[] = [];

  /** The id of a relationship; the same target has one id. */
  add(kind: keyof typeof types, target: string): string {
    const known = this.#ids.get(target);
    if (known !== undefined) return known;
    const id = `rId${this.#ids.size + 1}`;
    const mode = kind === 'link' ? xml` TargetMode="External"` : null;
    this.#ids.set(target, id);
    this.#entries.push(xml`<Relationship Id="${id}" Type="${types[kind]}" Target="${target}"${mode}/>`);
    return id;
  }

  /** The `.rels` file. */
  toXml(): Markup {
    const namespace = 'http://schemas.openxmlformats.org/package/2006/relationships';
    return xml`<Relationships xmlns="${namespace}">${this.#entries}</Relationships>`;
  }
}
