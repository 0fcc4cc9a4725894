import { type Static, Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import {
  LibraryTemplateId,
  nullable,
  oneOf,
  ProjectId,
  ReportId,
  TemplateId,
  Timestamp,
} from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import { goalsSettings } from '../../reporting/documents/goal-settings.ts';
import { sectionsSettings, sectionTypes } from '../../reporting/documents/section-settings.ts';
import { BrandInput } from '../brands/schema.ts';
import { ReportDefaults } from './report-defaults.ts';

const Name = Type.String({
  ...{ minLength: 1, maxLength: 100, pattern: '\\S' },
  description: 'What the template is called, once in an account.',
  examples: ['Whole marketing month'],
});
const Description = nullable(Type.String({ maxLength: 1_000 }), {
  description: 'What it is for.',
  examples: ['For clients with a shop and search advertisements.'],
});
export const System = Type.String({ minLength: 1, maxLength: 100, examples: ['google-ads'] });
export const Key = Type.String({ minLength: 1, maxLength: 200, examples: ['conversions'] });
const slotName = '^[a-z][a-z0-9-]{0,39}$';
export const SlotName = Type.String({
  pattern: slotName,
  description: 'Its name: sections have `slot:` and this name for `connection_id`, and so have placeholders of texts.',
  examples: ['ads'],
});

const Slot = resource(
  {
    slot: SlotName,
    systems: Type.Array(System, {
      ...{ minItems: 1, maxItems: 50, uniqueItems: true },
      description: 'The systems that it takes: a connection of the project of one of them fills it.',
      examples: [['google-ads', 'meta-ads']],
    }),
    required: Type.Optional(
      Type.Boolean({
        description: 'Whether reports fail without it. Otherwise its sections are left out; so if absent.',
        examples: [false],
      }),
    ),
    names: Type.Optional(
      Type.Unsafe<Readonly<Record<string, Readonly<Record<string, string>>>>>(
        Type.Object(
          {},
          {
            additionalProperties: Type.Object({}, { additionalProperties: Key, maxProperties: 50 }),
            maxProperties: 100,
            description: 'What systems call the metrics and dimensions of the sections, where it is another name.',
            examples: [{ conversions: { 'meta-ads': 'purchases' } }],
          },
        ),
      ),
    ),
  },
  { title: 'TemplateSlot', description: 'A place for a connection, which each project fills with one of its own.' },
);
export const Slots = Type.Array(Slot, { maxItems: 50, description: 'The places for connections.' });

export const Settings = resource(
  {
    title: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['Your month in figures'] })),
    ),
    sections: Type.Optional(
      nullable(sectionsSettings, {
        description: 'As in settings of projects, with slots for connections; null for the automatic layout.',
        examples: [[{ type: 'kpis', title: null, connection_id: 'slot:ads', metrics: ['cost', 'conversions'] }]],
      }),
    ),
    goals: Type.Optional(
      nullable(goalsSettings, {
        description: 'As in settings of projects, with slots for connections.',
        examples: [null],
      }),
    ),
    on_failure: Type.Optional(nullable(oneOf(['block', 'omit']))),
    brand: Type.Optional(nullable(BrandInput)),
    portfolio: Type.Optional(
      nullable(
        Type.Array(
          resource(
            {
              connection_id: Type.String({ minLength: 1, maxLength: 100, examples: ['slot:ads'] }),
              metric: Key,
            },
            { title: 'TemplateFigure' },
          ),
          { maxItems: 6, minItems: 1 },
        ),
        {
          description: "Figures that the portfolio shows of projects that follow it, in place of the account's choice.",
          examples: [[{ connection_id: 'slot:ads', metric: 'cost' }]],
        },
      ),
    ),
  },
  { title: 'TemplateSettings', description: 'What projects have for settings that follow the template.' },
);

const ProjectOfTemplate = Type.Optional(
  Type.String({
    maxLength: 100,
    description:
      'In place of `slots` and `settings`: those of this project, with a slot for each connection that its sections name.',
    examples: ['prj_01jd5w0k3m8q2r4t6v8x0z1b3d'],
  }),
);

