import { type Static, type TSchema, Type } from 'typebox';
import { connectionStatuses, portfolioPeriods, projectStatuses } from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import {
  ConnectionId,
  GenerationJobId,
  nullable,
  oneOf,
  ProjectId,
  ReportId,
  ScheduleId,
  Timestamp,
} from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import { isCurrency } from '../../reporting/documents/currencies.ts';
import { labelFilters } from '../labels/schema.ts';
import { ManagedProjectCreate } from '../projects/schema.ts';
import { mostFigures } from './choose-figures.ts';
import { portfolioSorts } from './portfolio.ts';

const Amount = Type.Number({ examples: [12_500.5] });
const Ratio = Type.Number({ examples: [0.95] });
const day = (example: string) => Type.String({ format: 'date', examples: [example] });
const Days = resource({ from: day('2026-11-01'), to: day('2026-11-25') }, { title: 'PortfolioDays' });
const Currency = Type.String({ maxLength: 3, examples: ['EUR'] });
const System = Type.String({ maxLength: 100, examples: ['google-ads'] });
const MetricKey = Type.String({ maxLength: 200, examples: ['cost'] });
const Label = Type.String({ maxLength: 500, examples: ['Cost'] });
const Unit = oneOf(['count', 'currency', 'percent', 'duration', 'number']);
const Sentiment = oneOf(['good', 'bad', 'neutral']);

const measured = {
  system: System,
  metric: MetricKey,
  label: Label,
  unit: Unit,
  currency: nullable(Currency, { description: 'ISO 4217; null for what is no amount.', examples: ['EUR'] }),
  decimals: nullable(Type.Integer({ minimum: 0, examples: [2] }), { description: 'Null for those that are usual.' }),
};

const PortfolioGoal = resource(
  {
    target: Type.Number({
      description: 'For the whole month while it is not over; of part of a month what falls on its days.',
      examples: [15_000],
    }),
    ratio: nullable(Ratio, { description: 'What was reached of it.' }),
    pace: nullable(Ratio, { description: 'What was reached of the goal for the days gone; below 1 is behind it.' }),
    lead: nullable(Amount, { description: 'The same as a difference.' }),
    time_gone: Type.Number({ description: 'The part of the days that are over.', examples: [0.83] }),
    prorated: Type.Boolean({ description: 'Whether the days are part of a month that it is for.', examples: [false] }),
    sentiment: Sentiment,
  },
  { title: 'PortfolioGoal', description: 'The goal of the period, as reports work it out.' },
);

const PortfolioFigure = resource(
  {
    connection_id: ConnectionId,
    connection_name: Type.String({ maxLength: 200, examples: ['Search'] }),
    ...measured,
    better: oneOf(['up', 'down', 'none']),
    additive: Type.Boolean({ description: 'Whether days add up.', examples: [true] }),
    period: nullable(Days, { description: 'Its days, which are over; null on the first of a month for `month`.' }),
    compare: nullable(Days, {
      description: 'As many days of the month before for `month`, the month before for `last_month`, 30 for `days`.',
    }),
    value: nullable(Amount, { description: 'Null where the source has none.' }),
    compared: nullable(Amount),
    change: nullable(
      resource(
        {
          absolute: Type.Number({ examples: [-500.25] }),
          ratio: nullable(Ratio, { description: 'Null where what is compared is zero.' }),
          direction: oneOf(['up', 'down', 'flat']),
          sentiment: Sentiment,
        },
        { title: 'PortfolioChange' },
      ),
    ),
    goal: nullable(PortfolioGoal),
    forecast: nullable(Amount, {
      description:
        'Of `month`: what it ends with if its other days are like those gone. Null in the first week, and for what does not add up.',
    }),
    budget_left: nullable(Amount, { description: 'Of a goal for costs: what is left of it; below zero is overspent.' }),
    off_course: nullable(Ratio, {
      description: 'How far it is behind its goal, as a part of it; below zero is ahead.',
    }),
    spark: Type.Array(nullable(Amount), { maxItems: 31, description: 'The values of the last 30 days.' }),
    notes: Type.Array(
      resource(
        {
          code: Type.String({ maxLength: 50, examples: ['missing_days'] }),
          date: nullable(day('2026-11-24'), { description: 'From which day on figures still change.' }),
          count: nullable(Type.Integer({ minimum: 0, examples: [2] })),
        },
        { title: 'PortfolioNote' },
      ),
      { maxItems: 20, description: 'What has to be known about it, by the words of the warnings of reports.' },
    ),
    read_at: Timestamp,
  },
  { title: 'PortfolioFigure' },
);

const PortfolioFault = resource(
  {
    connection_id: nullable(ConnectionId),
    connection_name: nullable(Type.String({ maxLength: 200, examples: ['Search'] })),
    kind: Type.String({ maxLength: 50, examples: ['reauth_required'] }),
    message: Type.String({ examples: ['Google no longer accepts the sign-in.'] }),
  },
  { title: 'PortfolioFault' },
);

