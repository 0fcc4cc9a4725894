import { type Static, Type } from 'typebox';
import { ConnectorError } from '../contract.ts';
import { type Campaign, type CampaignFilter, chooseCampaigns } from '../hosted/campaigns.ts';
import { oncePerContext } from '../hosted/once.ts';
import { askLinkedIn, type LinkedInAccess, strange } from './api.ts';

const found = Type.Object({
  id: Type.Integer(),
  name: Type.Optional(Type.String()),
  status: Type.Optional(Type.String()),
});
const campaignPage = Type.Object({
  elements: Type.Array(found),
  metadata: Type.Optional(Type.Object({ nextPageToken: Type.Optional(Type.Union([Type.String(), Type.Null()])) })),
});

const statuses: Readonly<Record<string, Campaign['status']>> = {
  ...{ ACTIVE: 'active', PAUSED: 'paused', DRAFT: null },
  ...{ ARCHIVED: 'ended', COMPLETED: 'ended', CANCELED: 'ended', PENDING_DELETION: 'ended', REMOVED: 'ended' },
};
const pageSize = 1_000;
const mostPages = 20;
/** Ten requests, as an address has room for 50 (`campaignsAtOnce`). */
const mostCampaigns = 500;
const campaignsAtOnce = 50;

const once = oncePerContext<readonly Campaign[]>();

/** All campaigns of an ad account, at most 20,000, those that were removed too, as their figures count. */
export function readCampaigns(access: LinkedInAccess, account: string): Promise<readonly Campaign[]> {
  return once(access.context, account, async () => {
    const all: Campaign[] = [];
    let token: string | null = null;
    for (let index = 0; index < mostPages; index++) {
      const next: string = token === null ? '' : `&pageToken=${encodeURIComponent(token)}`;
      const search = `(status:(values:List(${Object.keys(statuses).join(',')})))`;
      const path = `adAccounts/${account}/adCampaigns?q=search&search=${search}&pageSize=${pageSize}${next}`;
      const { elements, metadata }: Static<typeof campaignPage> = await askLinkedIn(access, path, campaignPage);
      all.push(...elements.map(campaignOf));
      const following = metadata?.nextPageToken || null;
      if (following === null) return all;
      if (following === token) throw strange();
      token = following;
    }
    throw new ConnectorError('invalid_config', 'The account has more than 20,000 campaigns, which are not read.');
  });
}

/** The campaigns that a filter lets through, as URNs in parts that an address has room for. */
export async function campaignBatches(
  access: LinkedInAccess,
  account: string,
  filter: CampaignFilter,
): Promise<string[][]> {
  const urns = (await fittingCampaigns(access, account, filter)).map(({ id }) => `urn:li:sponsoredCampaign:${id}`);
  return Array.from({ length: Math.ceil(urns.length / campaignsAtOnce) }, (_, index) =>
    urns.slice(index * campaignsAtOnce, (index + 1) * campaignsAtOnce),
  );
}

export async function fittingCampaigns(access: LinkedInAccess, account: string, filter: CampaignFilter) {
  return chooseCampaigns(await readCampaigns(access, account), filter, mostCampaigns);
}

function campaignOf({ id, name = String(id), status = '' }: Static<typeof found>): Campaign {
  return { id: String(id), name, status: statuses[status] ?? null };
}
