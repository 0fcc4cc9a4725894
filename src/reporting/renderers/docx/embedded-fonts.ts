import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { BrandFont } from '../../documents/brand-fonts.ts';
import type { Part } from '../office/package.ts';
import { Relationships } from '../office/relationships.ts';
import { brandFontFiles } from '../text/fonts.ts';
import { type Markup, xml } from '../text/markup.ts';
import { namespaces } from './namespaces.ts';

const contentType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.fontTable+xml';
/** What the font is like, for programs that do not read embedded ones. */
const kinds: Readonly<Record<BrandFont, { readonly alike: string; readonly family: 'swiss' | 'roman' }>> = {
  'Noto Sans': { alike: 'Segoe UI', family: 'swiss' },
  'Open Sans': { alike: 'Segoe UI', family: 'swiss' },
  'Source Sans 3': { alike: 'Segoe UI', family: 'swiss' },
  Lato: { alike: 'Calibri', family: 'swiss' },
  'PT Serif': { alike: 'Cambria', family: 'roman' },
};

const faces = { regular: 'embedRegular', bold: 'embedBold', italic: 'embedItalic' } as const;

/** The table of fonts with a brand's own, which few readers have installed, and its files. */
export function embeddedFonts(font: BrandFont): Part[] {
  const files = brandFontFiles(font);
  const relationships = new Relationships();
  const parts: Part[] = [];
  const embedded: Markup[] = [];
  for (const [face, element] of Object.entries(faces)) {
    const bytes = readFileSync(files[face as keyof typeof faces]);
    const key = createHash('sha256').update(bytes).digest('hex').slice(0, 32).toUpperCase();
    const target = `fonts/${face}.odttf`;
    const id = relationships.add('font', target);
    const guid = key.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    embedded.push(xml`<w:${element} r:id="${id}" w:fontKey="{${guid}}"/>`);
    parts.push({ path: `word/${target}`, contentType: null, content: obfuscated(bytes, key) });
  }
  const { alike, family } = kinds[font];
  const table = xml`<w:fonts ${namespaces}><w:font w:name="${font}"><w:altName w:val="${alike}"/><w:family w:val="${family}"/>${embedded}</w:font></w:fonts>`;
  return [
    { path: 'word/fontTable.xml', contentType, content: table },
    { path: 'word/_rels/fontTable.xml.rels', contentType: null, content: relationships.toXml() },
    ...parts,
  ];
}

/** As Office embeds fonts: the first 32 bytes changed by the key in reverse (ISO/IEC 29500-4, 4.2.1). */
function obfuscated(bytes: Buffer, key: string): Uint8Array {
  const mask = Buffer.from(key, 'hex').reverse();
  const changed = Buffer.from(bytes);
  for (let at = 0; at < 32; at += 1) changed[at] = (changed[at] ?? 0) ^ (mask[at % 16] ?? 0);
  return changed;
}