export const TemplateCreate = resource(
  {
    name: Name,
    description: Type.Optional(Description),
    slots: Type.Optional(Slots),
    settings: Type.Optional(Settings),
    reports: Type.Optional(nullable(ReportDefaults)),
    project_id: ProjectOfTemplate,
    library: Type.Optional(
      Type.String({
        maxLength: 100,
        description: 'In place of `slots` and `settings`: the id of a template that comes with the service.',
        examples: ['shop'],
      }),
    ),
  },
  {
    title: 'TemplateCreate',
    examples: [{ name: 'Whole marketing month', project_id: 'prj_01jd5w0k3m8q2r4t6v8x0z1b3d' }],
  },
);
export type TemplateCreate = Static<typeof TemplateCreate>;

export const TemplateUpdate = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    slots: Type.Optional(Slots),
    settings: Type.Optional(Settings),
    reports: Type.Optional(nullable(ReportDefaults)),
    project_id: ProjectOfTemplate,
  },
  {
    ...{ additionalProperties: false, minProperties: 1, title: 'TemplateUpdate' },
    description: 'Only the fields to change; `slots`, `settings` and `reports` are replaced whole.',
    examples: [{ description: 'For shops.' }],
  },
);
export type TemplateUpdate = Static<typeof TemplateUpdate>;

export const Published = Type.Integer({
  minimum: 0,
  description: 'The revision that projects follow; 0 before the first is published.',
  examples: [3],
});

