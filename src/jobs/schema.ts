import { type TSchema, Type } from 'typebox';
import { resource } from '../http/envelope.ts';
import { listQuery } from '../http/pagination.ts';

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const oneOf = <const Words extends readonly string[]>(words: Words) =>
  Type.Union(words.map((word) => Type.Literal(word)));

export const Timestamp = Type.String({
  format: 'date-time',
  description: 'UTC, whole seconds.',
  examples: ['2026-11-21T09:30:00Z'],
});
export const statuses = ['queued', 'running', 'completed', 'blocked', 'failed'] as const;
export const sources = ['api', 'try_it', 'schedule', 'console'] as const;

/** What every job shows, whatever its type. */
export const jobFields = {
  id: Type.String({ examples: ['gen_01jd5w0k3m8q2r4t6v8x0z1b3d'] }),
  project_id: Type.String(),
  status: oneOf(statuses),
  source: oneOf(sources),
  created_at: Timestamp,
  started_at: nullable(Timestamp),
  completed_at: nullable(Timestamp),
  updated_at: Timestamp,
};

export const Outcome = nullable(
  resource({
    reason: Type.String({ description: 'One of the documented reason words.' }),
    message: Type.String({ description: 'For people: what happened.' }),
    action: Type.String({ description: 'What to do about it.' }),
    details: Type.Record(Type.String(), Type.Unknown(), { description: 'Such as `connection_id` and `system`.' }),
  }),
);

/** What generation and export jobs add. */
export const runFields = {
  progress: resource({
    stage: Type.String(),
    completed: Type.Integer({ minimum: 0 }),
    total: Type.Integer({ minimum: 0, description: '0 while it is not known.' }),
  }),
  attempt: Type.Integer({ minimum: 1 }),
  max_attempts: Type.Integer({ minimum: 1 }),
  blocked: Outcome,
  failure: Outcome,
};

export const JobSummary = resource({
  ...jobFields,
  type: oneOf(['generation', 'export']),
  report_id: nullable(Type.String()),
  format: nullable(oneOf(['pdf', 'doc'])),
});

export const JobListQuery = listQuery(['created_at', 'updated_at'], {
  type: Type.Optional(Type.Unsafe<'generation' | 'export'>(Type.Enum(['generation', 'export']))),
  status: Type.Optional(Type.Unsafe<(typeof statuses)[number]>(Type.Enum([...statuses]))),
});
