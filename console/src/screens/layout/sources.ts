import { useQueries } from '@tanstack/react-query';
import { reading, useList } from '../../api/reads.ts';
import { useLanguage } from '../../messages/messages.tsx';
import type { Source } from './types.ts';

/** The connections of a project, if there is one, with what they offer; undefined until that is known. One that does not answer offers nothing. */
export function useSources(projectId: string | null): {
  readonly sources: readonly Source[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
} {
  const { language } = useLanguage();
  const input = { project_id: projectId ?? '', query: { per_page: 100 } };
  const { items, error, refetch } = useList('listProjectConnections', input, { enabled: projectId !== null });
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