const summary = {
  id: TemplateId,
  name: Type.String({ maxLength: 100, examples: ['Whole marketing month'] }),
  description: Description,
  published: Published,
  published_at: nullable(Timestamp),
  has_changes: Type.Boolean({
    description: 'Whether the draft is another than what projects follow.',
    examples: [false],
  }),
  projects: Type.Integer({ minimum: 0, description: 'How many projects follow it.', examples: [40] }),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const TemplateSummary = resource(summary, { title: 'TemplateSummary' });

export const Template = resource(
  {
    ...summary,
    ...{ slots: Slots, settings: Settings, reports: nullable(ReportDefaults) },
    newest_report: nullable(resource({ id: ReportId, created_at: Timestamp }, { title: 'ReportOfTemplate' }), {
      description: 'Of a project that follows it, made since it was published: how its reports look. Null for none.',
    }),
  },
  { title: 'Template', description: 'A template with its draft: what is published next.' },
);

/** A template that comes with the service. */
export const LibraryTemplate = resource(
  {
    id: LibraryTemplateId,
    name: Type.String({ maxLength: 100, examples: ['Shop'] }),
    description: Type.String({ maxLength: 1_000, examples: ['Sales and orders, and the best products.'] }),
    slots: Slots,
    settings: Settings,
  },
  { title: 'LibraryTemplate' },
);
export const LibraryPicture = resource(
  {
    id: LibraryTemplateId,
    data_uri: Type.String({
      maxLength: 100_000,
      description: 'A JPEG of the first page after the cover, in English, with example figures.',
      examples: ['data:image/jpeg;base64,/9j/4AAQSkZJRgABAQ=='],
    }),
  },
  { title: 'LibraryPicture', description: 'How a report by a template of the library looks.' },
);
export const LibraryTemplateListQuery = listQuery(['id'], {});

export const TemplateListQuery = listQuery(['name', 'created_at', 'updated_at'], {});

const revision = {
  template_id: TemplateId,
  number: Type.Integer({ minimum: 1, examples: [3] }),
  published_by: Type.String({
    maxLength: 200,
    description: 'Who published it: an actor of the log of changes.',
    examples: ['user:usr_01jd5w0k3m8q2r4t6v8x0z1b3d'],
  }),
  published_by_name: nullable(Type.String({ maxLength: 500, examples: ['Ann Example'] }), {
    description: 'What that user or token is called; null for others, and for who is gone.',
  }),
  published_at: Timestamp,
};
export const TemplateRevisionSummary = resource(revision, { title: 'TemplateRevisionSummary' });
export const TemplateRevision = resource(
  { ...revision, slots: Slots, settings: Settings, reports: nullable(ReportDefaults) },
  { title: 'TemplateRevision', description: 'What projects followed from that moment on.' },
);
export const TemplateRevisionListQuery = listQuery(['number'], {});

export const ComparisonQuery = Type.Object(
  {
    with: Type.Optional(
      Type.String({
        pattern: '^(draft|[1-9]\\d{0,8})$',
        description: 'The later one: the number of a revision, or `draft`, which is the default.',
        examples: ['draft'],
      }),
    ),
  },
  { additionalProperties: false },
);

const Place = nullable(Type.Integer({ minimum: 1 }), {
  description: 'Its place, from 1; null where it is not there.',
  examples: [2],
});
const ChangedFields = Type.Array(Type.String({ maxLength: 50, examples: ['metrics'] }), {
  maxItems: 50,
  description: 'The fields that differ, where it is changed.',
});

export const TemplateComparison = resource(
  {
    template_id: TemplateId,
    revision: Type.Integer({ minimum: 1, description: 'The earlier one.', examples: [3] }),
    with: nullable(Type.Integer({ minimum: 1 }), {
      description: 'The later one; null for the draft.',
      examples: [null],
    }),
    sections: Type.Array(
      resource(
        {
          change: oneOf(['added', 'removed', 'changed', 'same'], {
            description: '`same` is one that only stands elsewhere.',
          }),
          moved: Type.Boolean({ examples: [false] }),
          type: oneOf(sectionTypes),
          title: nullable(Type.String({ maxLength: 200, examples: ['Advertisements'] })),
          before: Place,
          after: Place,
          fields: ChangedFields,
        },
        { title: 'SectionDifference' },
      ),
      { maxItems: 100, description: 'The sections that differ, in the order of the later one.' },
    ),
    slots: Type.Array(
      resource(
        { slot: SlotName, change: oneOf(['added', 'removed', 'changed']), fields: ChangedFields },
        { title: 'SlotDifference' },
      ),
      { maxItems: 100, description: 'The slots that differ.' },
    ),
    fields: Type.Array(Type.String({ maxLength: 50, examples: ['title'] }), {
      maxItems: 20,
      description: 'What else differs; `sections` where one of both has the automatic layout.',
    }),
  },
  { title: 'TemplateComparison', description: 'How a revision of a template differs from a later one, or the draft.' },
);

export const FileQuery = Type.Object(
  {
    revision: Type.Optional(
      Type.String({
        pattern: '^(draft|[1-9]\\d{0,8})$',
        description: 'The number of a revision, or `draft`; what projects follow if absent.',
        examples: ['draft'],
      }),
    ),
  },
  { additionalProperties: false },
);

export const PublishQuery = Type.Object(
  {
    dry_run: Type.Optional(
      Type.Boolean({ description: 'Only tell what would change, project by project; nothing is published.' }),
    ),
  },
  { additionalProperties: false },
);

export const RemoveQuery = Type.Object(
  {
    detach: Type.Optional(
      Type.Boolean({ description: 'Detach the projects that follow it, which keep the settings that they have.' }),
    ),
  },
  { additionalProperties: false },
);

const Missing = Type.Array(
  resource(
    { slot: Type.String({ maxLength: 40, examples: ['ads'] }), metrics: Type.Array(Key, { maxItems: 1_000 }) },
    { title: 'MissingMetrics' },
  ),
  { maxItems: 50, description: 'Metrics of the template that the connection of a slot does not have.', examples: [[]] },
);

export const Publication = resource(
  {
    id: TemplateId,
    published: Published,
    projects: Type.Integer({ minimum: 0, description: 'How many projects follow the template.', examples: [40] }),
    changed: Type.Integer({ minimum: 0, description: 'How many of them change by it.', examples: [38] }),
    items: Type.Array(
      resource(
        {
          project_id: ProjectId,
          name: Type.String({ maxLength: 200, examples: ['Web shop'] }),
          sections: resource(
            {
              added: Type.Integer({ minimum: 0, examples: [1] }),
              removed: Type.Integer({ minimum: 0, examples: [0] }),
              changed: Type.Integer({ minimum: 0, examples: [2] }),
              moved: Type.Boolean({ examples: [false] }),
            },
            { title: 'SectionChanges' },
          ),
          fields: Type.Array(Type.String({ maxLength: 50, examples: ['title'] }), {
            maxItems: 10,
            description: 'Other settings that change.',
            examples: [['title']],
          }),
          kept: Type.Integer({
            minimum: 0,
            description: 'Sections that change in the template alone, since the project has its own in their place.',
            examples: [0],
          }),
          empty_slots: Type.Array(Type.String({ maxLength: 40, examples: ['ads'] }), {
            maxItems: 50,
            description: 'Slots without a connection, whose sections are left out.',
            examples: [[]],
          }),
          missing: Missing,
        },
        { title: 'ProjectChange' },
      ),
      {
        maxItems: 1_000,
        description: 'The projects that change, and those where something is missing; a thousand at most.',
      },
    ),
  },
  { title: 'Publication', description: 'What publishing a template changes, project by project.' },
);
