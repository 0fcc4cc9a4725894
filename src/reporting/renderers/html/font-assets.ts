import { readFileSync } from 'node:fs';
import { type BrandFont, brandFonts } from '../../documents/brand-fonts.ts';
import { brandFontFiles } from '../text/fonts.ts';
import { html, type Markup } from '../text/markup.ts';
import type { ViewerAsset } from './assets.ts';

const faces = {
  regular: { weight: 400, style: 'normal' },
  bold: { weight: 700, style: 'normal' },
  italic: { weight: 400, style: 'italic' },
} as const;
const faceNames = Object.keys(faces) as (keyof typeof faces)[];

const fileName = (font: BrandFont, face: string) => `${font.toLowerCase().replaceAll(' ', '-')}-${face}.ttf`;

/** The faces of a brand's family, below the address of the assets. */
export function fontFaces(font: BrandFont, assets: string): Markup {
  return html`${faceNames.map((face) => {
    const { weight, style } = faces[face];
    return html`@font-face{font-family:"${font}";font-weight:${weight};font-style:${style};font-display:swap;src:url(${assets}/${fileName(font, face)})format("truetype")}`;
  })}`;
}

/** The files of all families by name; a file never changes under its name. Each is read when a page first shows it. */
export const fontAssets: ReadonlyMap<string, ViewerAsset> = new Map(
  brandFonts.flatMap((font) => faceNames.map((face) => [fileName(font, face), fontAsset(font, face)])),
);

function fontAsset(font: BrandFont, face: keyof typeof faces): ViewerAsset {
  let bytes: Buffer | undefined;
  return {
    contentType: 'font/ttf',
    get body() {
      bytes ??= readFileSync(brandFontFiles(font)[face]);
      return bytes;
    },
  };
}
