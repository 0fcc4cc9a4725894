import { type Static, type TSchema, Type } from 'typebox';
import { channelMetrics, channelRows } from './channel-settings.ts';
import { ownColumns } from './own-column-settings.ts';
import { Picture } from './picture.ts';

/** The kinds of sections, in the order in which they are documented. */
export const sectionTypes = [
  'highlights',
  'kpis',
  'timeseries',
  'breakdown',
  'heatmap',
  'channels',
  'funnel',
  'goals',
  'gallery',
  'text',
  'image',
  'page_break',
] as const;
export type SectionType = (typeof sectionTypes)[number];

const title = Type.Optional(
  Type.Union([Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }), Type.Null()], {
    description: 'Heading of the section; null or absent for the standard one.',
  }),
);
const connectionId = Type.String({ minLength: 1, maxLength: 100, description: 'A connection of the project.' });
const key = Type.String({ minLength: 1, maxLength: 200 });
const metrics = Type.Optional(
  Type.Array(key, { minItems: 1, maxItems: 20, uniqueItems: true, description: 'Keys of metrics, in display order.' }),
);
const word = <const Words extends readonly string[]>(words: Words, description: string) =>
  Type.Optional(
    Type.Unsafe<Words[number]>(
      Type.Union(
        words.map((each) => Type.Literal(each)),
        { description },
      ),
    ),
  );
/** A section becomes a component of the OpenAPI document, named by its title. */
const closed = (title: string) => ({ additionalProperties: false, title });

const highlights = Type.Object({ type: Type.Literal('highlights'), title }, closed('HighlightsSection'));

const kpis = Type.Object(
  { type: Type.Literal('kpis'), title, connection_id: connectionId, metrics },
  closed('KpisSection'),
);

/** How a series is drawn, and the parts of a breakdown; the first is what an absent `display` means. */
export const seriesDisplays = ['line', 'area', 'columns'] as const;
export type SeriesDisplay = (typeof seriesDisplays)[number];
const partsDisplays = ['table', 'bars', 'columns', 'donut'] as const;
export type PartsDisplay = (typeof partsDisplays)[number];

/** The most parts that a picture has room for, besides the rest. */
export const mostParts = { columns: 12, donut: 6 } as const;

/** The most rows of a table on the web, and on paper. */
export const mostRows = { web: 500, paper: 100 } as const;
/** The most that all tables of a layout may ask for together. */
const mostRowsTogether = 5_000;

/** Of a gallery that does not say how many: two rows on paper. */
export const defaultCards = 6;
/** The most cards of a gallery, and of all galleries of a layout together: each may have a picture. */
const mostCards = { gallery: 12, together: 40 } as const;

/** How a table by two dimensions is laid out: rows of rows, or values of the secondary dimension side by side. */
const tableLayouts = ['grouped', 'cross'] as const;
export type TableLayout = (typeof tableLayouts)[number];

/** Rows of a table by two dimensions: values of the first, those of the second of each, and all of these together. */
const mostPairs = { rows: 100, parts: 20, together: 500 } as const;

/** How many values of a secondary dimension are shown where nothing is said: below each other, or side by side. */
export const usualParts = { grouped: 5, cross: 6 } as const;

/** What figures of a table are marked as better or worse than. */
const markings = ['goal', 'compare'] as const;
export type Marking = (typeof markings)[number];

/** Days of its own that a series can have; each ends on the last day of the report's period. */
export const seriesSpans = ['13_months', '4_quarters', '12_weeks'] as const;

const timeseries = Type.Refine(
  Type.Object(
    {
      type: Type.Literal('timeseries'),
      title,
      connection_id: connectionId,
      metric: Type.Optional(key),
      metrics: Type.Optional(
        Type.Array(key, {
          minItems: 2,
          maxItems: 4,
          uniqueItems: true,
          description: 'Keys of two to four metrics of one unit in one chart, instead of `metric`.',
        }),
      ),
      display: word(seriesDisplays, 'How the figures are drawn; line when absent.'),
      by: word(
        ['auto', 'day', 'week', 'month'],
        'Calendar unit of one point; day when absent. Weeks start on Monday. `auto` takes days for a period of up to 62 days, weeks up to 366, else months.',
      ),
      span: word(
        seriesSpans,
        "Days of its own, which end with the report's period and stand in the heading: 13 calendar months, 4 calendar quarters or 12 weeks from Monday on, the last of which the period may cut. Its points are months, or weeks, where `by` is `auto` or absent. It has no compared period.",
      ),
      show_incidents: Type.Optional(
        Type.Boolean({
          description:
            'Whether days are marked on which watches of the connection found something about its metrics; what they found stands below the chart, for all who read the report. False when absent.',
        }),
      ),
    },
    closed('TimeseriesSection'),
  ),
  ({ metric, metrics }) => (metric === undefined) !== (metrics === undefined),
  () => 'must name either metric or metrics',
);