const PortfolioProject = resource(
  {
    project_id: ProjectId,
    name: Type.String({ maxLength: 200, examples: ['Web shop'] }),
    client_name: nullable(Type.String({ maxLength: 200, examples: ['Northwind Traders'] })),
    time_zone: Type.String({ maxLength: 100, examples: ['Europe/Berlin'] }),
    currency: Currency,
    state: oneOf(['read', 'not_read'] as const, {
      description:
        '`not_read`: nothing was read yet, or only what means something else by now: of another layout, connection, goal, currency, time zone or month.',
    }),
    is_waiting: Type.Boolean({ description: 'Whether its figures are about to be read.', examples: [false] }),
    read_at: nullable(Timestamp),
    tried_at: nullable(Timestamp, { description: 'When that was tried last.' }),
    faults: Type.Array(PortfolioFault, {
      maxItems: 100,
      description: 'What failed at the last try. Figures of such a connection are those of the last time, with theirs.',
    }),
    off_course: nullable(Ratio, { description: 'Of the figure that is furthest behind; null without goals.' }),
    figures: Type.Array(PortfolioFigure, { maxItems: mostFigures }),
    connections: resource(
      {
        total: Type.Integer({ minimum: 0, examples: [3] }),
        faulty: Type.Array(
          resource(
            {
              id: ConnectionId,
              name: Type.String({ maxLength: 200, examples: ['Search'] }),
              system: System,
              status: oneOf(connectionStatuses),
            },
            { title: 'FaultyConnection' },
          ),
          { maxItems: 1_000 },
        ),
      },
      { title: 'PortfolioConnections' },
    ),
    last_report: nullable(
      resource(
        {
          id: ReportId,
          title: Type.String({ maxLength: 500, examples: ['Web shop'] }),
          created_at: Timestamp,
          period: Days,
          released_by: nullable(Type.String({ maxLength: 500, examples: ['Ann Example'] }), {
            description: 'Who released it; null for what nobody had to.',
          }),
          state: nullable(oneOf(['awaiting_approval', 'rejected'] as const), {
            description: 'Of one that has not gone out: why. Else null.',
          }),
        },
        { title: 'PortfolioReport' },
      ),
    ),
    next_report: nullable(resource({ schedule_id: ScheduleId, run_at: Timestamp }, { title: 'PortfolioRun' })),
  },
  { title: 'PortfolioProject' },
);

const summed = {
  projects: Type.Integer({ minimum: 1, examples: [40] }),
  from: day('2026-11-01'),
  to: day('2026-11-25'),
  other_days: Type.Integer({
    minimum: 0,
    description: 'How many of the projects have figures of other days: of another zone, or read on another day.',
    examples: [0],
  }),
  value: nullable(Amount),
};

const PortfolioTotal = resource(
  { ...measured, ...summed },
  { title: 'PortfolioTotal', description: 'The sum of one metric of one system in one currency.' },
);

const ConvertedTotal = resource(
  {
    ...measured,
    currency: Currency,
    ...summed,
    rate_date: nullable(day('2026-11-25'), { description: 'The day of the rates; null where none was needed.' }),
    missing: Type.Array(Currency, {
      maxItems: 500,
      description: 'Currencies that there is no rate for, and therefore no sum.',
      examples: [[]],
    }),
  },
  { title: 'PortfolioConvertedTotal', description: 'Sums of several currencies in the reporting currency.' },
);

const PortfolioRefreshState = resource(
  {
    enabled: Type.Boolean({ description: 'Whether projects are read each night at five.', examples: [true] }),
    requested_at: nullable(Timestamp, { description: 'When somebody last asked for it.' }),
    waiting: Type.Integer({ minimum: 0, description: 'How many projects are about to be read.', examples: [0] }),
    read: Type.Integer({ minimum: 0, description: 'How many have figures.', examples: [40] }),
    rates_date: nullable(day('2026-11-25')),
    rates_fault: nullable(Type.String({ examples: ['The connection "Rates" has no rates of the last 10 days.'] })),
  },
  { title: 'PortfolioRefreshState' },
);

export const Portfolio = resource(
  {
    items: Type.Array(PortfolioProject, { maxItems: 100 }),
    totals: Type.Array(PortfolioTotal, { maxItems: 10_000, description: 'Over all projects that the query finds.' }),
    converted: Type.Array(ConvertedTotal, {
      maxItems: 10_000,
      description: 'Amounts in the reporting currency, where the account names one, and rates.',
    }),
    refresh: PortfolioRefreshState,
  },
  { title: 'Portfolio' },
);

/** Optional for the client, as the fields that all lists have. */
const filledIn = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema) as unknown as Schema;

export const PortfolioQuery = listQuery(portfolioSorts, {
  period: filledIn(
    Type.Unsafe<(typeof portfolioPeriods)[number]>(
      Type.Enum([...portfolioPeriods], {
        default: 'month',
        description: '`month`: this month up to yesterday. `last_month`: the last full one. `days`: the last 30.',
      }),
    ),
  ),
  status: filledIn(
    Type.Unsafe<(typeof projectStatuses)[number]>(
      Type.Enum([...projectStatuses], { default: 'active', description: 'Only projects of this status.' }),
    ),
  ),
  q: Type.Optional(
    Type.String({ maxLength: 200, description: 'Words that a name or client has to have, in any case.' }),
  ),
  ...labelFilters,
  format: Type.Optional(
    Type.Unsafe<'csv' | 'xlsx'>(
      Type.Enum(['csv', 'xlsx'], { description: 'A file with the figures of all projects that the query finds.' }),
    ),
  ),
});
export type PortfolioQuery = Static<typeof PortfolioQuery>;

