import { type Campaign, type CampaignFilter, chooseCampaigns } from '../hosted/campaigns.ts';
import { oncePerContext } from '../hosted/once.ts';
import { type AdsAccess, type AdsAccount, searchAds } from './api.ts';
import { type AdsRow, textAt, textsAt } from './rows.ts';

const once = oncePerContext<readonly Campaign[]>();

/** All campaigns of an account, those that were removed too, as their figures count; asked once in a context. */
export function readCampaigns(
  access: AdsAccess,
  account: AdsAccount,
  withLabels: boolean,
): Promise<readonly Campaign[]> {
  return once(access.context, JSON.stringify([account, withLabels]), async () => {
    const fields = ['campaign.id', 'campaign.name', 'campaign.status', ...(withLabels ? ['campaign.labels'] : [])];
    const [rows, labels] = await Promise.all([
      searchAds(access, account, `SELECT ${fields.join(', ')} FROM campaign`),
      withLabels ? readLabels(access, account) : new Map<string, string>(),
    ]);
    return rows.map((row) => campaignOf(row, labels));
  });
}

/** The ids of the campaigns that a filter lets through. */
export async function campaignIds(access: AdsAccess, account: AdsAccount, filter: CampaignFilter): Promise<string[]> {
  const all = await readCampaigns(access, account, filter.labels !== undefined);
  return chooseCampaigns(all, filter).map(({ id }) => id);
}

const statuses: Readonly<Record<string, Campaign['status']>> = {
  ENABLED: 'active',
  PAUSED: 'paused',
  REMOVED: 'ended',
};

function campaignOf(row: AdsRow, labels: ReadonlyMap<string, string>): Campaign {
  return {
    id: textAt(row, 'campaign.id') ?? '',
    name: textAt(row, 'campaign.name') ?? '',
    status: statuses[textAt(row, 'campaign.status') ?? ''] ?? null,
    labels: textsAt(row, 'campaign.labels').flatMap((name) => labels.get(name) ?? []),
  };
}

/** Names of labels by what campaigns call them, such as `customers/1/labels/2`. */
async function readLabels(access: AdsAccess, account: AdsAccount): Promise<ReadonlyMap<string, string>> {
  const rows = await searchAds(access, account, 'SELECT label.resource_name, label.name FROM label');
  return new Map(rows.map((row) => [textAt(row, 'label.resource_name') ?? '', textAt(row, 'label.name') ?? '']));
}
