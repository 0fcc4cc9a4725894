import { type Static, Type } from 'typebox';
import { ConnectorError } from '../contract.ts';
import { type Campaign, type CampaignFilter, chooseCampaigns } from '../hosted/campaigns.ts';
import { oncePerContext } from '../hosted/once.ts';
import { askTikTok, strange, type TikTokAccess } from './api.ts';

const found = Type.Object({
  campaign_id: Type.String(),
  campaign_name: Type.Optional(Type.String()),
  operation_status: Type.Optional(Type.String()),
  secondary_status: Type.Optional(Type.String()),
});
const page = Type.Object({
  list: Type.Array(found),
  page_info: Type.Object({ total_number: Type.Integer({ minimum: 0 }) }),
});

const pageSize = 1_000;
const mostPages = 20;

const once = oncePerContext<readonly Campaign[]>();

/** All campaigns of an advertiser, at most 20,000, those that were deleted too, as their figures count. */
export function readCampaigns(access: TikTokAccess, account: string): Promise<readonly Campaign[]> {
  return once(access.context, account, async () => {
    const all: Campaign[] = [];
    for (let number = 1; number <= mostPages; number++) {
      const { list, page_info } = await askTikTok(
        access,
        'campaign/get/',
        {
          advertiser_id: account,
          fields: JSON.stringify(Object.keys(found.properties)),
          filtering: JSON.stringify({ secondary_status: 'CAMPAIGN_STATUS_ALL' }),
          page_size: String(pageSize),
          page: String(number),
        },
        page,
      );
      all.push(...list.map(campaignOf));
      if (all.length === page_info.total_number) return all;
      // Campaigns came or went between two pages.
      if (list.length === 0 || all.length > page_info.total_number) throw strange();
    }
    throw new ConnectorError('invalid_config', 'The account has more than 20,000 campaigns, which are not read.');
  });
}

/** The campaigns that a filter lets through, however many: their rows are chosen here. */
export async function fittingCampaigns(access: TikTokAccess, account: string, filter: CampaignFilter) {
  return chooseCampaigns(await readCampaigns(access, account), filter, pageSize * mostPages);
}

function campaignOf({
  campaign_id: id,
  campaign_name: name = id,
  operation_status = '',
  secondary_status = '',
}: Static<typeof found>): Campaign {
  if (secondary_status === 'CAMPAIGN_STATUS_DELETE') return { id, name, status: 'ended' };
  const statuses: Readonly<Record<string, Campaign['status']>> = { ENABLE: 'active', DISABLE: 'paused' };
  return { id, name, status: statuses[operation_status] ?? null };
}
