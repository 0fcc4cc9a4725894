import type { DimensionDescription } from '../../documents/model.ts';
import { type AdMetric, count, money, people, ratio } from '../hosted/ad-figures.ts';
import { advertising, type Catalog } from '../hosted/choice.ts';

interface LinkedInDimension extends DimensionDescription {
  readonly pivot: string;
  /** How its values get their names; without it they are words. */
  readonly names?: 'campaigns' | 'groups' | 'entities' | 'creatives';
  /** Whether it is of the members' profiles: LinkedIn rounds such figures and keeps back the rarest. */
  readonly ofProfiles?: true;
}

const cost = 'costInLocalCurrency';
const conversions = 'externalWebsiteConversions';
/** Approximate figures of the same people, who may have several of these, have no shares. */
const profiles = { not_additive_by: ['industry', 'seniority', 'job_function'] } as const;

/** What LinkedIn has no figures of by what is in members' profiles. */
export const notOfProfiles: ReadonlySet<string> = new Set(['approximateMemberReach', 'conversionValueInLocalCurrency']);

/** What LinkedIn offers, by its own names. */
export const linkedInAdsCatalog: Catalog<AdMetric, LinkedInDimension> = {
  leading: ['cost_in_local_currency', 'clicks', 'external_website_conversions'],
  advertising: advertising('cost_in_local_currency', 'external_website_conversions'),
  metrics: [
    { ...count({ key: 'impressions', label: 'Impressions', column: 'impressions' }), ...profiles },
    { ...count({ key: 'clicks', label: 'Clicks', column: 'clicks' }), ...profiles },
    {
      ...money({ key: 'cost_in_local_currency', label: 'Cost', column: cost, better: 'none' }),
      ...profiles,
    },
    ratio({ key: 'ctr', label: 'Click-through rate', unit: 'percent', better: 'up' }, 'clicks', 'impressions'),
    ratio({ key: 'cpc', label: 'Cost per click', unit: 'currency', better: 'down' }, cost, 'clicks'),
    {
      ...count({ key: 'external_website_conversions', label: 'Conversions', column: conversions }),
      ...profiles,
    },
    { ...count({ key: 'one_click_leads', label: 'Leads', column: 'oneClickLeads' }), ...profiles },
    people({ key: 'approximate_member_reach', label: 'Reach', column: 'approximateMemberReach' }),
    {
      ...ratio(
        { key: 'cpm', label: 'Cost per 1,000 impressions', unit: 'currency', better: 'down' },
        cost,
        'impressions',
        1000,
      ),
      extra: true,
    },
    {
      ...ratio(
        { key: 'cost_per_conversion', label: 'Cost per conversion', unit: 'currency', better: 'down' },
        cost,
        conversions,
      ),
      extra: true,
    },
    {
      ...money({
        key: 'conversion_value_in_local_currency',
        label: 'Conversion value',
        column: 'conversionValueInLocalCurrency',
        better: 'up',
      }),
      extra: true,
    },
    ...[
      ['landing_page_clicks', 'Landing page clicks', 'landingPageClicks'],
      ['one_click_lead_form_opens', 'Lead form opens', 'oneClickLeadFormOpens'],
      ['total_engagements', 'Engagements', 'totalEngagements'],
      ['video_views', 'Video views', 'videoViews'],
      ['video_completions', 'Video completions', 'videoCompletions'],
      ['likes', 'Likes', 'likes'],
      ['comments', 'Comments', 'comments'],
      ['shares', 'Shares', 'shares'],
      ['follows', 'Follows', 'follows'],
    ].map(([key = '', label = '', column = '']) => {
      return { ...count({ key, label, column }), ...profiles, extra: true as const };
    }),
  ],
  dimensions: [
    { key: 'campaign', label: 'Campaign', pivot: 'CAMPAIGN', names: 'campaigns' },
    { key: 'creative', label: 'Ad creative', pivot: 'CREATIVE', names: 'creatives', pictures: true, extra: true },
    { key: 'country', label: 'Country', pivot: 'MEMBER_COUNTRY_V2', names: 'entities', ofProfiles: true },
    { key: 'device', label: 'Device', pivot: 'IMPRESSION_DEVICE_TYPE' },
    { key: 'campaign_group', label: 'Campaign group', pivot: 'CAMPAIGN_GROUP', names: 'groups', extra: true },
    {
      key: 'industry',
      label: 'Industry',
      pivot: 'MEMBER_INDUSTRY',
      names: 'entities',
      ofProfiles: true,
      extra: true,
    },
    {
      key: 'seniority',
      label: 'Seniority',
      pivot: 'MEMBER_SENIORITY',
      names: 'entities',
      ofProfiles: true,
      extra: true,
    },
    {
      key: 'job_function',
      label: 'Job function',
      pivot: 'MEMBER_JOB_FUNCTION',
      names: 'entities',
      ofProfiles: true,
      extra: true,
    },
  ],
};
