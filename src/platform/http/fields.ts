import { type TSchema, Type } from 'typebox';

/** What the OpenAPI document says about a schema; validation ignores it. */
export interface Documentation {
  /** Makes the schema a component of the OpenAPI document, under this name. */
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
}

/** The value, or null where there is none. */
export const nullable = <Schema extends TSchema>(schema: Schema, documentation: Documentation = {}) =>
  Type.Union([schema, Type.Null()], { ...documentation });

/** One of the words, in an answer. */
export function oneOf<const Words extends readonly string[]>(words: Words, documentation: Documentation = {}) {
  const literals = words.map((word) => Type.Literal(word));
  return Type.Unsafe<Words[number]>(Type.Union(literals, { ...documentation }));
}

export const Timestamp = Type.String({
  title: 'Timestamp',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$',
  maxLength: 20,
  description: 'UTC, whole seconds.',
  examples: ['2026-11-21T09:30:00Z'],
});

const body = '01jd5w0k3m8q2r4t6v8x0z1b3d';
const anyBody = '[0-9a-hjkmnp-tv-z]{26}';

/** An identifier with one of the prefixes (C-ID-1). Clients treat it as opaque. */
function identifier(title: string, description: string, prefix: string) {
  const example = `${prefix.replace(/^\(|\|.*/g, '')}_${body}`;
  const pattern = `^${prefix}_${anyBody}$`;
  return Type.String({ title, description, pattern, maxLength: 30, examples: [example] });
}

export const AccountId = identifier('AccountId', 'Names an account.', 'acc');
export const ProjectId = identifier('ProjectId', 'Names a project.', 'prj');
export const BulkJobId = identifier('BulkJobId', 'Names a bulk job: the same work for many projects.', 'blk');
export const BulkItemId = identifier('BulkItemId', 'Names one item of a bulk job.', 'bki');
export const TemplateId = identifier('TemplateId', 'Names a template.', 'tpl');
export const TagId = identifier('TagId', 'Names a tag or a folder.', '(tag|fld)');
export const ConnectionId = identifier('ConnectionId', 'Names a connection of a project to a data system.', 'con');
export const ScheduleId = identifier('ScheduleId', 'Names a recurring schedule of a project.', 'sch');
export const DeliveryId = identifier('DeliveryId', 'Names an e-mail or a message of a schedule.', 'dlv');
export const ScheduleRunId = identifier('ScheduleRunId', 'Names a run of a schedule.', 'run');
export const ShareId = identifier('ShareId', 'Names a guest link.', 'shr');
export const GrantId = identifier('GrantId', 'Names the sign-in of a person at a vendor.', 'gra');
export const AuthorizationId = identifier('AuthorizationId', 'Names a link by which a person signs in.', 'ath');
export const ReportId = identifier('ReportId', 'Names a report.', 'rep');
export const GenerationJobId = identifier('GenerationJobId', 'Names a generation job.', 'gen');
export const ExportJobId = identifier('ExportJobId', 'Names an export job.', 'exp');
export const LibraryTemplateId = Type.String({
  title: 'LibraryTemplateId',
  description: 'Names a template that comes with the service.',
  pattern: '^[a-z-]{1,100}$',
  examples: ['shop'],
});
export const PreviewId = identifier('PreviewId', 'Names the page of a preview.', 'prv');
export const LegalHoldId = identifier('LegalHoldId', 'Names a legal hold.', 'hld');
export const UploadId = identifier('UploadId', 'Names an uploaded file.', 'upl');
export const UserId = identifier('UserId', 'Names a person who signs in.', 'usr');
export const InvitationId = identifier('InvitationId', 'Names an invitation.', 'inv');
export const DirectoryGroupId = identifier('DirectoryGroupId', 'Names a group of the directory.', 'scg');
export const SessionId = identifier('SessionId', 'Names the session of a person in one browser.', 'ses');
export const PasskeyId = identifier('PasskeyId', 'Names a passkey of a person.', 'psk');
export const SecondFactorId = identifier(
  'SecondFactorId',
  'Names an app that shows one-time codes of a person.',
  'fac',
);
export const AuditId = identifier('AuditId', 'Names an entry of the log of changes.', 'aud');
export const ChatChannelId = identifier('ChatChannelId', 'Names a channel of a chat.', 'chn');
export const WebhookId = identifier('WebhookId', 'Names an address to which events are sent.', 'whk');
export const WebhookDeliveryId = identifier('WebhookDeliveryId', 'Names one event for one address.', 'whd');
export const WatchId = identifier('WatchId', 'Names a watch: what somebody wants to be told of.', 'wat');
export const IncidentId = identifier('IncidentId', 'Names an incident: one cause that watches have told of.', 'inc');
export const IncidentCommentId = identifier('IncidentCommentId', 'Names a comment on an incident.', 'icm');
export const EventId = identifier('EventId', 'Names an event: the `webhook-id` of all messages that tell it.', 'evt');
export const PlanName = Type.String({
  title: 'PlanName',
  description: 'Names a plan: a letter or digit, then letters, digits, spaces and `. _ + -`.',
  maxLength: 60,
  examples: ['pro'],
});
export const VendorName = Type.String({
  title: 'VendorName',
  description: 'Names a vendor at which people sign in.',
  maxLength: 60,
  examples: ['google'],
});
export const RevisionNumber = Type.String({
  title: 'RevisionNumber',
  description: 'Numbers a revision, from 1.',
  pattern: '^[1-9]\\d*$',
  maxLength: 9,
  examples: ['3'],
});
export const PictureName = Type.String({
  title: 'PictureName',
  description: 'Names a stored picture: `sha256:` and the digest of its bytes.',
  pattern: '^sha256:[0-9a-f]{64}$',
  maxLength: 71,
  examples: ['sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
});
export const TokenId = Type.String({
  title: 'TokenId',
  description: 'Names a token: the part of it before the dot, which is no secret.',
  pattern: '^rs_(live|try|manage)_[0-9A-Za-z]{16}$',
  maxLength: 26,
  examples: ['rs_live_7Hq2mXv0LpTz91Bd'],
});
export const ScimTokenId = Type.String({
  title: 'ScimTokenId',
  description: 'Names a token of the directory: the part of it before the dot, which is no secret.',
  pattern: '^rs_scim_[0-9A-Za-z]{16}$',
  maxLength: 24,
  examples: ['rs_scim_7Hq2mXv0LpTz91Bd'],
});
export const JobId = identifier('JobId', 'Names a job: the id of a generation job or of an export job.', '(gen|exp)');
