import { darkPalette, type Palette, palette } from '../colors.ts';
import { html, type Markup } from '../text/markup.ts';

/** The colours of a report's brand as CSS custom properties for light and dark screens. */
export function themeStyle(accentColor: string | null, nonce: string): Markup {
  const dark = darkPalette(accentColor);
  const roles = Object.entries(palette(accentColor)) as [keyof Palette, string][];
  const properties = roles.map(([role, color]) => html`--${dashed(role)}:light-dark(${color},${dark[role]});`);
  return html`<style nonce="${nonce}">:root{${properties}}</style>`;
}

/** `onBrand` becomes `on-brand`. */
function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
