import type { Palette } from '../colors.ts';
import { officeFonts } from '../office/fonts.ts';
import { hex } from '../office/text-runs.ts';
import { type Markup, xml } from '../text/markup.ts';
import type { ReportView } from '../view/report-view.ts';

/** `theme.xml`: the brand's colours and fonts, in which people go on writing. `text` is that of all slides, which decides the fonts. */
export function themePart({ document, colors }: ReportView, text: string): Markup {
  const { latin, eastAsian, complex } = officeFonts(document.locale, text, document.brand.font);
  const face = xml`<a:latin typeface="${latin}"/><a:ea typeface="${eastAsian}"/><a:cs typeface="${complex}"/>`;
  return xml`<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Report"><a:themeElements><a:clrScheme name="Report">${themeColors(colors)}</a:clrScheme><a:fontScheme name="Report"><a:majorFont>${face}</a:majorFont><a:minorFont>${face}</a:minorFont></a:fontScheme>${plainFormats}</a:themeElements></a:theme>`;
}

function themeColors(colors: Palette): Markup[] {
  const named = {
    dk1: colors.text,
    lt1: colors.background,
    dk2: colors.muted,
    lt2: colors.tint,
    accent1: colors.accent,
    accent2: colors.second,
    accent3: colors.third,
    accent4: colors.fourth,
    accent5: colors.good,
    accent6: colors.bad,
    hlink: colors.accent,
    folHlink: colors.muted,
  };
  return Object.entries(named).map(([name, value]) => xml`<a:${name}><a:srgbClr val="${hex(value)}"/></a:${name}>`);
}

const fill = xml`<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>`;
const line = (width: number) => xml`<a:ln w="${width}">${fill}<a:prstDash val="solid"/></a:ln>`;
const noEffect = xml`<a:effectStyle><a:effectLst/></a:effectStyle>`;
/** Surfaces and lines without shades or shadows. */
const plainFormats = xml`<a:fmtScheme name="Report"><a:fillStyleLst>${[fill, fill, fill]}</a:fillStyleLst><a:lnStyleLst>${[line(6350), line(12_700), line(19_050)]}</a:lnStyleLst><a:effectStyleLst>${[noEffect, noEffect, noEffect]}</a:effectStyleLst><a:bgFillStyleLst>${[fill, fill, fill]}</a:bgFillStyleLst></a:fmtScheme>`;
