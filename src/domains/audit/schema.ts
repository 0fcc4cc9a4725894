import { Type } from 'typebox';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { resource } from '../../platform/http/envelope.ts';
import { AccountId, AuditId, nullable, Timestamp } from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import type { AuditRow } from './audit.ts';
import { namesIn, namesOf } from './names.ts';

const text = (example: string, description?: string) =>
  Type.String({ maxLength: 500, ...(description && { description }), examples: [example] });

export const AuditEntry = resource(
  {
    id: AuditId,
    at: Timestamp,
    actor: text('user:usr_01jd5w0k3m8q2r4t6v8x0z1b3d', 'Who did it: a user, a token, an operator, or the service.'),
    actor_name: nullable(text('Ann Example'), { description: 'What a user or token is called; null for others.' }),
    door: nullable(text('console'), {
      description: 'How: `console`, `manage`, `api`, `scim` or `cli`; null for what the service does by itself.',
    }),
    address: nullable(text('203.0.113.7'), { description: 'From where; null for a command.' }),
    action: text('project.update'),
    account_id: nullable(AccountId),
    subject: text('prj_01jd5w0k3m8q2r4t6v8x0z1b3d', 'What was changed.'),
    subject_name: nullable(text('Shop'), {
      description: 'What it is called now; null for what has no name, or is gone.',
    }),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description: 'More about it; never a secret.',
      examples: [{ fields: ['name'] }],
    }),
  },
  { title: 'AuditEntry', description: 'One change.' },
);

const filter = (what: string, example: string) =>
  Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: `Only entries ${what}.`, examples: [example] }),
  );

const instant = (which: string) =>
  Type.Optional(
    Type.String({
      format: 'date-time',
      maxLength: 20,
      description: `Only entries ${which}.`,
      examples: ['2026-11-21T09:30:00Z'],
    }),
  );

const filters = {
  from: instant('since then'),
  to: instant('before then'),
  actor: filter('of this actor', 'user:usr_01jd5w0k3m8q2r4t6v8x0z1b3d'),
  action: filter('of this action', 'project.update'),
  subject: filter('about this', 'prj_01jd5w0k3m8q2r4t6v8x0z1b3d'),
};

export const AuditQuery = listQuery(['at'], filters);
export const AdminAuditQuery = listQuery(['at'], {
  ...filters,
  account_id: filter('of this account', 'acc_01jd5w0k3m8q2r4t6v8x0z1b3d'),
});

/** Entries as they are shown, with what people call those that they name. */
export async function toAuditEntries(db: Queryable, rows: readonly AuditRow[]) {
  const names = await namesIn(db, rows);
  return rows.map((row) => {
    const { id, at, actor, door, address, action, account_id, subject, details } = row;
    const shown = { id, at: toTimestamp(at), actor, door, address, action, account_id, subject };
    return { ...shown, ...namesOf(row, names), details: JSON.parse(details) as Record<string, unknown> };
  });
}