const sort = Type.Optional(
  Type.Object(
    {
      by: Type.Optional(
        Type.Union([key, Type.Null()], {
          description: "The key of a metric or own column that is shown; null or absent for the rows' names.",
        }),
      ),
      order: word(
        ['descending', 'ascending'],
        'Descending when absent, names ascending. Rows without a figure are last.',
      ),
    },
    {
      additionalProperties: false,
      title: 'TableSort',
      description:
        'What the rows are sorted by, which also decides which of them are shown; by the first metric when absent. Not of a donut.',
    },
  ),
);

const breakdown = Type.Refine(
  Type.Object(
    {
      type: Type.Literal('breakdown'),
      title,
      connection_id: connectionId,
      dimension: key,
      secondary_dimension: Type.Optional(
        Type.Union([key, Type.Null()], {
          description:
            'Another dimension of the connection, for a table by both, such as `campaign` by `device`; not of every connection. None when null or absent.',
        }),
      ),
      layout: word(
        tableLayouts,
        'Of a table with a `secondary_dimension`; grouped when absent: the values of the secondary one are rows below each value of `dimension`, which has a subtotal. `cross` has them side by side, with one metric, of the current period alone.',
      ),
      secondary_limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: mostPairs.parts,
          description: `How many values of the \`secondary_dimension\` are shown, of each value of \`dimension\` or side by side; ${usualParts.grouped} when absent, as \`cross\` ${usualParts.cross}. All others are together in one. Paper shows as many side by side as it has room for.`,
        }),
      ),
      metrics,
      own_columns: ownColumns,
      display: word(
        partsDisplays,
        'How the rows are shown; table when absent. Columns and a donut show one metric; a donut needs one whose parts add up.',
      ),
      sort,
      marks: word(
        markings,
        'Marks figures that are better or worse: than their `goal`, or than those they are compared with. A figure that is a part of a whole has no goal of its own, so of it only the total is marked. Not of columns and a donut.',
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: mostRows.web,
          description: `How many rows are shown; 10 when absent. At most ${mostParts.columns} as columns; at most ${mostParts.donut}, and as many when absent, as a donut. PDF and Word show ${mostRows.paper} at most and say how many more there are; files of figures have up to four times as many more.`,
        }),
      ),
    },
    closed('BreakdownSection'),
  ),
  (section) => (pictureFault(section) ?? pairFault(section)) === undefined,
  (section) => pictureFault(section) ?? pairFault(section) ?? '',
);

/** What a table by two dimensions has no room for, and what only such a table has. */
function pairFault(section: BreakdownParts): string | undefined {
  const { dimension, secondary_dimension: secondary, layout, secondary_limit: parts, limit = 10 } = section;
  if (secondary === undefined || secondary === null) {
    if (layout === undefined && parts === undefined) return undefined;
    return 'must name a secondary_dimension, or have neither layout nor secondary_limit';
  }
  if (secondary === dimension) return 'must have another secondary_dimension than its dimension';
  if (section.display !== undefined && section.display !== 'table') {
    return 'must have the display table with a secondary_dimension';
  }
  if (layout === 'cross') return crossFault(section, limit);
  const together = limit * (parts ?? usualParts.grouped);
  if (limit <= mostPairs.rows && together <= mostPairs.together) return undefined;
  return `must have a limit of at most ${mostPairs.rows} with a secondary_dimension, and at most ${mostPairs.together} as limit × secondary_limit`;
}

function crossFault({ metrics = [], own_columns, marks, sort }: BreakdownParts, limit: number): string | undefined {
  if (metrics.length > 1) return 'must have one metric with the layout cross';
  if (own_columns || marks || sort) return 'must not have own_columns, marks or sort with the layout cross';
  return limit <= mostPairs.rows ? undefined : `must have a limit of at most ${mostPairs.rows} with the layout cross`;
}

/** What a picture of parts has no room for. */
function pictureFault({
  display,
  metrics = [],
  limit = 0,
  own_columns,
  marks,
  sort,
}: BreakdownParts): string | undefined {
  if (display !== 'columns' && display !== 'donut') return undefined;
  const most = mostParts[display];
  if (metrics.length > 1 || limit > most) {
    return `must have one metric and a limit of at most ${most} with this display`;
  }
  if (own_columns || marks) return 'must not have own_columns or marks with this display; only a table and bars have';
  return sort && display === 'donut'
    ? 'must not have sort with this display; a donut begins with its greatest part'
    : undefined;
}

