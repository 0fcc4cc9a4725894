import { type Static, Type } from 'typebox';
import { jobSources, jobStatuses, jobTypes } from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import { JobId, nullable, oneOf, ProjectId, ReportId, Timestamp } from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { outcomeReasons } from '../../platform/jobs/outcomes.ts';
import { type ExportFormat, exportFormats, publicFormats } from '../../reporting/renderers/formats.ts';
import { labelFilters } from '../labels/schema.ts';

const JobStatus = oneOf(jobStatuses, {
  title: 'JobStatus',
  description:
    '`queued`: accepted, waits to run. `running`: work has started. `completed`: the result is there. `blocked`: cannot go on until the reason in `blocked` is resolved. `failed`: ended with an error. The last three are final.',
  examples: ['completed'],
});
export const Source = oneOf(jobSources, {
  title: 'Source',
  description: 'What asked for it: an API token, a `try_it` token, a schedule, or the operator.',
});

/** What reports can be exported to at the API whose paths begin with `base`. */
export function formatsAt(base: ApiContext['base']): readonly ExportFormat[] {
  return base === '/api/v1' ? publicFormats : exportFormats;
}

/** What the words of formats stand for. */
export function formatWords(base: ApiContext['base']): string {
  return base === '/api/v1'
    ? '`doc` is a genuine .docx file.'
    : '`doc` is a genuine .docx file, `pptx` a presentation.';
}

export const formatAt = (base: ApiContext['base']) =>
  oneOf(formatsAt(base), { title: 'Format', description: formatWords(base) });

/** The fields of every job, whatever its type; each type adds its own `id`. */
export const jobFields = {
  project_id: ProjectId,
  status: JobStatus,
  source: Source,
  created_at: Timestamp,
  started_at: nullable(Timestamp),
  completed_at: nullable(Timestamp),
  updated_at: Timestamp,
};

/** Why a job ended `blocked` or `failed`. */
export const Outcome = resource(
  {
    reason: Type.String({
      maxLength: 100,
      description: `For programs, one of ${outcomeReasons.map((reason) => `\`${reason}\``).join(', ')}.`,
      examples: ['reauth_required'],
    }),
    message: Type.String({
      description: 'For people: what happened.',
      examples: ['The source no longer accepts the stored credentials.'],
    }),
    action: Type.String({
      description: 'For people: what to do about it.',
      examples: ['Give the connection valid credentials and start again.'],
    }),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description: 'What it is about, such as `connection_id` and `system`.',
      examples: [{ connection_id: 'con_01jd5w0k3m8q2r4t6v8x0z1b3d', system: 'file' }],
    }),
  },
  { title: 'Outcome', description: 'Why a job ended `blocked` or `failed`.' },
);
export type Outcome = Static<typeof Outcome>;

/** What generation and export jobs add. */
export const runFields = {
  progress: resource(
    {
      stage: Type.String({ maxLength: 100, description: 'What is being done.', examples: ['completed'] }),
      completed: Type.Integer({ minimum: 0, description: 'Steps done.', examples: [12] }),
      total: Type.Integer({ minimum: 0, description: 'All steps; 0 while it is not known.', examples: [12] }),
    },
    { title: 'Progress', description: 'How far the job is. The stages may change: show them, do not branch on them.' },
  ),
  attempt: Type.Integer({ minimum: 1, description: 'The current or last attempt, from 1.', examples: [1] }),
  max_attempts: Type.Integer({
    minimum: 1,
    description: 'The most attempts; a transient fault is retried up to this number.',
    examples: [3],
  }),
  blocked: nullable(Outcome, { description: 'Set when the status is `blocked`.', examples: [null] }),
  failure: nullable(Outcome, { description: 'Set when the status is `failed`.', examples: [null] }),
};

/** What is different in the example of a queued job. */
export const queuedExample = {
  status: 'queued',
  started_at: null,
  completed_at: null,
  progress: { stage: 'queued', completed: 0, total: 0 },
};
/** What is different in the example of a running job. */
export const runningExample = {
  status: 'running',
  completed_at: null,
  progress: { stage: 'fetching', completed: 4, total: 12 },
};

/** A job in short at the API whose paths begin with `base`. */
export const jobSummaryAt = (base: ApiContext['base']) =>
  resource(
    {
      id: JobId,
      ...jobFields,
      type: oneOf(jobTypes, { description: 'Says which resource has the whole job.' }),
      report_id: nullable(ReportId),
      format: nullable(formatAt(base)),
    },
    { title: 'JobSummary', description: 'A job of either type in short.' },
  );

/** The name of a project beside what belongs to it, in lists over several projects. */
export const ProjectName = Type.String({ maxLength: 200, description: "The project's name.", examples: ['Web shop'] });

export const ListedJob = resource(
  {
    id: JobId,
    ...jobFields,
    ...runFields,
    project_name: ProjectName,
    type: oneOf(jobTypes, { description: 'Says which resource has the whole job.' }),
    report_id: nullable(ReportId),
    format: nullable(formatAt('/manage/v1')),
  },
  { title: 'ListedJob', description: 'A job of either type with how far it is, in a list over projects.' },
);

const filters = {
  type: Type.Optional(
    Type.Unsafe<(typeof jobTypes)[number]>(Type.Enum([...jobTypes], { description: 'Only jobs of this type.' })),
  ),
  status: Type.Optional(
    Type.Unsafe<(typeof jobStatuses)[number]>(
      Type.Enum([...jobStatuses], { description: 'Only jobs in this status.' }),
    ),
  ),
};

export const JobListQuery = listQuery(['created_at', 'updated_at'], filters);

/** The most jobs that can be named in one request. */
const mostNamed = 50;

export const AllJobsQuery = listQuery(['created_at'], {
  ...filters,
  project_id: Type.Optional(Type.String({ maxLength: 30, description: 'Only jobs of this project.' })),
  report_id: Type.Optional(
    Type.String({ maxLength: 30, description: 'Only the exports of this report, and the generation that made it.' }),
  ),
  id: Type.Optional(
    Type.String({
      pattern: `^(gen|exp)_[0-9a-z]{26}(,(gen|exp)_[0-9a-z]{26}){0,${mostNamed - 1}}$`,
      maxLength: mostNamed * 31,
      description: `Only these jobs: up to ${mostNamed} ids with commas between them.`,
      examples: ['gen_01jd5w0k3m8q2r4t6v8x0z1b3d,exp_01jd5w0k3m8q2r4t6v8x0z1b3d'],
    }),
  ),
  ...labelFilters,
});
