import type { sections } from '../../../messages/en/sections.ts';
import type { Section, Source } from '../types.ts';
import { labelOf, leading } from './choices.ts';
import { dimensionsOf, seriesOf } from './figures.ts';

/** What stands above a section that has no title of its own, as the console says it. */
export function automaticTitle(section: Section, sources: readonly Source[], words: typeof sections): string {
  if (section.type === 'text' || section.type === 'image') return words.noTitle;
  if (section.type !== 'timeseries' && section.type !== 'breakdown' && section.type !== 'gallery') {
    return words.kinds[section.type].name;
  }
  const source = sources.find(({ id }) => id === section.connection_id);
  if (section.type === 'timeseries') return seriesOf(section).map((key) => labelOf(source, key))[0] || words.noTitle;
  const metric = section.metrics?.[0] ?? (source && leading(source, 1)[0]?.key) ?? '';
  if (section.dimension === '') return words.noTitle;
  return words.breakdown.by(labelOf(source, metric), dimensionsOf(section, source));
}
