import { Resvg } from '@resvg/resvg-js';
import { ImageRun, Paragraph } from 'docx';
import { labelFontFiles } from '../fonts.ts';
import type { Logo } from '../logo.ts';

const fallbackScale = 1.5;
const pixelsPerPoint = 96 / 72;

/** A chart as SVG for today's word processors, with a PNG for the others. Sizes are points. */
export function chartPicture(
  svg: string,
  size: { readonly width: number; readonly height: number },
  alternative: string,
  id: number,
): Paragraph {
  const font = { loadSystemFonts: false, fontFiles: labelFontFiles(svg), defaultFontFamily: 'Noto Sans' };
  const png = new Resvg(svg, { font, fitTo: { mode: 'zoom', value: fallbackScale } }).render().asPng();
  const transformation = {
    width: Math.round(size.width * pixelsPerPoint),
    height: Math.round(size.height * pixelsPerPoint),
  };
  const picture = new ImageRun({
    type: 'svg',
    data: Buffer.from(svg),
    fallback: { type: 'png', data: png },
    transformation,
    altText: { id: String(id), name: `Chart ${id}`, description: alternative },
  });
  return new Paragraph({ spacing: { before: 80, after: 160 }, children: [picture] });
}

export function logoPicture(logo: Logo, alternative: string, id: number): Paragraph {
  const scale = Math.min(180 / logo.width, 96 / logo.height);
  const picture = new ImageRun({
    type: 'png',
    data: logo.png,
    transformation: { width: Math.round(logo.width * scale), height: Math.round(logo.height * scale) },
    altText: { id: String(id), name: `Logo ${id}`, description: alternative },
  });
  return new Paragraph({ spacing: { before: 480 }, children: [picture] });
}
