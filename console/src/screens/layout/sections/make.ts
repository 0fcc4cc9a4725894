import type { Section, SectionType, Source } from '../types.ts';
import { makeChannels } from './channels.ts';
import { countsOf, leading, sourceBy } from './choices.ts';
import { picturedDimensions } from './figures.ts';

const mostFigures = 6;
const firstSteps = 3;
/** What has no connection yet; the editor asks for one. */
const none: Source = { id: '', name: '', system: '', metrics: [], dimensions: [] };

/** New sections of each kind, with what is most likely wanted of the connections that there are. */
export const make: Readonly<Record<SectionType, (sources: readonly Source[]) => Section>> = {
  highlights: () => ({ type: 'highlights' }),
  kpis: (sources) => {
    const source = firstWith(sources, ({ metrics }) => metrics.length > 0);
    return { type: 'kpis', connection_id: source.id, metrics: keysOf(source.metrics.slice(0, mostFigures)) };
  },
  timeseries: (sources) => {
    const source = firstWith(sources, ({ metrics }) => metrics.length > 0);
    return { type: 'timeseries', connection_id: source.id, metric: leading(source, 1)[0]?.key ?? '', by: 'auto' };
  },
  breakdown: (sources) => {
    const source = firstWith(sources, ({ metrics, dimensions }) => metrics.length > 0 && dimensions.length > 0);
    return { type: 'breakdown', connection_id: source.id, dimension: source.dimensions[0]?.key ?? '' };
  },
  heatmap: (sources) => {
    const source = firstWith(sources, ({ metrics }) => metrics.some(({ additive }) => additive));
    const metric = source.metrics.find(({ additive }) => additive) ?? source.metrics[0];
    return { type: 'heatmap', connection_id: source.id, metric: metric?.key ?? '', by: 'week' };
  },
  channels: makeChannels,
  funnel: (sources) => {
    const source = firstWith(sources, (each) => countsOf(each).length > 1);
    const counts = countsOf(source);
    const steps = counts.length > 1 ? counts : source.metrics;
    return { type: 'funnel', connection_id: source.id, metrics: keysOf(steps.slice(0, firstSteps)) };
  },
  goals: () => ({ type: 'goals' }),
  gallery: (sources) => {
    const source = firstWith(sources, (each) => picturedDimensions(each).length > 0 && each.metrics.length > 1);
    const dimension = picturedDimensions(source)[0]?.key ?? '';
    return {
      type: 'gallery',
      connection_id: source.id,
      dimension,
      metrics: keysOf(leading(sourceBy(source, dimension), 3)),
    };
  },
  text: () => ({ type: 'text', markdown: '' }),
  image: () => ({ type: 'image', picture: '', alternative: '' }),
  page_break: () => ({ type: 'page_break' }),
};

function firstWith(sources: readonly Source[], isFit: (source: Source) => boolean): Source {
  return sources.find(isFit) ?? sources.find(({ metrics }) => metrics.length > 0) ?? sources[0] ?? none;
}

function keysOf(metrics: Source['metrics']): string[] {
  return metrics.map(({ key }) => key);
}
