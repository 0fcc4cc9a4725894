import { Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { nullable, oneOf, ProjectId, ReportId, ShareId, Timestamp } from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import { labelFilters } from '../labels/schema.ts';

const states = ['active', 'expired', 'revoked'] as const;

const share = {
  id: ShareId,
  project_id: ProjectId,
  report_id: ReportId,
  state: oneOf(states, { description: 'Only an `active` link shows the report.' }),
  has_password: Type.Boolean({ description: 'Whether guests need a password.', examples: [false] }),
  figures: Type.Boolean({ description: 'Whether guests may download the figures.', examples: [false] }),
  created_at: Timestamp,
  expires_at: nullable(Timestamp, { description: 'Null for a link that lives until it is revoked.' }),
  revoked_at: nullable(Timestamp, { examples: [null] }),
  view_count: Type.Integer({ minimum: 0, description: 'How often guests have opened it.', examples: [3] }),
  last_viewed_at: nullable(Timestamp),
};

export const Share = resource(share, { title: 'Share', description: 'A guest link to a report, without the link.' });

export const NewShare = resource(
  {
    ...share,
    url: nullable(Type.String({ maxLength: 3_000 }), {
      description: 'The link, which is shown only once.',
      examples: ['https://reports.example.com/shared/6Yt0…'],
    }),
  },
  { title: 'NewShare' },
);

export const ShareCreate = resource(
  {
    password: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: 1_000 }), {
        description: 'What guests need, of 8 to 200 characters. It is never shown again.',
        examples: ['seven green bicycles'],
      }),
    ),
    figures: Type.Optional(
      Type.Boolean({ description: 'Whether guests may download the figures; not if absent.', examples: [false] }),
    ),
    expires_at: Type.Optional(
      nullable(Timestamp, {
        description: 'At most 366 days from now; null for a link that lives until it is revoked.',
      }),
    ),
  },
  { title: 'ShareCreate' },
);

const shareFilters = { state: Type.Optional(Type.Enum([...states], { description: 'Only those in this state.' })) };
export const ShareListQuery = listQuery(['created_at'], shareFilters);
export const AllSharesQuery = listQuery(['created_at'], { ...shareFilters, ...labelFilters });
