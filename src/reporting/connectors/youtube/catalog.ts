import type { DimensionDescription, MetricDescription } from '../../documents/model.ts';
import { type AdMetric, type Columns, count } from '../hosted/ad-figures.ts';
import type { Catalog } from '../hosted/choice.ts';

interface YouTubeDimension extends DimensionDescription {
  /** YouTube's name. */
  readonly name: string;
  /** The columns that YouTube has by it; all if absent. */
  readonly has?: readonly string[];
}

/** Columns of YouTube that are means over views: neither days nor groups of them add up. */
export const means: ReadonlySet<string> = new Set(['averageViewDuration', 'averageViewPercentage']);

/** What YouTube has of how and where videos are watched. */
const watching = ['views', 'estimatedMinutesWatched'];

/** A figure of YouTube in another unit: what it is multiplied by. */
function scaled(
  metric: Pick<MetricDescription, 'key' | 'label' | 'unit' | 'additive'>,
  column: string,
  factor: number,
): AdMetric {
  return {
    ...metric,
    decimals: null,
    better: 'up',
    columns: [column],
    read: (columns) => times(columns[column], factor),
  };
}

function times(text: string | null | undefined, factor: number): number | null {
  return text === null || text === undefined ? null : Number(text) * factor;
}

/** Who came less who left; negative when more left. */
function change({ subscribersGained, subscribersLost }: Columns): number | null {
  return subscribersGained == null || subscribersLost == null
    ? null
    : Number(subscribersGained) - Number(subscribersLost);
}

/** What YouTube Analytics offers of a channel, by its own names. */
export const youTubeCatalog: Catalog<AdMetric, YouTubeDimension> = {
  leading: ['views', 'watch_time', 'subscribers_gained'],
  metrics: [
    count({ key: 'views', label: 'Views', column: 'views' }),
    scaled({ key: 'watch_time', label: 'Watch time', unit: 'duration', additive: true }, 'estimatedMinutesWatched', 60),
    scaled(
      { key: 'average_view_duration', label: 'Average view duration', unit: 'duration', additive: false },
      'averageViewDuration',
      1,
    ),
    count({ key: 'subscribers_gained', label: 'Subscribers gained', column: 'subscribersGained' }),
    { ...count({ key: 'subscribers_lost', label: 'Subscribers lost', column: 'subscribersLost' }), better: 'down' },
    count({ key: 'likes', label: 'Likes', column: 'likes' }),
    count({ key: 'comments', label: 'Comments', column: 'comments' }),
    count({ key: 'shares', label: 'Shares', column: 'shares' }),
    {
      ...{ key: 'subscribers_change', label: 'Change in subscribers', unit: 'count', decimals: null, better: 'up' },
      ...{ additive: true, columns: ['subscribersGained', 'subscribersLost'], read: change, extra: true },
    },
    {
      ...scaled(
        { key: 'average_view_percentage', label: 'Average percentage viewed', unit: 'percent', additive: false },
        'averageViewPercentage',
        0.01,
      ),
      extra: true,
    },
    { ...count({ key: 'dislikes', label: 'Dislikes', column: 'dislikes' }), better: 'down', extra: true },
  ],
  dimensions: [
    { key: 'video', label: 'Video', name: 'video', pictures: true },
    {
      ...{ key: 'traffic_source', label: 'Traffic source', name: 'insightTrafficSourceType', has: watching },
      columns: ['views', 'watch_time'],
    },
    { key: 'country', label: 'Country', name: 'country' },
    { key: 'device', label: 'Device', name: 'deviceType', has: watching, columns: ['views', 'watch_time'] },
    {
      ...{ key: 'playback_location', label: 'Playback location', name: 'insightPlaybackLocationType', has: watching },
      ...{ columns: ['views', 'watch_time'], extra: true },
    },
    {
      ...{ key: 'os', label: 'Operating system', name: 'operatingSystem', has: watching },
      ...{ columns: ['views', 'watch_time'], extra: true },
    },
  ],
};
