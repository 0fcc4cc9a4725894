import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import type { Metric } from '../metrics.ts';
import type { Values } from '../schema.ts';
import { type StepProps, sourceOf } from './source.ts';

/** Before and after all days that a source may have. */
export const allDays = { from: '1900-01-01', to: '2199-12-31' } as const;

interface Asked {
  readonly from: string;
  readonly to: string;
  readonly by?: 'month';
}

/** A configuration as far as figures depend on it: not on what they are called. */
function computed(config: Values): Values {
  const metrics = config.metrics as readonly Metric[] | undefined;
  if (!metrics?.every((metric) => typeof metric === 'object')) return config;
  return { ...config, metrics: metrics.map((metric) => ({ ...metric, label: metric.key })), dimensions: [] };
}

/** The figures of a source as it would be stored; those before stay until they are there. */
export function useSourceFigures(props: StepProps, config: Values | null, period: Asked, isWanted = true) {
  const { projectId, drafting } = props;
  const asked = config && (config.dimensions === undefined ? config : computed(config));
  return useQuery({
    queryKey: ['getSourceFigures', projectId, props.system.system, drafting.draft.grantId, asked, period],
    queryFn: async ({ signal }) => {
      const body = { ...sourceOf(props, asked), ...period };
      return (await call('getSourceFigures', { project_id: projectId, body }, { signal, maxRetries: 0 })).data;
    },
    enabled: isWanted && config !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

/** Whether two configurations have the same figures. */
export function isSame(one: Values, other: Values): boolean {
  const metricsOf = (config: Values) =>
    new Map((config.metrics as readonly Metric[]).map(({ key, sql, at }) => [key, `${at} ${sql}`]));
  const [before, after] = [metricsOf(one), metricsOf(other)];
  return isReadAlike(one, other) && [...after].every(([key, counted]) => before.get(key) === counted);
}

/** Whether two configurations read the same days and numbers from the rows. */
export function isReadAlike(one: Values, other: Values): boolean {
  return one.date === other.date && JSON.stringify(one.numbers) === JSON.stringify(other.numbers);
}
