import type { DimensionDescription } from '../../documents/model.ts';
import { type AdMetric, count, people } from '../hosted/ad-figures.ts';
import type { Catalog } from '../hosted/choice.ts';
import { gained } from '../hosted/posts.ts';

export interface InstagramDimension extends DimensionDescription {
  /** Absent for posts, which are listed. */
  readonly breakdown?: string;
}

/** What Meta has by the kind of content. */
export const byContent: ReadonlySet<string> = new Set([
  ...['reach', 'views', 'total_interactions', 'likes', 'comments', 'saves', 'shares'],
]);

/** What Meta has of a post or reel, organic figures alone. */
export const postMetrics: readonly AdMetric[] = [
  gained('post_views', 'Views since published', 'views'),
  gained('post_interactions', 'Interactions since published', 'total_interactions'),
  gained('post_reach', 'Reach since published', 'reach'),
  gained('post_likes', 'Likes since published', 'likes'),
  gained('post_comments', 'Comments since published', 'comments'),
  gained('post_saves', 'Saves since published', 'saved'),
  gained('post_shares', 'Shares since published', 'shares'),
];

/** What Meta has of a professional account, by its own names. Its number of followers is known of today alone. */
export const instagramCatalog: Catalog<AdMetric, InstagramDimension> = {
  leading: ['views', 'total_interactions', 'likes'],
  metrics: [
    people({ key: 'reach', label: 'Reach', column: 'reach' }),
    count({ key: 'views', label: 'Views', column: 'views' }),
    count({ key: 'total_interactions', label: 'Content interactions', column: 'total_interactions' }),
    count({ key: 'likes', label: 'Likes', column: 'likes' }),
    count({ key: 'comments', label: 'Comments', column: 'comments' }),
    count({ key: 'saves', label: 'Saves', column: 'saves' }),
    count({ key: 'shares', label: 'Shares', column: 'shares' }),
    people({ key: 'accounts_engaged', label: 'Accounts engaged', column: 'accounts_engaged' }),
  ],
  dimensions: [
    { key: 'content_type', label: 'Content type', breakdown: 'media_product_type' },
    { key: 'post', label: 'Post', pictures: true, metrics: postMetrics },
  ],
};
