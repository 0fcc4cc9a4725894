import { type Static, Type } from 'typebox';
import { cadences, connectionStatuses, projectStatuses } from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import {
  ConnectionId,
  nullable,
  oneOf,
  ProjectId,
  ReportId,
  ScheduleId,
  Timestamp,
} from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import { isLocale } from '../../platform/locales.ts';
import { isCurrency } from '../../reporting/documents/currencies.ts';
import { goalsSettings } from '../../reporting/documents/goal-settings.ts';
import { sectionsSettings } from '../../reporting/documents/section-settings.ts';
import { Brand, BrandInput } from '../brands/schema.ts';
import { labelFields, labelFilters, labelInputs } from '../labels/schema.ts';
import { isLogo, isTimeZone } from './settings.ts';

const title = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', description, examples: [example] });
const Name = title('What the project is called, for the account itself.', 'Web shop');
const ClientName = title('Who the reports are for; shown on their cover.', 'Northwind Traders');

const TimeZone = Type.Refine(
  Type.String({
    maxLength: 64,
    description: 'IANA time zone whose calendar days the periods are.',
    examples: ['Europe/Berlin'],
  }),
  isTimeZone,
  () => 'must be an IANA time zone such as Europe/Berlin',
);
const Currency = Type.Refine(
  Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code of the currency metrics.', examples: ['EUR'] }),
  isCurrency,
  () => 'must be an ISO 4217 currency code such as EUR',
);
/** The language of reports. */
export const Locale = Type.Refine(
  Type.String({ maxLength: 64, description: 'BCP 47 tag that decides how reports read.', examples: ['de-DE'] }),
  isLocale,
  () => 'must be a BCP 47 language tag such as de-DE',
);
const Logo = Type.Refine(
  Type.String({
    description:
      'Data URI of a PNG or SVG picture, at most 128 KiB decoded. Reports leave out one that cannot be read or that uses filters, masks, patterns, scripts, embedded pictures or entities.',
  }),
  isLogo,
  () => 'must be a data URI of a PNG or SVG picture of at most 128 KiB',
);

const sectionsDocumentation = {
  description: 'The sections of the reports in their order; null for the automatic layout.',
  examples: [
    [
      { type: 'highlights', title: null },
      {
        type: 'timeseries',
        title: 'Flights a week',
        connection_id: 'con_01jd5w0k3m8q2r4t6v8x0z1b3d',
        metric: 'flights',
        by: 'week',
      },
      { type: 'text', title: 'What we did', markdown: 'The spring campaign moved to *search*.' },
    ],
  ],
};

const goalsDocumentation = {
  description:
    'Goals of metrics; null for none. For one metric only one holds on a day. Key figures show the goal of the period, prorated by days; a section `goals` shows each in its own period.',
  examples: [
    [
      {
        ...{ id: 'flights-2026', connection_id: 'con_01jd5w0k3m8q2r4t6v8x0z1b3d', metric: 'flights' },
        ...{ amount: 360_000, per: 'month', from: '2026-01-01', to: null },
      },
    ],
  ],
};

const OnFailure = oneOf(['block', 'omit'], {
  description:
    'What a connected system that fails does to a report: `block` it (the default), or `omit` leaves the system out, with a warning that names it.',
});

const SettingsFields = {
  accent_color: Type.Optional(
    nullable(
      Type.String({
        pattern: '^#[0-9a-fA-F]{6}$',
        description: 'Color of headings and charts.',
        examples: ['#0b6e4f'],
      }),
    ),
  ),
  logo: Type.Optional(nullable(Logo, { examples: [null] })),
  title: Type.Optional(nullable(title('Title of the reports; null for a standard one.', 'Web shop in figures'))),
  sections: Type.Optional(nullable(sectionsSettings, sectionsDocumentation)),
  goals: Type.Optional(nullable(goalsSettings, goalsDocumentation)),
  on_failure: Type.Optional(nullable(OnFailure)),
  brand: Type.Optional(nullable(BrandInput)),
};

/** A project's own choices of brand and layout; replaced whole by a PATCH. */
export const Settings = resource(SettingsFields, {
  title: 'SettingsInput',
  description: "Brand and layout of the project's reports; replaced whole: omitted fields become null.",
});
export type Settings = Static<typeof Settings>;

const fields = {
  name: Name,
  client_name: Type.Optional(nullable(ClientName)),
  time_zone: Type.Optional(TimeZone),
  currency: Type.Optional(Currency),
  locale: Type.Optional(Locale),
  settings: Type.Optional(nullable(Settings)),
};

export const ProjectCreate = resource(fields, {
  title: 'ProjectCreate',
  examples: [
    {
      name: 'Web shop',
      client_name: 'Northwind Traders',
      time_zone: 'Europe/Berlin',
      currency: 'EUR',
      locale: 'de-DE',
      settings: { accent_color: '#0b6e4f', title: 'Web shop in figures' },
    },
  ],
});
export type ProjectCreate = Static<typeof ProjectCreate>;

export const ProjectUpdate = Type.Object(
  { ...fields, name: Type.Optional(Name) },
  {
    additionalProperties: false,
    minProperties: 1,
    title: 'ProjectUpdate',
    description: 'Only the fields to change.',
    examples: [{ name: 'Web shop Europe', client_name: null }],
  },
);
export type ProjectUpdate = Static<typeof ProjectUpdate>;

/** What management gives a project besides. */
export const ManagedProjectCreate = resource({ ...fields, ...labelInputs }, { title: 'ProjectCreate' });
export type ManagedProjectCreate = Static<typeof ManagedProjectCreate>;

