import { type Static, Type } from 'typebox';
import { ConnectorError, type Description } from '../contract.ts';
import { currency } from '../currency.ts';
import { keyPattern } from '../keys.ts';

const key = Type.String({ pattern: keyPattern });
const label = Type.String({ minLength: 1, maxLength: 120 });

const metric = Type.Object(
  {
    key,
    label,
    /** For a counter its series, such as `http_requests_total{code="200"}`; for a gauge any instant vector. */
    promql: Type.String({ minLength: 1, maxLength: 2000 }),
    kind: Type.Enum(['counter', 'gauge']),
    unit: Type.Enum(['count', 'currency', 'percent', 'duration', 'number']),
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 6 })),
    better: Type.Enum(['up', 'down', 'none']),
  },
  { additionalProperties: false },
);

const dimension = Type.Object(
  {
    key,
    label,
    /** The label of the series whose values are the groups. */
    label_name: Type.String({ pattern: '^[a-zA-Z_][a-zA-Z0-9_]{0,199}$' }),
  },
  { additionalProperties: false },
);

/** The configuration of a `prometheus` connection. */
export const prometheusConfig = Type.Object(
  {
    /** The address of the server, before `/api/v1`. */
    url: Type.String({ minLength: 1, maxLength: 2000 }),
    /** Of all metrics of the unit `currency`; the project's if absent. */
    currency: Type.Optional(currency),
    metrics: Type.Array(metric, { minItems: 1, maxItems: 50 }),
    dimensions: Type.Array(dimension, { maxItems: 50 }),
  },
  { additionalProperties: false },
);

export type PrometheusConfig = Static<typeof prometheusConfig>;
export type PrometheusMetric = Static<typeof metric>;

const text = Type.String({ minLength: 1, maxLength: 10_000 });

/** For basic authentication or a bearer token; null for a server that asks for none. */
export const prometheusSecret = Type.Union([
  Type.Object({ user: text, password: text }, { additionalProperties: false }),
  Type.Object({ token: text }, { additionalProperties: false }),
  Type.Null(),
]);

export type PrometheusSecret = Static<typeof prometheusSecret>;

export function describePrometheus({ currency, metrics, dimensions }: PrometheusConfig): Description {
  return {
    metrics: metrics.map(({ key, label, kind, unit, decimals, better }) => ({
      key,
      label,
      unit,
      decimals: decimals ?? null,
      better,
      additive: kind === 'counter',
    })),
    dimensions: dimensions.map(({ key, label }) => ({ key, label })),
    hours: true,
    ...(currency !== undefined && { currency }),
  };
}

/** The metric or dimension of a key; throws `invalid_config` for one that is not there. */
export function findByKey<T extends { readonly key: string }>(items: readonly T[], key: string, role: string): T {
  const item = items.find((one) => one.key === key);
  if (item) return item;
  throw new ConnectorError('invalid_config', `The connection has no ${role} "${key}".`);
}
