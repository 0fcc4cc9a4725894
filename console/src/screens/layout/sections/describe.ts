import type { sections } from '../../../messages/en/sections.ts';
import type { Section, Source } from '../types.ts';
import { connectionsOf, labelOf } from './choices.ts';
import { dimensionsOf, seriesOf } from './figures.ts';

type Words = typeof sections;
const mostNames = 4;

/** What a section shows, in a line: the kind where it has a title of its own, its connection among several, its figures. */
export function describe(section: Section, sources: readonly Source[], words: Words): string {
  const title = 'title' in section ? section.title : null;
  const kind = title ? [words.kinds[section.type].name] : [];
  return [...kind, ...factsOf(section, sources, words)].filter(Boolean).join(' · ');
}

function factsOf(section: Section, sources: readonly Source[], words: Words): readonly string[] {
  const [first] = connectionsOf(section);
  const source = sources.find(({ id }) => id === first);
  const name = sources.length > 1 && source ? [source.name] : [];
  const labels = (keys: readonly string[]) => shortened(keys.map((key) => labelOf(source, key)));
  switch (section.type) {
    case 'kpis':
      return [...name, ...(section.metrics ? labels(section.metrics) : [words.metrics.all])];
    case 'timeseries':
      return [...name, ...labels(seriesOf(section)), ...(section.span ? [words.series.spans[section.span]] : [])];
    case 'heatmap':
      return [...name, ...labels([section.metric]), words.heatmap.units[section.by]];
    case 'breakdown':
    case 'gallery': {
      return [...name, dimensionsOf(section, source), ...labels(section.metrics ?? [])];
    }
    case 'channels':
      return shortened(section.rows.map((row) => row.label || nameOf(row.connection_id, sources)));
    case 'funnel':
      return [...name, ...labels(section.metrics)];
    case 'goals':
      return [section.goals ? words.goals.count(section.goals.length) : words.goals.all];
    case 'text':
      return [firstLine(section.markdown)];
    case 'image':
      return [section.caption || section.alternative];
    default:
      return [];
  }
}

function nameOf(id: string, sources: readonly Source[]): string {
  return sources.find((source) => source.id === id)?.name ?? id;
}

function shortened(names: readonly string[]): readonly string[] {
  return names.length > mostNames ? [...names.slice(0, mostNames), '…'] : names;
}

/** The first words of a text, without the marks of its form. */
function firstLine(markdown: string): string {
  const line = markdown.split('\n').find((each) => /\p{L}|\p{N}/u.test(each)) ?? '';
  return line
    .replace(/\{\{[^}]*\}\}/g, '…')
    .replace(/^[\s#>*+|-]+|[*_`|]+/g, '')
    .trim()
    .slice(0, 120);
}
