import { type Static, type TObject, Type } from 'typebox';

/** The kinds of sections, in the order in which they are documented. */
export const sectionTypes = ['highlights', 'kpis', 'timeseries', 'breakdown', 'text'] as const;
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
/** A section becomes a component of the OpenAPI document, named by its title. */
const closed = (title: string) => ({ additionalProperties: false, title });

const highlights = Type.Object({ type: Type.Literal('highlights'), title }, closed('HighlightsSection'));

const kpis = Type.Object(
  { type: Type.Literal('kpis'), title, connection_id: connectionId, metrics },
  closed('KpisSection'),
);

const timeseries = Type.Object(
  {
    type: Type.Literal('timeseries'),
    title,
    connection_id: connectionId,
    metric: key,
    by: Type.Optional(
      Type.Union([Type.Literal('day'), Type.Literal('week'), Type.Literal('month')], {
        description: 'Calendar unit of one point; day when absent. Weeks start on Monday.',
      }),
    ),
  },
  closed('TimeseriesSection'),
);

const breakdown = Type.Object(
  {
    type: Type.Literal('breakdown'),
    title,
    connection_id: connectionId,
    dimension: key,
    metrics,
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'How many rows are shown; 10 when absent.' }),
    ),
  },
  closed('BreakdownSection'),
);

const text = Type.Object(
  {
    type: Type.Literal('text'),
    title,
    markdown: Type.String({ maxLength: 20_000, description: 'CommonMark, at most 20,000 code points.' }),
  },
  closed('TextSection'),
);

const shapes = { highlights, kpis, timeseries, breakdown, text } satisfies Record<SectionType, TObject>;
const section = Type.Unsafe<Static<(typeof shapes)[SectionType]>>(Type.Union(sectionTypes.map((type) => shapes[type])));

/** The shape of a project's `settings.sections`; lengths count code points. Null stands for the automatic layout. */
export const sectionsSettings = Type.Array(section, { maxItems: 50 });

export type SectionsSettings = Static<typeof sectionsSettings>;
export type SectionSettings = SectionsSettings[number];
