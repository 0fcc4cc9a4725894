import { useQueries } from '@tanstack/react-query';
import { reading } from '../../../api/reads.ts';
import { useLanguage } from '../../../messages/messages.tsx';
import type { Slot, Source } from '../types.ts';
import type { Offer, Offers } from './slots.ts';

/** What the systems of slots offer, with what connections to them offer besides; nothing until all of it is known. */
export function useOffers(slots: readonly Slot[], connections: readonly Source[]): Offers {
  const { language } = useLanguage();
  const systems = [...new Set(slots.flatMap((slot) => slot.systems))];
  const catalogs = useQueries({
    queries: systems.map((system) => ({
      ...reading('getSystemCatalog', { query: { system, locale: language } }),
      staleTime: 300_000,
    })),
  });
  if (catalogs.some(({ isPending }) => isPending)) return new Map();
  const found = systems.flatMap((system, index): [string, Offer][] => {
    const known = catalogs[index]?.data?.data ?? { metrics: [], dimensions: [] };
    const own = connections.filter((connection) => connection.system === system);
    const metrics = unique([...known.metrics, ...own.flatMap((each) => each.metrics)]);
    const dimensions = unique([...known.dimensions, ...own.flatMap((each) => each.dimensions)]);
    return metrics.length > 0 ? [[system, { metrics, dimensions }]] : [];
  });
  return new Map(found);
}

function unique<One extends { readonly key: string }>(all: readonly One[]): One[] {
  return [...new Map(all.toReversed().map((one) => [one.key, one])).values()].toReversed();
}
