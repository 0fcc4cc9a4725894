import type { DimensionDescription } from '../../documents/model.ts';
import { type AdMetric, count, money, ratio } from '../hosted/ad-figures.ts';
import type { Catalog } from '../hosted/choice.ts';

/** What is asked for: deals by the day of their creation or of their close, contacts, submissions of forms. */
export type RecordKind = 'created' | 'closed' | 'contacts' | 'submissions';

interface HubSpotMetric extends AdMetric {
  readonly kind: RecordKind;
}

interface HubSpotDimension extends DimensionDescription {
  /** HubSpot's property; absent for forms, whose submissions have no properties. */
  readonly property?: string;
}

/** What is made of the records of HubSpot. */
export const hubSpotCatalog: Catalog<HubSpotMetric, HubSpotDimension> = {
  leading: ['deals_won_amount', 'deals_created', 'contacts_created'],
  metrics: [
    { ...count({ key: 'contacts_created', label: 'New contacts', column: 'contacts' }), kind: 'contacts' },
    { ...count({ key: 'deals_created', label: 'New deals', column: 'created' }), kind: 'created' },
    { ...count({ key: 'deals_won', label: 'Deals won', column: 'won' }), kind: 'closed' },
    {
      ...money({ key: 'deals_won_amount', label: 'Amount of deals won', column: 'won_amount', better: 'up' }),
      kind: 'closed',
    },
    {
      ...ratio({ key: 'win_rate', label: 'Win rate', unit: 'percent', better: 'up' }, 'won', 'closed'),
      kind: 'closed',
    },
    { ...count({ key: 'deals_lost', label: 'Deals lost', column: 'lost' }), better: 'down', kind: 'closed' },
    {
      ...ratio(
        { key: 'average_deal_amount', label: 'Average amount of deals won', unit: 'currency', better: 'up' },
        ...(['won_amount', 'won_with_amount'] as const),
      ),
      ...({ kind: 'closed', extra: true } as const),
    },
    {
      ...money({ key: 'deals_created_amount', label: 'Amount of new deals', column: 'created_amount', better: 'up' }),
      ...({ kind: 'created', extra: true } as const),
    },
    {
      ...count({ key: 'form_submissions', label: 'Form submissions', column: 'submissions' }),
      ...({ kind: 'submissions', extra: true } as const),
    },
  ],
  dimensions: [
    { key: 'source', label: 'Original source', property: 'hs_analytics_source' },
    {
      ...{ key: 'pipeline', label: 'Pipeline', property: 'pipeline' },
      columns: ['deals_won_amount', 'deals_won', 'deals_created', 'win_rate'],
    },
    { key: 'owner', label: 'Owner', property: 'hubspot_owner_id' },
    { key: 'form', label: 'Form', extra: true },
  ],
};
