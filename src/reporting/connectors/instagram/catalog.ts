import type { DimensionDescription } from '../../documents/model.ts';
import { type AdMetric, count, people } from '../hosted/ad-figures.ts';
import type { Catalog } from '../hosted/choice.ts';

export interface InstagramDimension extends DimensionDescription {
  readonly breakdown: string;
}

/** What Meta has by the kind of content. */
export const byContent: ReadonlySet<string> = new Set([
  ...['reach', 'views', 'total_interactions', 'likes', 'comments', 'saves', 'shares'],
]);

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
  dimensions: [{ key: 'content_type', label: 'Content type', breakdown: 'media_product_type' }],
};