export const PortfolioRefresh = resource(
  {
    projects: Type.Optional(
      Type.Array(Type.String({ maxLength: 100, examples: ['prj_01jd5w0k3m8q2r4t6v8x0z1b3d'] }), {
        ...{ maxItems: 1_000, minItems: 1, uniqueItems: true },
        description: 'Only these; all if absent.',
      }),
    ),
    ...labelFilters,
    q: Type.Optional(
      Type.String({ maxLength: 200, description: 'Words that a name or client has to have, in any case.' }),
    ),
  },
  {
    title: 'PortfolioRefresh',
    description: 'Nothing for all projects; `projects`, or what finds them: `tag`, `folder` and `q`.',
    examples: [{}, { tag: ['Retail'] }],
  },
);

const orderedBy = ManagedProjectCreate.properties;

export const PortfolioReportCreate = resource(
  {
    period: Type.Optional(
      Type.Unsafe<(typeof portfolioPeriods)[number]>(
        Type.Enum([...portfolioPeriods], {
          description: 'Starts a report of it. Without it there is only the project, such as for a schedule.',
          examples: ['month'],
        }),
      ),
    ),
    ...labelFilters,
    name: Type.Optional(orderedBy.name),
    locale: orderedBy.locale,
    time_zone: orderedBy.time_zone,
  },
  {
    title: 'PortfolioReportCreate',
    description:
      'Which projects the report shows: all, or those with all of the tags, in the folder. `name`, `locale` and `time_zone` are for a project that has to be made; what is usual among the projects if absent.',
    examples: [{ period: 'month' }],
  },
);

export const PortfolioReportOrder = resource(
  {
    project_id: ProjectId,
    is_new: Type.Boolean({ description: 'Whether the project was made for it.', examples: [true] }),
    generation_job_id: nullable(GenerationJobId, { description: 'Null without a `period`.' }),
  },
  { title: 'PortfolioReportOrder' },
);

export const PortfolioRefreshed = resource(
  {
    queued: Type.Integer({ minimum: 0, description: 'How many projects are read now.', examples: [40] }),
    skipped: Type.Integer({
      minimum: 0,
      description: 'How many are being read, or were asked for in the last 15 minutes.',
      examples: [0],
    }),
    requested_at: Timestamp,
  },
  { title: 'PortfolioRefreshed' },
);

const AccountFigure = resource(
  {
    system: nullable(System, { description: 'Of any system if null.' }),
    metric: MetricKey,
  },
  { title: 'PortfolioChoice' },
);

const Rates = resource(
  {
    connection_id: Type.String({ maxLength: 100, examples: ['con_01jd5w0k3m8q2r4t6v8x0z1b3d'] }),
    dimension: Type.String({
      ...{ minLength: 1, maxLength: 200, examples: ['currency'] },
      description: 'Its values are ISO 4217 codes.',
    }),
    metric: Type.String({ minLength: 1, maxLength: 200, examples: ['rate'] }),
    means: oneOf(['price', 'units'] as const, {
      description:
        '`price`: what one unit of the currency costs in the reporting currency. `units`: how many one unit of the reporting currency buys, as central banks say it.',
    }),
  },
  { title: 'PortfolioRates', description: 'The connection that has rates by day.' },
);

const ReportingCurrency = Type.Refine(
  Type.String({ pattern: '^[A-Z]{3}$', examples: ['EUR'] }),
  isCurrency,
  () => 'must be an ISO 4217 currency code such as EUR',
);

const settings = {
  enabled: Type.Boolean({ description: 'Whether projects are read each night at five.', examples: [true] }),
  figures: nullable(Type.Array(AccountFigure, { maxItems: mostFigures, minItems: 1 }), {
    description: 'Of projects whose template names none; null for the first key figures of their layouts.',
    examples: [[{ system: null, metric: 'revenue' }]],
  }),
  currency: nullable(ReportingCurrency, { description: 'ISO 4217: what sums are converted to; null for none.' }),
  rates: nullable(Rates),
};

export const PortfolioSettings = resource(settings, { title: 'PortfolioSettings' });

export const PortfolioSettingsUpdate = Type.Object(
  {
    enabled: Type.Optional(settings.enabled),
    figures: Type.Optional(settings.figures),
    currency: Type.Optional(settings.currency),
    rates: Type.Optional(settings.rates),
  },
  {
    ...{ additionalProperties: false, minProperties: 1, title: 'PortfolioSettingsUpdate' },
    examples: [{ enabled: true }],
  },
);
export type PortfolioSettingsUpdate = Static<typeof PortfolioSettingsUpdate>;
