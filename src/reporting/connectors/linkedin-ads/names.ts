import { Type } from 'typebox';
import type { ConnectorContext } from '../contract.ts';
import { requestsAtOnce } from '../hosted/ad-report.ts';
import { mapBounded } from '../map-bounded.ts';
import { type LinkedInAccess, restliList } from './api.ts';
import { askIfMay, readCreatives } from './creatives.ts';

const named = Type.Object({
  elements: Type.Array(Type.Object({ id: Type.Integer(), name: Type.Optional(Type.String()) })),
});
const entities = Type.Object({
  elements: Type.Array(Type.Object({ urn: Type.String(), name: Type.Optional(Type.String()) })),
});

/** A longer list makes an address that LinkedIn refuses (414). */
const batchSize = 50;

type NamedKind = 'campaigns' | 'groups' | 'entities' | 'creatives';

const known = new WeakMap<ConnectorContext, Map<string, string>>();

/**
 * The names of campaigns, campaign groups, or what targeting knows, such as countries, by their URNs. What LinkedIn does not
 * name is called by its number.
 */
export async function namesOf(
  access: LinkedInAccess,
  account: string,
  kind: NamedKind,
  urns: readonly string[],
): Promise<(urn: string) => string> {
  const names = known.getOrInsertComputed(access.context, () => new Map());
  const missing = [...new Set(urns)].filter((urn) => urn.startsWith('urn:') && !names.has(urn));
  const batches = Array.from({ length: Math.ceil(missing.length / batchSize) }, (_, index) =>
    missing.slice(index * batchSize, (index + 1) * batchSize),
  );
  await mapBounded(batches, requestsAtOnce, async (batch) => {
    const found = new Map(await look(access, account, kind, batch));
    for (const urn of batch) names.set(urn, found.get(urn) || numberOf(urn));
  });
  return (urn) => names.get(urn) ?? urn;
}

type Named = readonly (readonly [urn: string, name: string | undefined])[];

async function look(access: LinkedInAccess, account: string, kind: NamedKind, urns: readonly string[]): Promise<Named> {
  if (kind === 'entities') {
    const locale = '(language:en,country:US)';
    const query = `q=urns&queryVersion=QUERY_USES_URNS&urns=${restliList(urns)}&locale=${locale}`;
    const found = await askIfMay(access, `adTargetingEntities?${query}`, entities);
    return found?.elements.map(({ urn, name }) => [urn, name]) ?? [];
  }
  if (kind === 'creatives') {
    const found = await readCreatives(access, account, urns);
    return found.map(({ id, name }) => [id, name ?? undefined]);
  }
  const [path, type] =
    kind === 'campaigns' ? ['adCampaigns', 'sponsoredCampaign'] : ['adCampaignGroups', 'sponsoredCampaignGroup'];
  const query = `q=search&search=(id:(values:${restliList(urns)}))&pageSize=${batchSize}`;
  const found = await askIfMay(access, `adAccounts/${account}/${path}?${query}`, named);
  return found?.elements.map(({ id, name }) => [`urn:li:${type}:${id}`, name]) ?? [];
}

function numberOf(urn: string): string {
  return /^urn:li:\w+:(.+)$/.exec(urn)?.[1] ?? urn;
}
