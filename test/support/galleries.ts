import { createHash } from 'node:crypto';
import { Resvg } from '@resvg/resvg-js';
import type {
  GalleryCard,
  GallerySection,
  MetricDescription,
  ReportDocument,
} from '../../src/reporting/documents/model.ts';
import { comparison, metrics, randomNumbers } from './documents.ts';

/** A picture of an advertisement: shapes in colours that `seed` decides, in any size, as PNG. */
export function samplePicture(width: number, height: number, seed: number): Buffer {
  const random = randomNumbers(seed);
  const hue = Math.round(random() * 360);
  const circles = Array.from({ length: 5 }, () => {
    const [x, y, size] = [random() * width, random() * height, (random() * Math.min(width, height)) / 2];
    return `<circle cx="${x}" cy="${y}" r="${size}" fill="hsl(${Math.round(hue + random() * 60)},70%,${Math.round(40 + random() * 40)}%)"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="hsl(${hue},60%,85%)"/>${circles.join('')}</svg>`;
  return new Resvg(svg).render().asPng();
}

export interface SampleCard {
  readonly label: string;
  readonly text?: string | null;
  readonly link?: string;
  /** Width and height; none if absent. */
  readonly picture?: readonly [number, number];
}

/** A gallery of these cards, with the pictures that it names. */
export function sampleGallery(
  cards: readonly SampleCard[],
  shown: readonly MetricDescription[] = [metrics.revenue, metrics.orders, metrics.conversion],
): { readonly section: GallerySection; readonly pictures: NonNullable<ReportDocument['pictures']> } {
  const pictures: Record<string, string> = {};
  const made = cards.map(({ label, text = null, link = null, picture }, index): GalleryCard => {
    const png = picture && samplePicture(...picture, index + 1);
    const name = png ? `sha256:${createHash('sha256').update(png).digest('hex')}` : null;
    if (png && name) pictures[name] = `data:image/png;base64,${png.toString('base64')}`;
    const cells = shown.map(({ unit }, at) => {
      const value = unit === 'percent' ? 0.034 / (index + 1) : 12_345.67 / (index + 1) / (at + 1);
      return { ...comparison(value, value * (0.8 + 0.1 * index)), share: null };
    });
    return { label, text, link, picture: name, cells };
  });
  const total = { label: null, cells: shown.map(() => ({ ...comparison(50_000, 45_000), share: null })) };
  return {
    section: {
      ...{ type: 'gallery', title: null, connection_id: 'con_1', connection_name: 'Meta Ads', notes: [] },
      ...{ dimension: { key: 'ad', label: 'Ad' }, metrics: shown, cards: made, rest: null, total },
      group_count: cards.length,
    },
    pictures,
  };
}
