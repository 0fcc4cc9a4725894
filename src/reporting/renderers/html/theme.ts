import type { Brand } from '../../documents/model.ts';
import { darkPalette, type Palette, palette } from '../colors.ts';
import { html, type Markup } from '../text/markup.ts';
import { fontFaces } from './font-assets.ts';

/** The colours of a report's brand as CSS custom properties for light and dark screens, and its font. */
export function themeStyle({ accent_color: accent, font }: Brand, assets: string, nonce: string): Markup {
  const dark = darkPalette(accent);
  const roles = Object.entries(palette(accent)) as [keyof Palette, string][];
  const properties = roles.map(([role, color]) => html`--${dashed(role)}:light-dark(${color},${dark[role]});`);
  const family = font && html`--family:"${font}";`;
  return html`<style nonce="${nonce}">${font && fontFaces(font, assets)}:root{${properties}${family}}</style>`;
}

/** `onBrand` becomes `on-brand`. */
function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
