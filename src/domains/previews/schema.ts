import { type Static, Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { ConnectionId, nullable, PreviewId, TemplateId, Timestamp } from '../../platform/http/fields.ts';
import { GenerationRequest } from '../generation-jobs/schema.ts';
import { ProjectUpdate } from '../projects/schema.ts';
import { Key, SlotName, Slots, Settings as TemplateSettings } from '../templates/schema.ts';

const DraftOfTemplate = resource(
  {
    template_id: TemplateId,
    slots: Type.Optional(Slots),
    settings: Type.Optional(TemplateSettings),
  },
  {
    title: 'DraftOfTemplate',
    description:
      'In place of `settings`: what the project would have once the draft of a template is published. `slots` and `settings` are what is not stored of the draft yet. A project that does not follow the template is shown as if it did, with the first connection that fits each slot.',
  },
);

export const PreviewRequest = Type.Object(
  { ...ProjectUpdate.properties, ...GenerationRequest.properties, template: Type.Optional(DraftOfTemplate) },
  {
    additionalProperties: false,
    title: 'PreviewRequest',
    description:
      'The period of the report, and the fields of the project that are not stored yet, as a change of the project takes them; the others are as stored.',
    examples: [
      {
        period: { current: { from: '2026-10-01', to: '2026-10-31' } },
        settings: { title: 'Web shop in figures', accent_color: '#0b6e4f' },
      },
    ],
  },
);
export type PreviewRequest = Static<typeof PreviewRequest>;

export const Preview = resource(
  {
    id: PreviewId,
    url: Type.String({
      description: 'The path of the page, for a frame with `sandbox="allow-scripts"`.',
      examples: ['/manage/v1/previews/prv_01jd5w0k3m8q2r4t6v8x0z1b3d'],
    }),
    expires_at: Timestamp,
    template: Type.Optional(
      resource(
        {
          sections: nullable(
            Type.Array(nullable(Type.Integer({ minimum: 1 })), { maxItems: 50, examples: [[1, null]] }),
            {
              description:
                'Where each section of the template stands on the page, from 1; null for one that is left out, hidden, or the automatic layout.',
            },
          ),
          slots: Type.Array(
            resource(
              {
                slot: SlotName,
                connection_id: nullable(ConnectionId, { description: 'What fills it; null for nothing.' }),
                missing: Type.Array(Key, {
                  maxItems: 1_000,
                  description: 'Metrics that its connection lacks.',
                  examples: [[]],
                }),
              },
              { title: 'PreviewedSlot' },
            ),
            { maxItems: 50 },
          ),
        },
        {
          title: 'PreviewedTemplate',
          description: 'How the parts of a template stand in the project, if one was asked for.',
        },
      ),
    ),
  },
  {
    title: 'Preview',
    description:
      'A page that shows the report of a draft, for five minutes, and only to the session or token that asked.',
  },
);

export const PreviewReadiness = resource(
  { is_ready: Type.Boolean({ description: 'Whether one would be made at once.', examples: [false] }) },
  { title: 'PreviewReadiness' },
);
