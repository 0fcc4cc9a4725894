import { type TSchema, Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { nullable, oneOf } from '../../platform/http/fields.ts';
import { columnKinds, waysOfCounting } from '../../reporting/connectors/contract.ts';
import { Config, given, open, System, Text } from './schema.ts';

const Day = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 100, description, examples: [example] });

export const FiguresQuestion = resource(
  {
    from: Day("The first day, in the project's time zone.", '2026-01-01'),
    to: Day('The last day; it counts.', '2026-01-31'),
    by: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: 200 }), {
        description: '`day`, `week`, `month` or the key of a dimension; without it the whole period.',
        examples: ['week'],
      }),
    ),
  },
  { title: 'FiguresQuestion' },
);

const figuresRow = resource(
  {
    key: nullable(Type.String(), {
      description: 'The group; null for the whole, and for a missing value.',
      examples: ['2026-01-05'],
    }),
    values: Type.Array(nullable(Type.Number({ minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE })), {
      maxItems: 200,
      description: 'One for each of `metrics`, in their order.',
      examples: [[42]],
    }),
  },
  { title: 'FiguresRow' },
);

export const Figures = resource(
  {
    from: Day('The first day.', '2026-01-01'),
    to: Day('The last day.', '2026-01-31'),
    by: nullable(Type.String(), { examples: ['week'] }),
    metrics: Type.Array(
      resource(
        {
          key: Text('Its key.', 'flights'),
          label: Text('For people.', 'Flights'),
          unit: Text('What it counts.', 'count'),
          currency: nullable(Type.String(), {
            description: 'The ISO 4217 code of its amounts; null for other units.',
            examples: [null],
          }),
        },
        { title: 'FiguresMetric' },
      ),
      { maxItems: 200 },
    ),
    rows: Type.Array(figuresRow, { maxItems: 5_000 }),
    notices: Type.Array(open({ description: 'What the system said about the figures.' }), {
      maxItems: 100,
      examples: [[]],
    }),
    left_out: Type.Record(Type.String({ maxLength: 200 }), Type.Integer({ minimum: 0 }), {
      maxProperties: 200,
      description: 'How many values that cannot be read each metric leaves out, by its key.',
      examples: [{}],
    }),
  },
  { title: 'ConnectionFigures', description: 'The figures of a period, at most 1,000 groups.' },
);

export const SourceQuestion = resource(
  { system: System, config: Type.Optional(nullable(Config)), ...given },
  { title: 'SourceQuestion', description: 'A source that is not stored; `config` has what names it.' },
);

export const SourceFiguresQuestion = resource(
  { ...SourceQuestion.properties, ...FiguresQuestion.properties },
  { title: 'SourceFiguresQuestion', description: 'The figures of a period of a source that is not stored.' },
);

const texts = (description: string, value: TSchema, example: object) =>
  Type.Record(Type.String({ maxLength: 200 }), value, { maxProperties: 2_000, description, examples: [example] });

const wayToCount = resource(
  {
    counted: oneOf(waysOfCounting, {
      description:
        '`total` adds the values up, `ratio` divides the sums of two other columns, `mean` and `weighted_mean` are of the rows, `at_end` is the total of the last day, `daily_mean` the mean of the totals of the days.',
      examples: ['ratio'],
    }),
    of: Type.Array(Type.String({ maxLength: 1_000 }), {
      maxItems: 2,
      description: 'The other columns that it needs: numerator and denominator, or the weight.',
      examples: [['Cost', 'Conversions']],
    }),
    total: nullable(Type.Number({ minimum: -Number.MAX_VALUE, maximum: Number.MAX_VALUE }), {
      description: 'Over the whole source; null where it has none.',
      examples: [27.4],
    }),
    metric: resource(
      {
        sql: Text('The expression.', 'sum("Cost") / nullif(sum("Conversions"), 0)'),
        unit: Text('', 'currency'),
        better: oneOf(['up', 'down', 'none'], { examples: ['down'] }),
        additive: Type.Boolean({ examples: [false] }),
        at: Type.Optional(Type.Literal('end', { description: 'Where the figure is that of the last day.' })),
      },
      { title: 'CountedMetric', description: 'What differs of the metric in the configuration.' },
    ),
  },
  { title: 'WayToCount' },
);

const countedColumn = resource(
  {
    column: Text('Its name in the source.', 'Cost / conv.'),
    kind: oneOf(columnKinds, {
      description:
        'A `flow` adds up, a `ratio` is one column divided by another, a `level` is as of a moment, `people` add up neither over days nor over groups, and a `code` counts nothing.',
      examples: ['ratio'],
    }),
    metric: nullable(Type.String(), {
      description: 'The key of the metric that was made of it; null where none was.',
      examples: ['cost_conv'],
    }),
    counted: nullable(oneOf(waysOfCounting), {
      description: 'Which of `choices` that is.',
      examples: ['ratio'],
    }),
    doubt: Type.Boolean({ description: 'Whether a doubt is about how it is counted.', examples: [false] }),
    choices: Type.Array(wayToCount, {
      maxItems: waysOfCounting.length,
      description: 'Every way to count it; none for columns beyond the first 50.',
    }),
  },
  { title: 'CountedColumn', description: 'A numeric column of the source.' },
);

