import { type Markup, xml } from '../text/markup.ts';
import { namespaces } from './namespaces.ts';

const depths = [0, 1, 2, 3, 4, 5];
const bulletLayout = 1;
const orderedLayout = 2;

/** The lists of a document: all bulleted lists share one definition, every ordered list counts from its own start. */
export class Lists {
  readonly bullets = 1;
  readonly #ordered: { readonly start: number; readonly level: number }[] = [];

  /** The number of a new ordered list. */
  startOrdered(start: number, level: number): number {
    return this.bullets + this.#ordered.push({ start, level });
  }

  /** `word/numbering.xml`. */
  toXml(): Markup {
    const layout = (id: number, format: 'bullet' | 'decimal', text: (level: number) => string) => {
      const levels = depths.map(
        (level) =>
          xml`<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text(level)}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${360 * (level + 1)}" w:hanging="300"/></w:pPr></w:lvl>`,
      );
      return xml`<w:abstractNum w:abstractNumId="${id}"><w:multiLevelType w:val="hybridMultilevel"/>${levels}</w:abstractNum>`;
    };
    const ordered = this.#ordered.map(
      ({ start, level }, index) =>
        xml`<w:num w:numId="${this.bullets + index + 1}"><w:abstractNumId w:val="${orderedLayout}"/><w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride></w:num>`,
    );
    return xml`<w:numbering ${namespaces}>${layout(bulletLayout, 'bullet', () => '•')}${layout(orderedLayout, 'decimal', (level) => `%${level + 1}.`)}<w:num w:numId="${this.bullets}"><w:abstractNumId w:val="${bulletLayout}"/></w:num>${ordered}</w:numbering>`;
  }
}
