import { type Static, Type } from 'typebox';
import { livePeriods, scheduleComparisons, shareKinds } from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import { nullable, oneOf, ProjectId, ReportId, ShareId, Timestamp } from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import { labelFilters } from '../labels/schema.ts';
import { keepBounds, mostOrigins } from './live-settings.ts';

const states = ['active', 'expired', 'revoked'] as const;

const liveFields = {
  periods: Type.Array(oneOf(livePeriods), {
    minItems: 1,
    maxItems: livePeriods.length,
    uniqueItems: true,
    description:
      'What readers choose from; the first is shown at first. Those that begin with `this` reach up to now, all others end with a day that is over.',
    examples: [['last-28-days', 'previous-month', 'this-month']],
  }),
  own_days: Type.Boolean({ description: 'Whether readers may name the days themselves.', examples: [false] }),
  compare: Type.Array(oneOf(scheduleComparisons), {
    minItems: 1,
    maxItems: scheduleComparisons.length,
    uniqueItems: true,
    description: 'What periods may be compared with; the first is what they are compared with at first.',
    examples: [['previous', 'year-before']],
  }),
  keep_minutes: Type.Integer({
    minimum: keepBounds.least,
    maximum: keepBounds.most,
    description: 'How old the figures may be before they are asked for again.',
    examples: [keepBounds.usual],
  }),
  origins: Type.Array(Type.String({ minLength: 1, maxLength: 300 }), {
    maxItems: mostOrigins,
    uniqueItems: true,
    description: 'The origins whose pages may show it in a frame; none if empty.',
    examples: [['https://www.example.com']],
  }),
};

const share = {
  id: ShareId,
  kind: oneOf(shareKinds, {
    description: '`report` for a link to a report, `live` for one to a page of the project that is always current.',
  }),
  project_id: ProjectId,
  report_id: nullable(ReportId, { description: 'Null for a link of kind `live`.' }),
  state: oneOf(states, { description: 'Only an `active` link shows its page.' }),
  has_password: Type.Boolean({ description: 'Whether guests need a password.', examples: [false] }),
  figures: Type.Boolean({ description: 'Whether guests may download the figures.', examples: [false] }),
  live: nullable(resource(liveFields, { title: 'LivePage' }), {
    description: 'What readers of a page that is always current may choose; null for a link to a report.',
  }),
  created_at: Timestamp,
  expires_at: nullable(Timestamp, { description: 'Null for a link that lives until it is revoked.' }),
  revoked_at: nullable(Timestamp, { examples: [null] }),
  view_count: Type.Integer({ minimum: 0, description: 'How often guests have opened it.', examples: [3] }),
  last_viewed_at: nullable(Timestamp),
};

export const Share = resource(share, {
  title: 'Share',
  description: 'A guest link to a report or to a page that is always current, without the link.',
});

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

const access = {
  password: Type.Optional(
    nullable(Type.String({ minLength: 1, maxLength: 1_000 }), {
      description: 'What guests need, of 8 to 200 characters. It is never shown again.',
      examples: ['seven green bicycles'],
    }),
  ),
  expires_at: Type.Optional(
    nullable(Timestamp, {
      description: 'At most 366 days from now; null for a link that lives until it is revoked.',
    }),
  ),
};

export const ShareCreate = resource(
  {
    ...access,
    figures: Type.Optional(
      Type.Boolean({ description: 'Whether guests may download the figures; not if absent.', examples: [false] }),
    ),
  },
  { title: 'ShareCreate' },
);

const { periods, ...chosen } = liveFields;
const optional = {
  own_days: Type.Optional(chosen.own_days),
  compare: Type.Optional(chosen.compare),
  keep_minutes: Type.Optional(chosen.keep_minutes),
  origins: Type.Optional(chosen.origins),
};
export const LiveShareCreate = resource({ periods, ...optional, ...access }, { title: 'LiveShareCreate' });
export const LiveShareChanges = resource(
  { periods: Type.Optional(periods), ...optional },
  { title: 'LiveShareChanges', description: 'What readers may choose from now on; what is absent stays.' },
);
export type LiveShareChanges = Static<typeof LiveShareChanges>;

const shareFilters = {
  state: Type.Optional(Type.Enum([...states], { description: 'Only those in this state.' })),
  kind: Type.Optional(Type.Enum([...shareKinds], { description: 'Only those of this kind.' })),
};
export const ShareListQuery = listQuery(['created_at'], shareFilters);
export const AllSharesQuery = listQuery(['created_at'], { ...shareFilters, ...labelFilters });