export const Proposal = resource(
  {
    config: Config,
    rows: Type.Array(open({ description: 'A row as the source has it.', examples: [{ day: '2026-01-01', n: 1 }] }), {
      maxItems: 100,
    }),
    types: texts('How each column is read.', Type.Unknown(), { day: 'date' }),
    totals: texts('The value of each proposed metric over the whole source.', Type.Unknown(), { n: 1 }),
    columns: Type.Array(countedColumn, {
      maxItems: 2_000,
      description: 'The numeric columns, in the order of the source.',
    }),
    doubts: Type.Array(
      resource(
        { column: Text('', 'day'), code: Text('', 'day_or_month_first'), message: Text('', 'The day may come first.') },
        { title: 'Doubt', description: 'What can be read in more than one way.' },
      ),
      { maxItems: 2_000, examples: [[]] },
    ),
    project: resource(
      {
        currency: Text('Its ISO 4217 code.', 'USD'),
        has_amounts: Type.Boolean({
          description:
            'Whether connections of it have amounts already. If not, it can take the currency of this source.',
          examples: [false],
        }),
      },
      { title: 'ProposalProject', description: 'What `config.currency`, where there is one, is compared with.' },
    ),
  },
  { title: 'ConnectionProposal', description: 'A configuration made from a look at the source, and what it saw.' },
);

export const Resources = resource(
  {
    resources: Type.Array(
      resource(
        {
          label: Text('For people.', 'Northwind web shop'),
          config: open({
            description: 'The part of the configuration that names it.',
            examples: [{ property: '123456' }],
          }),
        },
        { title: 'SystemResource' },
      ),
      { maxItems: 100_000 },
    ),
  },
  { title: 'SystemResources', description: 'What a credential can see, such as sites, accounts or tables.' },
);

const offered = { key: Text('', 'campaign'), label: Text('', 'Campaign') };

const offeredMetric = resource(
  {
    key: Text('', 'followers'),
    label: Text('', 'Followers'),
    unit: Text('', 'count'),
    currency: Type.Optional(
      Type.String({
        maxLength: 3,
        description: 'The ISO 4217 code of its amounts, where it has one of its own; else that of the connection.',
        examples: ['EUR'],
      }),
    ),
    decimals: Type.Optional(
      nullable(Type.Integer({ minimum: 0 }), {
        description: "Digits after the decimal point; null for the unit's usual ones.",
        examples: [null],
      }),
    ),
    better: oneOf(['up', 'down', 'none']),
    additive: Type.Boolean({ examples: [false] }),
    at: Type.Optional(
      oneOf(['end'], { description: 'Of a level, such as a balance: its figure is that of the last day.' }),
    ),
  },
  { title: 'OfferedMetric' },
);

export const Catalog = resource(
  {
    metrics: Type.Array(offeredMetric, { maxItems: 10_000 }),
    dimensions: Type.Array(
      resource(
        {
          ...offered,
          pictures: Type.Optional(
            Type.Boolean({
              description: 'Whether galleries can show its values with their pictures.',
              examples: [true],
            }),
          ),
          metrics: Type.Optional(
            Type.Array(offeredMetric, {
              maxItems: 100,
              description:
                'Metrics that stand in the place of the connection’s in tables and galleries by it: they are of its values alone, such as of posts since they were published.',
            }),
          ),
          pairs_with: Type.Array(Type.String(), {
            maxItems: 10_000,
            description: 'Keys of the dimensions that a table can have as `secondary_dimension` beside this one.',
            examples: [['device']],
          }),
        },
        { title: 'OfferedDimension' },
      ),
      { maxItems: 10_000 },
    ),
    currency: nullable(Type.String(), {
      description:
        "The ISO 4217 code of its amounts, where the system or the configuration fixes it; null for the project's.",
      examples: ['EUR'],
    }),
  },
  { title: 'ConnectionCatalog', description: 'The metrics and dimensions that it can ask for.' },
);

export const CatalogQuery = Type.Object(
  {
    locale: Type.Optional(
      Type.String({ maxLength: 64, description: "The language of labels, such as `de`; the project's by default." }),
    ),
  },
  { additionalProperties: false },
);

export const SystemCatalogQuery = Type.Object(
  {
    system: System,
    locale: Type.Optional(Type.String({ maxLength: 64, description: 'The language of labels, such as `de`.' })),
  },
  { additionalProperties: false },
);

export const Systems = resource(
  {
    systems: Type.Array(
      resource(
        {
          system: System,
          config: open({ description: 'The JSON Schema of its configuration.', examples: [{ type: 'object' }] }),
          secret: nullable(
            open({ description: 'That of its secret; null where it takes none.', examples: [{ type: 'object' }] }),
          ),
          sign_in: nullable(Type.String(), {
            description: 'The vendor by which people sign in; null where they do not.',
            examples: ['google'],
          }),
          proposes: Type.Boolean({
            description: 'Whether it makes a configuration from a look at the source.',
            examples: [true],
          }),
          lists_resources: Type.Boolean({
            description: 'Whether it lists what a credential can see.',
            examples: [false],
          }),
        },
        { title: 'System' },
      ),
      { maxItems: 1_000 },
    ),
  },
  { title: 'Systems', description: 'What can be connected.' },
);
