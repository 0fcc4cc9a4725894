import { type Static, Type } from 'typebox';
import { type Campaign, type CampaignFilter, chooseCampaigns } from '../hosted/campaigns.ts';
import { oncePerContext } from '../hosted/once.ts';
import { type MetaAccess, readPages } from './api.ts';

const found = Type.Object({
  id: Type.String({ pattern: '^[0-9]{1,30}$' }),
  name: Type.Optional(Type.String()),
  effective_status: Type.Optional(Type.String()),
});
const fields = Object.keys(found.properties).join(',');
/** Without them Meta lists neither what is archived nor what was deleted, whose figures count in the account. */
const allStatuses = ['ACTIVE', 'PAUSED', 'IN_PROCESS', 'WITH_ISSUES', 'ARCHIVED', 'DELETED'];
/** As many ids as an address has room for. */
const mostCampaigns = 200;

const once = oncePerContext<readonly Campaign[]>();

/** All campaigns of an ad account; asked once in a context. */
export function readCampaigns(access: MetaAccess, account: string): Promise<readonly Campaign[]> {
  return once(access.context, account, () => {
    const parameters = { fields, effective_status: JSON.stringify(allStatuses) };
    return readPages(access, { path: `${account}/campaigns`, parameters }, found, campaignOf);
  });
}

/** The campaigns that a filter lets through. */
export async function fittingCampaigns(
  access: MetaAccess,
  account: string,
  filter: CampaignFilter,
): Promise<Campaign[]> {
  return chooseCampaigns(await readCampaigns(access, account), filter, mostCampaigns);
}

const statuses: Readonly<Record<string, Campaign['status']>> = {
  ACTIVE: 'active',
  IN_PROCESS: 'active',
  WITH_ISSUES: 'active',
  PAUSED: 'paused',
  ARCHIVED: 'ended',
  DELETED: 'ended',
};

function campaignOf({ id, name = id, effective_status = '' }: Static<typeof found>): Campaign {
  return { id, name, status: statuses[effective_status] ?? null };
}
