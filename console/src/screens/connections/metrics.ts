/** A metric of a configuration that is made of rows. */
export interface Metric {
  readonly key: string;
  readonly label: string;
  readonly sql: string;
  readonly unit: Unit;
  readonly better: 'up' | 'down' | 'none';
  readonly additive: boolean;
  readonly decimals?: number;
}

/** A dimension of such a configuration. */
export interface Dimension {
  readonly key: string;
  readonly label: string;
  readonly sql: string;
}

export type Unit = 'count' | 'currency' | 'percent' | 'duration' | 'number';

export const unitNames = ['count', 'currency', 'percent', 'duration', 'number'] as const;
export const betterNames = ['up', 'down', 'none'] as const;

const aggregate = /^(sum|avg)\(/;

/** Whether a metric adds up its values or takes their mean; null where it does something else. */
export function howOf({ sql }: Metric): 'sum' | 'avg' | null {
  return (aggregate.exec(sql)?.[1] as 'sum' | 'avg' | undefined) ?? null;
}

/** The same values, added up or as their mean. */
export function counted(metric: Metric, how: 'sum' | 'avg'): Metric {
  return { ...metric, sql: metric.sql.replace(aggregate, `${how}(`), additive: how === 'sum' };
}
