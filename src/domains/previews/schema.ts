import { type Static, Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { PreviewId, Timestamp } from '../../platform/http/fields.ts';
import { GenerationRequest } from '../generation-jobs/schema.ts';
import { ProjectUpdate } from '../projects/schema.ts';

export const PreviewRequest = Type.Object(
  { ...ProjectUpdate.properties, ...GenerationRequest.properties },
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
