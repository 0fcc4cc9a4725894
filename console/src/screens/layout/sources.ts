import { useQueries } from '@tanstack/react-query';
import { reading, useList } from '../../api/reads.ts';
import { useLanguage } from '../../messages/messages.tsx';
import type { Source } from './types.ts';

/** The connections of a project with what they offer; undefined until that is known. One that does not answer offers nothing. */
export function useSources(projectId: string): {
  readonly sources: readonly Source[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
} {
  const { language } = useLanguage();
  const { items, error, refetch } = useList('listProjectConnections', {
    project_id: projectId,
    query: { per_page: 100 },
  });
  const catalogs = useQueries({
    queries: (items ?? []).map(({ id }) => ({
      ...reading('getConnectionCatalog', { connection_id: id, query: { locale: language } }),
      staleTime: 300_000,
    })),
  });
  const isThere = items !== undefined && catalogs.every(({ isPending }) => !isPending);
  const sources = items?.map(({ id, name, system }, index): Source => {
    const { metrics = [], dimensions = [] } = catalogs[index]?.data?.data ?? {};
    return { id, name, system, metrics, dimensions };
  });
  return { sources: isThere ? sources : undefined, error, refetch };
}
