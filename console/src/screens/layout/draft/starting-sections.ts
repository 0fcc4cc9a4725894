import type { Goal, Section, Source } from '../types.ts';

/** How much a layout to begin with shows of one connection. */
const alone = { figures: 8, series: 2, breakdowns: 4 };
const amongOthers = { figures: 6, series: 1, breakdowns: 2 };

/** A layout to begin with, much like the automatic one: what stands out, goals, then each connection's figures. */
export function startingSections(sources: readonly Source[], goals: readonly Goal[]): readonly Section[] {
  const offering = sources.filter(({ metrics }) => metrics.length > 0);
  const room = offering.length > 1 ? amongOthers : alone;
  return [
    { type: 'highlights' },
    ...(goals.length > 0 ? [{ type: 'goals' } as const] : []),
    ...offering.flatMap((source) => sectionsOf(source, room, offering.length > 1)),
  ];
}

function sectionsOf({ id, name, metrics, dimensions }: Source, room: typeof alone, isNamed: boolean): Section[] {
  const keys = metrics.map(({ key }) => key);
  return [
    { type: 'kpis', connection_id: id, metrics: keys.slice(0, room.figures), ...(isNamed && { title: name }) },
    ...keys.slice(0, room.series).map((metric): Section => {
      return { type: 'timeseries', connection_id: id, metric, by: 'auto' };
    }),
    ...dimensions.slice(0, room.breakdowns).map((dimension): Section => {
      return { type: 'breakdown', connection_id: id, dimension: dimension.key, metrics: keys.slice(0, 4), limit: 10 };
    }),
  ];
}