export const ManagedProjectUpdate = Type.Object(
  { ...fields, name: Type.Optional(Name), ...labelInputs },
  { additionalProperties: false, minProperties: 1, title: 'ProjectUpdate', description: 'Only the fields to change.' },
);
export type ManagedProjectUpdate = Static<typeof ManagedProjectUpdate>;

export const EmptyBody = resource({}, { title: 'Nothing', description: 'No body, or `{}`.', examples: [{}] });

const summary = {
  id: ProjectId,
  name: Type.String({ maxLength: 200, examples: ['Web shop'] }),
  client_name: nullable(Type.String({ maxLength: 200, examples: ['Northwind Traders'] })),
  status: oneOf(projectStatuses, {
    title: 'ProjectStatus',
    description: 'An archived project keeps its history and settings, but makes no reports.',
  }),
  time_zone: Type.String({ maxLength: 64, description: 'IANA time zone.', examples: ['Europe/Berlin'] }),
  currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.', examples: ['EUR'] }),
  locale: Type.String({ maxLength: 64, description: 'BCP 47 tag.', examples: ['de-DE'] }),
  created_at: Timestamp,
  updated_at: Timestamp,
  archived_at: nullable(Timestamp, { examples: [null] }),
};

export const ProjectSummary = resource(summary, {
  title: 'ProjectSummary',
  description: 'A project as lists show it; read it alone for its settings, connections and schedules.',
});

/** How a project is, for lists of management. */
export const ManagedProjectSummary = resource(
  {
    ...summary,
    ...labelFields,
    connections: resource(
      {
        total: Type.Integer({ minimum: 0, examples: [3] }),
        due: Type.Integer({ minimum: 0, description: 'How many of them need somebody: not connected.', examples: [1] }),
      },
      { title: 'ConnectionCount' },
    ),
    last_report: nullable(resource({ id: ReportId, created_at: Timestamp }, { title: 'LastReport' })),
    next_run_at: nullable(Timestamp, { description: 'When the first of its schedules runs next.' }),
  },
  { title: 'ManagedProjectSummary', description: 'A project as lists of management show it, with how it is.' },
);

const Connection = resource(
  {
    id: ConnectionId,
    system: Type.String({ maxLength: 100, description: 'The kind of data system.', examples: ['file'] }),
    name: Type.String({ maxLength: 200, examples: ['US flights'] }),
    status: oneOf(connectionStatuses, {
      description: 'Anything but `connected` blocks generations until the operator resolves it.',
    }),
  },
  { title: 'Connection', description: 'A connected data system, without its configuration and secret.' },
);

const Schedule = resource(
  {
    id: ScheduleId,
    cadence: oneOf(cadences),
    time_zone: Type.String({ maxLength: 64, description: 'IANA time zone.', examples: ['Europe/Berlin'] }),
    enabled: Type.Boolean({
      description: 'Archiving a project turns its schedules off; restoring leaves them off.',
      examples: [true],
    }),
    next_run_at: nullable(Timestamp),
  },
  { title: 'Schedule', description: 'A recurring generation.' },
);

export const Project = resource(
  {
    ...summary,
    settings: resource(
      {
        accent_color: nullable(Type.String({ maxLength: 7, examples: ['#0b6e4f'] })),
        logo: nullable(Type.String({ description: 'Data URI of a PNG or SVG picture.' }), { examples: [null] }),
        title: nullable(Type.String({ maxLength: 200, examples: ['Web shop in figures'] })),
        sections: nullable(sectionsSettings, sectionsDocumentation),
        goals: Type.Optional(Type.Unsafe<Static<typeof goalsSettings>>({ ...goalsSettings, ...goalsDocumentation })),
        on_failure: Type.Optional(OnFailure),
        brand: Type.Optional(Brand),
      },
      { title: 'Settings', description: "Brand and layout of the project's reports." },
    ),
    connections: Type.Array(Connection, {
      maxItems: 10_000,
      description: 'The connected data systems; they are managed by the operator, and through the management API.',
    }),
    schedules: Type.Array(Schedule, { maxItems: 10_000, description: 'The recurring generations.' }),
  },
  { title: 'Project', description: 'A project with all that may be shown of it; never a secret.' },
);
export type Project = Static<typeof Project>;

export const PortfolioOfProject = resource(
  {
    tag: Type.Array(Type.String({ maxLength: 100 }), {
      maxItems: 100,
      description: 'All of them.',
      examples: [['Retail']],
    }),
    folder: nullable(Type.String({ maxLength: 100 }), { examples: [null] }),
  },
  {
    title: 'PortfolioOfProject',
    description: 'Which projects the reports show.',
  },
);

export const ManagedProject = resource(
  {
    ...Project.properties,
    ...labelFields,
    follows_template: Type.Boolean({
      description: 'Whether it follows a template, which `/projects/{project_id}/template` then names.',
      examples: [false],
    }),
    portfolio: nullable(PortfolioOfProject, {
      description:
        'Of a project whose reports show the portfolio of the account, made by `POST /portfolio/reports`: which projects. Null for all others.',
      examples: [null],
    }),
  },
  { title: 'Project', description: 'A project with all that may be shown of it; never a secret.' },
);

const projectSorts = ['created_at', 'updated_at', 'name'] as const;
const projectFilters = {
  status: Type.Optional(
    Type.Enum([...projectStatuses], { description: 'Only projects in this status; both when absent.' }),
  ),
};

export const ProjectListQuery = listQuery(projectSorts, projectFilters);

/** What management searches besides. */
export const ManagedProjectListQuery = listQuery(projectSorts, {
  ...projectFilters,
  ...labelFilters,
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'Only projects whose name or client has all of these words, in any case and with or without accents.',
    }),
  ),
  template_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only projects that follow this template.' })),
});

export const ProjectCopy = resource({ name: Name }, { title: 'ProjectCopy' });
