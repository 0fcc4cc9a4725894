import { Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { LegalHoldId, nullable, ProjectId, Timestamp } from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import { mostKeepMonths } from '../accounts/plans.ts';
import { noticeDays } from './periods.ts';

const Months = Type.Integer({ minimum: 1, maximum: mostKeepMonths, examples: [24] });
const keep =
  'How many months reports are kept, with their jobs, files of exports, comments, guest links and e-mails; null for ever. An export made later keeps its report for that time anew.';

export const Retention = resource(
  {
    keep_reports_months: nullable(Months, { description: keep, examples: [24] }),
    least_months: nullable(Months, {
      description: 'What the plan of the account asks for at least; null for nothing.',
      examples: [null],
    }),
    next: nullable(
      resource(
        {
          keep_reports_months: Months,
          from: Timestamp,
        },
        { title: 'NextRetention' },
      ),
      {
        description: `A shorter time that was chosen, and from when it takes effect unless it is taken back; null for none.`,
      },
    ),
    first_deletion_at: nullable(Timestamp, {
      description: `Before when nothing is deleted, of which admins were told; null until something is old enough within ${noticeDays} days.`,
      examples: [null],
    }),
  },
  { title: 'Retention', description: 'How long an account keeps its reports.' },
);

export const RetentionUpdate = resource(
  {
    keep_reports_months: Type.Union([Months, Type.Null()], {
      description: `${keep} A shorter time takes effect ${noticeDays} days later, of which admins are told; sending the one of now takes it back.`,
      examples: [24],
    }),
  },
  { title: 'RetentionUpdate' },
);

const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [3] });

export const RetentionPreview = resource(
  {
    keep_reports_months: nullable(Months, { description: 'For which time this was counted.', examples: [24] }),
    at: Timestamp,
    reports: count('Reports that are deleted then.'),
    jobs: count('Their generations and exports, and generations without a report.'),
    files: count('Files of exports that are still there.'),
    links: count('Guest links to them, all of which have ended.'),
    uploads: count('Files sent by people that no connection reads.'),
    is_cut: Type.Boolean({
      description: 'Whether there are more: the oldest 100,000 generations are counted.',
      examples: [false],
    }),
    oldest_at: nullable(Timestamp, { description: 'When the oldest of them was made.', examples: [null] }),
    next_at: nullable(Timestamp, { description: 'About when the next one is old enough.', examples: [null] }),
    kept: resource(
      {
        held: count('Because of a legal hold.'),
        in_use: count('Because something of them goes on, waits for somebody, or is younger: an export.'),
        linked: count('Because a guest link shows them; they go once it has ended.'),
      },
      { title: 'KeptReports', description: 'What is old enough and stays, and why.' },
    ),
  },
  { title: 'RetentionPreview', description: 'What would be deleted `at` the first moment at which it can be.' },
);

export const RetentionPreviewQuery = Type.Object(
  {
    keep_reports_months: Type.Optional(
      Type.Integer({
        ...{ minimum: 1, maximum: mostKeepMonths, examples: [24] },
        description: 'Months to try; those that were chosen last unless given.',
      }),
    ),
  },
  { additionalProperties: false },
);

const reason = { minLength: 1, maxLength: 1_000, examples: ['Case 2026-117'] };

export const LegalHold = resource(
  {
    id: LegalHoldId,
    project_id: nullable(ProjectId, { description: 'Null for the whole account.' }),
    reason: Type.String({ ...reason, description: 'Why, as whoever set it said.' }),
    made_by: Type.String({ maxLength: 200, examples: ['user:usr_01jd5w0k3m8q2r4t6v8x0z1b3d'] }),
    created_at: Timestamp,
  },
  {
    title: 'LegalHold',
    description: 'While it is there, nothing of the account, or of the project, is deleted by age.',
  },
);

export const LegalHoldCreate = resource(
  {
    project_id: Type.Optional(
      Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Null()], {
        description: 'Null for the whole account.',
        examples: [null],
      }),
    ),
    reason: Type.String({ ...reason, description: 'Why, such as the number of the case.' }),
  },
  { title: 'LegalHoldCreate' },
);

export const LegalHoldQuery = listQuery(['created_at'], {});
