/** A metric of a configuration that is made of rows. */
export interface Metric {
  readonly key: string;
  readonly label: string;
  readonly sql: string;
  readonly unit: Unit;
  readonly better: 'up' | 'down' | 'none';
  readonly additive: boolean;
  /** Where it is the value of the last day rather than of all. */
  readonly at?: 'end' | undefined;
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