interface BreakdownParts {
  readonly dimension: string;
  readonly secondary_dimension?: string | null;
  readonly layout?: TableLayout;
  readonly secondary_limit?: number;
  readonly display?: PartsDisplay;
  readonly metrics?: readonly string[];
  readonly limit?: number;
  readonly own_columns?: readonly unknown[];
  readonly marks?: Marking;
  readonly sort?: object;
}

const heatmap = Type.Object(
  {
    type: Type.Literal('heatmap'),
    title,
    connection_id: connectionId,
    metric: key,
    by: Type.Unsafe<'hour' | 'week'>(
      Type.Union([Type.Literal('hour'), Type.Literal('week')], {
        description:
          '`hour` shows the mean of each hour of the week, of a metric that adds up and a system that knows hours; `week` each day of the period, weeks side by side.',
      }),
    ),
  },
  closed('HeatmapSection'),
);

const channels = Type.Object(
  { type: Type.Literal('channels'), title, rows: channelRows, metrics: channelMetrics },
  closed('ChannelsSection'),
);

const funnel = Type.Object(
  {
    type: Type.Literal('funnel'),
    title,
    connection_id: connectionId,
    metrics: Type.Array(key, {
      minItems: 2,
      maxItems: 8,
      uniqueItems: true,
      description: 'Keys of the metrics that are its steps, in their order.',
    }),
  },
  closed('FunnelSection'),
);

const goals = Type.Object(
  {
    type: Type.Literal('goals'),
    title,
    goals: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        description: 'Ids of `settings.goals`, in display order; all when absent.',
      }),
    ),
  },
  closed('GoalsSection'),
);

const gallery = Type.Object(
  {
    type: Type.Literal('gallery'),
    title,
    connection_id: connectionId,
    dimension: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'A dimension whose values have pictures, such as ads, posts or videos.',
    }),
    metrics: Type.Array(key, {
      minItems: 2,
      maxItems: 4,
      uniqueItems: true,
      description: 'Keys of the two to four metrics on each card, in display order.',
    }),
    sort,
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: mostCards.gallery,
        description: `How many cards are shown; ${defaultCards} when absent. At most ${mostCards.together} in all galleries together.`,
      }),
    ),
  },
  closed('GallerySection'),
);

/** The most code points of a text, and of a comment. */
export const longestMarkdown = 20_000;

const text = Type.Object(
  {
    type: Type.Literal('text'),
    title,
    markdown: Type.String({
      maxLength: longestMarkdown,
      description:
        'CommonMark with tables, at most 20,000 code points. `{{con_….metric.current}}`, `.compare` and `.change` stand for figures, `{{period.current}}` and `{{period.compare}}` for the periods.',
    }),
  },
  closed('TextSection'),
);

const image = Type.Object(
  {
    type: Type.Literal('image'),
    title,
    picture: Picture,
    alternative: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: 'What the picture shows, for those who do not see it.',
    }),
    caption: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }), Type.Null()], {
        description: 'A line below the picture; none when null or absent.',
      }),
    ),
  },
  closed('ImageSection'),
);

const pageBreak = Type.Object({ type: Type.Literal('page_break') }, closed('PageBreakSection'));

const shapes = {
  highlights,
  kpis,
  timeseries,
  breakdown,
  heatmap,
  channels,
  funnel,
  goals,
  gallery,
  text,
  image,
  page_break: pageBreak,
} satisfies Record<SectionType, TSchema>;
const section = Type.Unsafe<Static<(typeof shapes)[SectionType]>>(Type.Union(sectionTypes.map((type) => shapes[type])));

/** The shape of a project's `settings.sections`; lengths count code points. Null stands for the automatic layout. */
export const sectionsSettings = Type.Refine(
  Type.Refine(
    Type.Array(section, { maxItems: 50 }),
    (sections) => rowsTogether(sections) <= mostRowsTogether,
    () => `must ask for at most ${mostRowsTogether} rows in all breakdowns together; lower their limits`,
  ),
  (sections) => cardsTogether(sections) <= mostCards.together,
  () => `must ask for at most ${mostCards.together} cards in all galleries together; lower their limits`,
);

function cardsTogether(sections: readonly SectionSettings[]): number {
  return sections.reduce((cards, each) => cards + (each.type === 'gallery' ? (each.limit ?? defaultCards) : 0), 0);
}

function rowsTogether(sections: readonly SectionSettings[]): number {
  return sections.reduce((rows, each) => rows + ('limit' in each ? (each.limit ?? 0) * (1 + partsOf(each)) : 0), 0);
}

/** The rows below each row. */
function partsOf(section: SectionSettings): number {
  if (section.type !== 'breakdown' || !section.secondary_dimension || section.layout === 'cross') return 0;
  return section.secondary_limit ?? usualParts.grouped;
}

export type SectionsSettings = Static<typeof section>[];
export type SectionSettings = SectionsSettings[number];
