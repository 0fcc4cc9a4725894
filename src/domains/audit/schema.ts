import { Type } from 'typebox';
import { toTimestamp } from '../../platform/database/time.ts';
import { resource } from '../../platform/http/envelope.ts';
import { AccountId, AuditId, nullable, Timestamp } from '../../platform/http/fields.ts';
import { listQuery } from '../../platform/http/pagination.ts';
import type { AuditRow } from './audit.ts';

const text = (example: string, description?: string) =>
  Type.String({ maxLength: 500, ...(description && { description }), examples: [example] });

export const AuditEntry = resource(
  {
    id: AuditId,
    at: Timestamp,
    actor: text('user:usr_01jd5w0k3m8q2r4t6v8x0z1b3d', 'Who did it: a user, a token, an operator, or the service.'),
    door: nullable(text('console'), {
      description: 'How: `console`, `manage`, `api` or `cli`; null for what the service does by itself.',
    }),
    address: nullable(text('203.0.113.7'), { description: 'From where; null for a command.' }),
    action: text('project.update'),
    account_id: nullable(AccountId),
    subject: text('prj_01jd5w0k3m8q2r4t6v8x0z1b3d', 'What was changed.'),
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

const filters = {
  actor: filter('of this actor', 'user:usr_01jd5w0k3m8q2r4t6v8x0z1b3d'),
  action: filter('of this action', 'project.update'),
  subject: filter('about this', 'prj_01jd5w0k3m8q2r4t6v8x0z1b3d'),
};

export const AuditQuery = listQuery(['at'], filters);
export const AdminAuditQuery = listQuery(['at'], {
  ...filters,
  account_id: filter('of this account', 'acc_01jd5w0k3m8q2r4t6v8x0z1b3d'),
});

export function toAuditEntry({ id, at, actor, door, address, action, account_id, subject, details }: AuditRow) {
  const shown = { id, at: toTimestamp(at), actor, door, address, action, account_id, subject };
  return { ...shown, details: JSON.parse(details) as Record<string, unknown> };
}
