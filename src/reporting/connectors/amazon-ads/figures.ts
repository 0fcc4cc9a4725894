import type { Query, QueryResult } from '../contract.ts';
import { addColumns } from '../hosted/ad-figures.ts';
import { type AdSource, queryAds } from '../hosted/ad-report.ts';
import { type Choice, findAsked } from '../hosted/choice.ts';
import { type DaySpan, splitDays } from '../hosted/day-spans.ts';
import { mapBounded } from '../map-bounded.ts';
import type { AmazonAccess, Region } from './api.ts';
import { amazonAdsCatalog } from './catalog.ts';
import { type AdType, adTypes, readCampaignDays } from './reports.ts';

type Account = Choice & { readonly profile: string; readonly region: Region; readonly ad_types?: readonly AdType[] };

/** Amazon counts no people here. */
const ofPeople: ReadonlySet<string> = new Set();
const mostDays = 31;
/** The kinds of advertisements of two parts of a period. */
const reportsAtOnce = 6;

/** Answers a query from the campaigns' days, which are the same for all queries of a period. Throws a ConnectorError. */
export function queryAmazon(access: AmazonAccess, config: Account, query: Query): Promise<QueryResult> {
  const { metrics, dimension } = findAsked(amazonAdsCatalog, config, query);
  return queryAds(query, metrics, sourceOf(access, config, dimension?.key));
}

function sourceOf(access: AmazonAccess, config: Account, dimension: string | undefined): AdSource {
  const { profile, region, ad_types = adTypes } = config;
  const read = async (span: DaySpan) => {
    const parts = splitDays(span, mostDays).flatMap(({ from, to }) => ad_types.map((adType) => ({ from, to, adType })));
    const found = await mapBounded(parts, reportsAtOnce, (part) => {
      return readCampaignDays(access, { ...part, profile, region });
    });
    return found.flat().filter(({ day }) => span.from <= day && day <= span.to);
  };
  return {
    ofPeople,
    async total(span) {
      const days = await read(span);
      const all = days.map(({ columns }) => columns);
      return all.length === 0 ? undefined : addColumns(all, ofPeople);
    },
    async days(span) {
      return { groups: (await read(span)).map(({ day, columns }) => ({ key: day, columns })) };
    },
    async groups(span) {
      const days = await read(span);
      return {
        groups: days.map(({ campaign, adType, columns }) => ({
          key: dimension === 'ad_type' ? adType : campaign,
          columns,
        })),
      };
    },
  };
}
