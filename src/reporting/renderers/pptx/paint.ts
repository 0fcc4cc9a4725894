import type { Palette } from '../colors.ts';
import { hex } from '../office/text-runs.ts';
import { type Markup, xml } from '../text/markup.ts';

/** The colours of the theme by their roles, so that a presentation changes with its theme. */
const roles = [
  ['text', 'tx1'],
  ['background', 'bg1'],
  ['muted', 'tx2'],
  ['tint', 'bg2'],
  ['accent', 'accent1'],
  ['second', 'accent2'],
  ['third', 'accent3'],
  ['fourth', 'accent4'],
  ['good', 'accent5'],
  ['bad', 'accent6'],
] as const satisfies readonly (readonly [keyof Palette, string])[];

/** A colour (`#rrggbb`) as that of the theme where it is one. */
export function color(value: string, colors: Palette): Markup {
  const role = roles.find(([name]) => colors[name] === value);
  return role ? xml`<a:schemeClr val="${role[1]}"/>` : xml`<a:srgbClr val="${hex(value)}"/>`;
}

export function solid(value: string, colors: Palette): Markup {
  return xml`<a:solidFill>${color(value, colors)}</a:solidFill>`;
}
