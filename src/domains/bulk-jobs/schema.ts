import { type Static, Type } from 'typebox';
import { bulkItemStates, projectStatuses } from '../../platform/database/words.ts';
import { resource } from '../../platform/http/envelope.ts';
import {
  BulkItemId,
  BulkJobId,
  JobId,
  nullable,
  oneOf,
  ProjectId,
  ReportId,
  ShareId,
  Timestamp,
} from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import { labelFilters } from '../labels/schema.ts';
import type { AnyBulkAction } from './bulk-action.ts';
import { mostProjects } from './choose-projects.ts';

/** Which projects: some by their ids, or those that a list shows with a filter. */
export const ProjectChoice = resource(
  {
    ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 30, examples: ['prj_01jd5w0k3m8q2r4t6v8x0z1b3d'] }), {
        ...{ minItems: 1, maxItems: mostProjects, uniqueItems: true },
        description: 'The projects by their ids.',
      }),
    ),
    filter: Type.Optional(
      resource(
        {
          status: Type.Optional(Type.Unsafe<(typeof projectStatuses)[number]>(Type.Enum([...projectStatuses]))),
          q: Type.Optional(
            Type.String({ maxLength: 200, description: 'Words that the name or client has.', examples: ['north'] }),
          ),
          ...labelFilters,
        },
        {
          title: 'ProjectFilter',
          description: 'In place of `ids`: all projects that the list shows with this filter.',
        },
      ),
    ),
  },
  {
    title: 'ProjectChoice',
    description: `Which projects, at most ${mostProjects}. They are fixed when the bulk job is made.`,
    examples: [{ filter: { status: 'active' } }],
  },
);

/** What is asked of a bulk job, with the actions that there are. */
export function bulkJobCreate(actions: readonly AnyBulkAction[]) {
  const kinds = actions.flatMap(({ parameters }) => parameters ?? []);
  return resource(
    {
      action: Type.Unsafe<{ readonly type: string }>(
        Type.Union(kinds, {
          description: 'What is done for each project, with what it takes.',
          examples: [{ type: 'generate', period: 'previous-month' }],
        }),
      ),
      projects: ProjectChoice,
    },
    {
      title: 'BulkJobCreate',
      examples: [
        { action: { type: 'generate', period: 'previous-month' }, projects: { filter: { status: 'active' } } },
      ],
    },
  );
}

const count = (description: string, example: number) => Type.Integer({ minimum: 0, description, examples: [example] });

export const BulkJob = resource(
  {
    id: BulkJobId,
    action: Type.String({ maxLength: 50, description: 'What is done.', examples: ['generate'] }),
    parameters: Type.Record(Type.String(), Type.Unknown(), {
      description: 'What it takes, without secrets.',
      examples: [{ period: 'previous-month' }],
    }),
    state: oneOf(['running', 'ended'], {
      title: 'BulkJobState',
      description: '`ended`: nothing waits or runs any more; `counts` says how it went.',
    }),
    total: count('How many items it has.', 40),
    counts: resource(
      {
        waiting: count('Not begun.', 0),
        started: count('Its generation or export runs.', 0),
        done: count('Done.', 39),
        failed: count('Failed: its item says why.', 1),
        stopped: count('Stopped before it began.', 0),
      },
      { title: 'BulkCounts', description: 'How many items are in which state.' },
    ),
    asked_by: Type.String({
      maxLength: 200,
      description: 'Who asked for it: an actor of the log of changes.',
      examples: ['user:usr_01jd5w0k3m8q2r4t6v8x0z1b3d'],
    }),
    asked_by_name: nullable(Type.String({ maxLength: 500, examples: ['Ann Example'] }), {
      description: 'What that user or token is called; null for others, and for who is gone.',
    }),
    stopped_at: nullable(Timestamp, { examples: [null] }),
    created_at: Timestamp,
  },
  { title: 'BulkJob', description: 'The same work for many projects.' },
);
export type BulkJob = Static<typeof BulkJob>;

export const BulkItem = resource(
  {
    id: BulkItemId,
    project_id: nullable(ProjectId, { description: 'Null for a row of a file that has made no project.' }),
    label: Type.String({
      maxLength: 500,
      description: 'The name of its project when it was asked for, or of its row.',
      examples: ['Web shop'],
    }),
    state: oneOf(bulkItemStates, {
      title: 'BulkItemState',
      description:
        '`waiting`: not begun. `started`: its generation or export runs. `done`, `failed` and `stopped` are final, until it is done again.',
      examples: ['done'],
    }),
    job_id: nullable(JobId, { description: 'The generation or export that it started.' }),
    report_id: nullable(ReportId, { description: 'The report of that job.' }),
    result: Type.Record(Type.String(), Type.Unknown(), {
      description: 'What else it made, such as `schedule_id`.',
      examples: [{}],
    }),
    fault: nullable(
      resource(
        {
          reason: Type.String({
            maxLength: 100,
            description: 'For programs: the error code of the single operation, or the reason of its job.',
            examples: ['reauth_required'],
          }),
          message: Type.String({
            description: 'For people: what happened.',
            examples: ['The source no longer accepts the stored credentials.'],
          }),
          action: nullable(Type.String(), {
            description: 'For people: what to do about it.',
            examples: ['Give the connection valid credentials and start again.'],
          }),
          details: Type.Record(Type.String(), Type.Unknown(), {
            description: 'What it is about, such as `connection_id`, or `fields` of the request at fault.',
            examples: [{ connection_id: 'con_01jd5w0k3m8q2r4t6v8x0z1b3d' }],
          }),
        },
        { title: 'BulkFault' },
      ),
      { description: 'Why it has failed; else null.', examples: [null] },
    ),
    updated_at: Timestamp,
  },
  { title: 'BulkItem', description: 'The work for one project.' },
);

export const BulkLinks = resource(
  {
    id: BulkJobId,
    links: nullable(
      Type.Array(
        resource(
          {
            project_id: ProjectId,
            label: Type.String({ maxLength: 500, examples: ['Web shop'] }),
            report_id: ReportId,
            share_id: ShareId,
            url: nullable(Type.String({ maxLength: 3_000 }), {
              description: 'Null for a link that was revoked, or was made with a former key of the installation.',
              examples: ['https://reports.example.com/shared/6Yt0…'],
            }),
          },
          { title: 'BulkLink' },
        ),
        { maxItems: mostProjects },
      ),
      { description: 'Those that were not shown yet.' },
    ),
  },
  { title: 'BulkLinks', description: 'The guest links that a bulk job has made; each is shown once.' },
);

export const BulkJobListQuery = listQuery(['created_at'], {
  action: Type.Optional(Type.String({ maxLength: 50, description: 'Only bulk jobs of this action.' })),
});
export const BulkItemListQuery = listQuery(['id'], {
  state: Type.Optional(
    Type.Unsafe<(typeof bulkItemStates)[number]>(
      Type.Enum([...bulkItemStates], { description: 'Only items in this state.' }),
    ),
  ),
});
