import { type Static, type TSchema, Type } from 'typebox';
import { sectionsSettings } from '../documents/section-settings.ts';
import { resource } from '../http/envelope.ts';
import { listQuery } from '../http/pagination.ts';
import { isCurrency, isLocale, isLogo, isTimeZone } from './settings.ts';

const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const Timestamp = Type.String({
  format: 'date-time',
  description: 'UTC, whole seconds.',
  examples: ['2026-11-21T09:30:00Z'],
});
const Title = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

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
  Type.String({ maxLength: 3, description: 'ISO 4217 code of the currency metrics.', examples: ['EUR'] }),
  isCurrency,
  () => 'must be an ISO 4217 currency code such as EUR',
);
const Locale = Type.Refine(
  Type.String({ maxLength: 64, description: 'BCP 47 tag that decides how reports read.', examples: ['de-DE'] }),
  isLocale,
  () => 'must be a BCP 47 language tag such as de-DE',
);
const Logo = Type.Refine(
  Type.String({ description: 'Data URI of a PNG or SVG picture, at most 128 KiB decoded.' }),
  isLogo,
  () => 'must be a data URI of a PNG or SVG picture of at most 128 KiB',
);

const SettingsFields = {
  accent_color: Type.Optional(nullable(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#0b6e4f'] }))),
  logo: Type.Optional(nullable(Logo)),
  title: Type.Optional(nullable(Title)),
  sections: Type.Optional(nullable(sectionsSettings)),
};

/** A project's own choices of brand and layout; replaced whole by a PATCH. */
export const Settings = resource(SettingsFields, "Brand and layout of the project's reports.");
export type Settings = Static<typeof Settings>;

const fields = {
  name: Title,
  client_name: Type.Optional(nullable(Title)),
  time_zone: Type.Optional(TimeZone),
  currency: Type.Optional(Currency),
  locale: Type.Optional(Locale),
  settings: Type.Optional(nullable(Settings)),
};

export const ProjectCreate = resource(fields);
export type ProjectCreate = Static<typeof ProjectCreate>;

export const ProjectUpdate = Type.Object(
  { ...fields, name: Type.Optional(Title) },
  { additionalProperties: false, minProperties: 1 },
);
export type ProjectUpdate = Static<typeof ProjectUpdate>;

export const EmptyBody = resource({}, 'No body, or `{}`.');

const summary = {
  id: Type.String({ examples: ['prj_01jd5w0k3m8q2r4t6v8x0z1b3d'] }),
  name: Type.String(),
  client_name: nullable(Type.String()),
  status: Type.Union([Type.Literal('active'), Type.Literal('archived')]),
  time_zone: Type.String(),
  currency: Type.String(),
  locale: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
  archived_at: nullable(Timestamp),
};

export const ProjectSummary = resource(summary);

export const Project = resource({
  ...summary,
  settings: resource({
    accent_color: nullable(Type.String()),
    logo: nullable(Type.String()),
    title: nullable(Type.String()),
    sections: nullable(sectionsSettings),
  }),
  connections: Type.Array(
    resource({
      id: Type.String(),
      system: Type.String(),
      name: Type.String(),
      status: Type.Union([
        Type.Literal('connected'),
        Type.Literal('reauth_required'),
        Type.Literal('resource_missing'),
      ]),
    }),
    { description: 'The connected systems, without configuration or secret.' },
  ),
  schedules: Type.Array(
    resource({
      id: Type.String(),
      cadence: Type.Union([Type.Literal('daily'), Type.Literal('weekly'), Type.Literal('monthly')]),
      time_zone: Type.String(),
      enabled: Type.Boolean(),
      next_run_at: nullable(Timestamp),
    }),
  ),
});
export type Project = Static<typeof Project>;

export const ProjectListQuery = listQuery(['created_at', 'updated_at', 'name'], {
  status: Type.Optional(Type.Enum(['active', 'archived'], { description: 'Both when absent.' })),
});
