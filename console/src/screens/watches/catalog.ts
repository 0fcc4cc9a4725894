import type { Data } from '../../api/client.ts';
import { useRead } from '../../api/reads.ts';
import { useLanguage } from '../../messages/messages.tsx';

type Offered = Data<'getConnectionCatalog'>['metrics'][number];

/** A metric with all that is needed to write its values. */
export interface WatchedMetric {
  readonly label: string;
  readonly unit: string;
  /** Of amounts; null where it is not known, or not yet. */
  readonly currency: string | null;
  readonly decimals: number | null;
}

/** What a connection has, with the currency in which each of its metrics counts; nothing without a connection. */
export function useCatalog(connectionId: string | null, projectId: string | null) {
  const { language } = useLanguage();
  const isAsked = connectionId !== null && projectId !== null;
  const catalog = useRead(
    'getConnectionCatalog',
    { connection_id: connectionId ?? '', query: { locale: language } },
    { enabled: isAsked },
  );
  const offered = isAsked ? catalog.data?.data : undefined;
  const usual = useUsualCurrency(projectId, offered !== undefined && offered.currency === null);
  const metricOf = (key: string | null): WatchedMetric | undefined => {
    const metric = offered?.metrics.find((one) => one.key === key);
    return metric && described(metric, offered?.currency ?? usual);
  };
  return {
    metrics: offered?.metrics,
    dimensions: offered?.dimensions,
    error: isAsked ? catalog.error : null,
    metricOf,
  };
}

/** That of the project, for amounts whose system fixes none. */
function useUsualCurrency(projectId: string | null, isNeeded: boolean): string | null {
  const project = useRead('getProject', { project_id: projectId ?? '' }, { enabled: isNeeded && projectId !== null });
  return project.data?.data.currency ?? null;
}

function described({ label, unit, currency, decimals = null }: Offered, usual: string | null): WatchedMetric {
  return { label, unit, decimals, currency: unit === 'currency' ? (currency ?? usual) : null };
}
