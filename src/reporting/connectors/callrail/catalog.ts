import type { DimensionDescription } from '../../documents/model.ts';
import { type AdMetric, count, ratio } from '../hosted/ad-figures.ts';
import type { Catalog } from '../hosted/choice.ts';

/** What is made of the calls of CallRail. */
export const callRailCatalog: Catalog<AdMetric, DimensionDescription> = {
  leading: ['calls', 'first_time_callers', 'missed'],
  metrics: [
    count({ key: 'calls', label: 'Calls', column: 'calls' }),
    count({ key: 'first_time_callers', label: 'First-time callers', column: 'first' }),
    count({ key: 'answered', label: 'Answered calls', column: 'answered' }),
    { ...count({ key: 'missed', label: 'Missed calls', column: 'missed' }), better: 'down' },
    ratio({ key: 'answer_rate', label: 'Answer rate', unit: 'percent', better: 'up' }, 'answered', 'calls'),
    ratio(
      { key: 'average_duration', label: 'Average call duration', unit: 'duration', better: 'up' },
      ...(['seconds', 'calls'] as const),
    ),
    { ...count({ key: 'good_leads', label: 'Qualified leads', column: 'leads' }), extra: true },
  ],
  dimensions: [
    { key: 'source', label: 'Source' },
    { key: 'campaign', label: 'Campaign' },
    { key: 'company', label: 'Company' },
    { key: 'page', label: 'Landing page', extra: true },
    { key: 'device', label: 'Device', extra: true },
  ],
};
