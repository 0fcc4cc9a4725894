import { type Static, Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { ConnectionId, nullable, oneOf, ProjectId, TemplateId } from '../../platform/http/fields.ts';
import { sectionTypes } from '../../reporting/documents/section-settings.ts';
import { ReportDefaults } from './report-defaults.ts';
import { Key, Published, SlotName, System } from './schema.ts';

/** How a project stands to its template. */
export const ProjectTemplate = resource(
  {
    project_id: ProjectId,
    template_id: nullable(TemplateId, { description: 'Null where the project was made from it and is free.' }),
    name: Type.String({ maxLength: 100, description: "The template's name.", examples: ['Whole marketing month'] }),
    published: Published,
    slots: Type.Array(
      resource(
        {
          slot: SlotName,
          systems: Type.Array(System, { maxItems: 50 }),
          required: Type.Boolean({ examples: [false] }),
          connection_id: nullable(ConnectionId, { description: 'What fills it; null for nothing.' }),
          fitting: Type.Array(ConnectionId, {
            maxItems: 10_000,
            description: 'The connections of the project that fit. Several with none chosen wait for a choice.',
          }),
          missing: Type.Array(Key, {
            maxItems: 1_000,
            description: 'Metrics that its connection lacks.',
            examples: [[]],
          }),
        },
        { title: 'FilledTemplateSlot' },
      ),
      { maxItems: 50 },
    ),
    sections: nullable(
      Type.Array(
        resource(
          {
            type: oneOf(sectionTypes),
            title: nullable(Type.String({ maxLength: 200, examples: ['Advertisements'] })),
            origin: oneOf(['template', 'changed', 'own'], {
              description:
                "`template`: as the template has it; `changed`: the project's own in its place; `own`: the project's alone.",
            }),
            is_left_out: Type.Boolean({
              description: 'Whether reports leave it out, since a slot is empty or a metric missing.',
              examples: [false],
            }),
          },
          { title: 'FollowedSection' },
        ),
        { maxItems: 100 },
      ),
      { description: 'Every section in its order, with those that are left out; null for the automatic layout.' },
    ),
    hidden: Type.Integer({ minimum: 0, description: 'How many sections the project hides.', examples: [0] }),
    own: Type.Array(Type.String({ maxLength: 50, examples: ['title'] }), {
      maxItems: 20,
      description: "Settings besides sections that are the project's own.",
      examples: [['title']],
    }),
    reports: nullable(ReportDefaults),
  },
  { title: 'ProjectTemplate', description: 'How a project follows its template.' },
);

export const ProjectTemplateSet = resource(
  {
    template_id: TemplateId,
    mode: Type.Optional(
      oneOf(['follow', 'copy'], {
        description:
          '`follow` (the default): the project changes with the template. `copy`: it is made from it once, and free.',
      }),
    ),
    slots: Type.Optional(
      Type.Unsafe<Readonly<Record<string, string>>>(
        Type.Object(
          {},
          {
            additionalProperties: Type.String({ maxLength: 100 }),
            maxProperties: 50,
            description:
              'The connection for a slot, where several fit; those that are not named are filled by the only one that fits.',
            examples: [{ ads: 'con_01jd5w0k3m8q2r4t6v8x0z1b3d' }],
          },
        ),
      ),
    ),
    keep_own: Type.Optional(
      Type.Boolean({
        description:
          "Whether what differs from the template stays as the project's own; if absent, so for a project that follows this template already, and otherwise not.",
        examples: [false],
      }),
    ),
  },
  { title: 'ProjectTemplateSet' },
);
export type ProjectTemplateSet = Static<typeof ProjectTemplateSet>;
