import type { DimensionDescription, MetricDescription } from '../../documents/model.ts';
import type { AdMetric } from '../hosted/ad-figures.ts';
import type { Catalog } from '../hosted/choice.ts';
import { gained } from '../hosted/posts.ts';

/**
 * `flow` adds up over days; `level` is as of the end of a day; `people` are counted once over one, seven or 28 days and
 * never added up.
 */
type PageKind = 'flow' | 'level' | 'people';

export interface PageMetric extends MetricDescription {
  /** Meta's name. */
  readonly name: string;
  readonly kind: PageKind;
}

function metric(key: string, label: string, name: string, kind: PageKind, better: 'up' | 'down' = 'up'): PageMetric {
  return { key, label, unit: 'count', decimals: null, better, additive: kind === 'flow', name, kind };
}

/** What Meta has of a post; neither is a figure of days. */
export const postMetrics: readonly (PageMetric & AdMetric)[] = [
  ofPost('post_views', 'Views since published', 'post_media_view'),
  ofPost('post_viewers', 'Viewers since published', 'post_total_media_view_unique'),
  ofPost('post_reactions', 'Reactions since published', 'reactions'),
  ofPost('post_shares', 'Shares since published', 'shares'),
];

function ofPost(key: string, label: string, name: string): PageMetric & AdMetric {
  return { ...gained(key, label, name), name, kind: 'people' };
}

/** What Meta has of pages since it ended most metrics in November 2025 and June 2026. */
export const pagesCatalog: Catalog<PageMetric, DimensionDescription> = {
  leading: ['views', 'engagements', 'follows'],
  metrics: [
    metric('views', 'Views', 'page_media_view', 'flow'),
    metric('engagements', 'Engagements', 'page_post_engagements', 'flow'),
    metric('followers', 'Followers', 'page_follows', 'level'),
    metric('follows', 'Follows', 'page_daily_follows', 'flow'),
    metric('profile_visits', 'Profile visits', 'page_views_total', 'flow'),
    metric('viewers', 'Viewers', 'page_total_media_view_unique', 'people'),
    { ...metric('video_views', 'Video views', 'page_video_views', 'flow'), extra: true },
    { ...metric('unfollows', 'Unfollows', 'page_daily_unfollows_unique', 'flow', 'down'), extra: true },
  ],
  dimensions: [{ key: 'post', label: 'Post', pictures: true, metrics: postMetrics }],
};
