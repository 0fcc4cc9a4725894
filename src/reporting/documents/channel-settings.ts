import { type Static, Type } from 'typebox';

const connectionId = Type.String({ minLength: 1, maxLength: 100, description: 'A connection of the project.' });
const key = Type.String({ minLength: 1, maxLength: 200 });
const label = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
const units = ['count', 'currency', 'percent', 'duration', 'number'] as const;
const directions = ['up', 'down', 'none'] as const;

const row = Type.Object(
  {
    connection_id: connectionId,
    label: Type.Optional(
      Type.Union([label, Type.Null()], { description: "Null or absent for the connection's own name." }),
    ),
  },
  { additionalProperties: false, title: 'Channel' },
);

/** The systems of a section, one a row. */
export const channelRows = Type.Refine(
  Type.Array(row, { minItems: 1, maxItems: 20, description: 'The systems, one a row; each connection once.' }),
  (rows) => areUnique(rows.map(({ connection_id }) => connection_id)),
  () => 'must name each connection only once',
);

const of = Type.Unsafe<Readonly<Record<string, string>>>(
  Type.Object(
    {},
    {
      additionalProperties: key,
      minProperties: 1,
      maxProperties: 20,
      description: 'The key of its metric in each connection; one that is not named has no figure.',
      examples: [{ con_01jd5w0k3m8q2r4t6v8x0z1b3d: 'cost' }],
    },
  ),
);

const metric = Type.Object(
  {
    key: Type.String({ minLength: 1, maxLength: 50, description: 'What ratios call it.' }),
    label,
    unit: Type.Enum([...units], { description: 'That of the metrics, or of the ratio; percent values are ratios.' }),
    decimals: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: 9 }), Type.Null()], {
        description: "Digits after the decimal point; null or absent for the unit's own.",
      }),
    ),
    better: Type.Optional(Type.Enum([...directions], { description: 'Which way is good news; none when absent.' })),
    of: Type.Optional(of),
    ratio: Type.Optional(
      Type.Array(key, {
        minItems: 2,
        maxItems: 2,
        description: 'In place of `of`: the keys of two others, the first divided by the second, in the total too.',
      }),
    ),
  },
  { additionalProperties: false, title: 'ChannelMetric', description: 'Either `of` or `ratio`.' },
);

type ChannelMetricSettings = Static<typeof metric>;

/** The figures of a section, each a column. */
export const channelMetrics = Type.Refine(
  Type.Array(metric, { minItems: 1, maxItems: 12, description: 'The figures, in display order.' }),
  (metrics) => areUnique(metrics.map(({ key }) => key)) && metrics.every((each) => isDefined(each, metrics)),
  () => 'must have different keys, and each either `of` or the `ratio` of two that have `of`',
);

function areUnique(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

function isDefined({ of, ratio }: ChannelMetricSettings, metrics: readonly ChannelMetricSettings[]): boolean {
  if (!ratio) return of !== undefined;
  return !of && ratio.every((named) => metrics.some((other) => other.key === named && other.of));
}
