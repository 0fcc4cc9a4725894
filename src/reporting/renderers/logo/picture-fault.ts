/** Why a picture cannot be drawn, and what to do: what follows the name of its field in a sentence. */
export class PictureFault extends Error {
  override readonly name = 'PictureFault';
}

export const faultTexts = {
  unread: 'is no picture that can be read: send a PNG, JPEG or SVG',
  damaged: 'is damaged: save it anew as PNG or JPEG',
  noPixels: 'shows nothing: it is transparent or damaged, so save it anew as PNG or JPEG',
  printColours: 'has the colours of print (CMYK), which are not drawn: save it with those of screens (RGB)',
  malformed: 'is no SVG that can be drawn: export it anew, with a size',
  nothingLeft:
    'shows nothing: it is empty, transparent or too small to be seen, or all in it comes from other addresses, which are not asked',
  crashes: 'cannot be drawn: what draws it fails at it, so export it as plain shapes, or as PNG',
  tooSlow: 'takes too long to draw: export it with fewer shapes, or as PNG',
} as const;

/** The size of a picture as people write it. */
export function pointsOf({ width, height }: { readonly width: number; readonly height: number }): string {
  const [across, down] = [width, height].map((side) => Math.round(side).toLocaleString('en'));
  return `${across} × ${down} points`;
}
