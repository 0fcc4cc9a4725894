import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { sliceOf } from '../../platform/database/slice.ts';
import type { Queryable, Role } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { listOperation, readOperation, removeOperation } from '../../platform/http/operations.ts';
import { revised } from '../../platform/http/revisions.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { endSessionsOf } from '../users/sessions.ts';
import {
  getMember,
  listMembers,
  type Member as MemberRecord,
  mayManage,
  removeMember,
  updateMember,
} from './members.ts';
import { Member, MemberListQuery, MemberUpdate, SessionsEnded } from './schema.ts';

const tag = 'Members';
const params = Type.Object({ user_id: Type.String() });
const member = { tag, data: Member, hasRevision: true, params, errors: ['not_found'] } as const;
/** People decide about people: no token does. */
const change = { role: 'admin', stepUp: true, peopleOnly: true } as const;

/** What the directory of an account has to say about a member. */
export interface DirectoryTerms {
  /** Called with a member as somebody has changed them; throws `directory_conflict` where the directory gives them another role. */
  decideRole(transaction: Queryable, member: MemberRecord): Promise<void>;
}

/** Who may do what in an account. Admins manage those below themselves, owners everybody. */
export function memberRoutes(app: FastifyInstance, context: ApiContext, { decideRole }: DirectoryTerms): void {
  const { db } = context;
  listOperation(
    app,
    context,
    {
      path: '/members',
      operationId: 'listMembers',
      tag,
      summary: 'List members',
      description: 'Who may do what in the account; those who are invited are a list of their own.',
      access: { role: 'admin' },
      query: MemberListQuery,
      data: Member,
    },
    async ({ caller, query }) => {
      const all = (await listMembers(db, caller.account.id)).map(toMember);
      return sliceOf(all, query, (one) => `${one[query.sort].toLowerCase()} ${one.id}`);
    },
  );

  readOperation(
    app,
    context,
    {
      ...member,
      path: '/members/:user_id',
      operationId: 'getMember',
      summary: 'Read a member',
      access: { role: 'admin' },
    },
    async ({ caller, params }) => toMember(await getMember(db, caller.account.id, params.user_id)),
  );

  writeOperation(
    app,
    context,
    {
      ...member,
      method: 'PATCH',
      path: '/members/:user_id',
      operationId: 'updateMember',
      summary: 'Change what a member may do',
      description:
        'Their sessions end at once, in every process. Admins change viewers and editors, owners everybody; somebody who can sign in has to remain an owner.',
      access: change,
      kind: 'member.update',
      body: MemberUpdate,
      status: 200,
      errors: ['not_found', 'directory_conflict'],
    },
    async (transaction, { caller, params, body, checkRevision }) => {
      const rights = {
        ...(body.role !== undefined && { role: body.role }),
        ...(body.project_ids !== undefined && { projectIds: body.project_ids }),
        ...(body.tags !== undefined && { tags: body.tags }),
      };
      const check = (present: MemberRecord) => {
        checkRevision(present.revision);
        requireRank(caller, present.role);
        if (body.role !== undefined) requireRank(caller, body.role);
      };
      const changed = await updateMember(transaction, caller.account.id, params.user_id, rights, { check });
      await decideRole(transaction, changed);
      const updated = toMember(changed);
      return {
        data: updated,
        recorded: { details: { role: updated.role, project_ids: updated.project_ids, tags: updated.tags } },
      };
    },
  );

  removeOperation(
    app,
    context,
    {
      path: '/members/:user_id',
      operationId: 'removeMember',
      tag,
      summary: 'Take a member out of the account',
      description: 'Their sessions end at once, in every process.',
      access: change,
      kind: 'member.remove',
      params,
      data: Member,
      errors: ['invalid_request', 'not_found'],
    },
    async (transaction, { caller, params }) => {
      const check = ({ role }: MemberRecord) => requireRank(caller, role);
      const removed = toMember(await removeMember(transaction, caller.account.id, params.user_id, { check }));
      return { data: removed, subject: removed.id, details: { role: removed.role } };
    },
  );

  removeOperation(
    app,
    context,
    {
      path: '/members/:user_id/sessions',
      operationId: 'endSessionsOfMember',
      tag,
      summary: 'End the sessions of a member',
      description: 'Signs them out everywhere, at once. They can sign in again.',
      access: { role: 'admin', peopleOnly: true },
      kind: 'session.end',
      params,
      data: SessionsEnded,
      errors: ['not_found'],
    },
    async (transaction, { caller, params }) => {
      const { userId, role } = await getMember(transaction, caller.account.id, params.user_id);
      requireRank(caller, role);
      const ended = await endSessionsOf(transaction, userId);
      return { data: { id: userId, ended }, subject: userId, details: { ended } };
    },
  );
}

/** Throws `insufficient_role` unless a caller may decide about people of this role. */
export function requireRank({ role: own }: Caller, role: Role): void {
  if (mayManage(own, role)) return;
  throw new ServiceError('insufficient_role', { message: `As ${own} you cannot decide about the role ${role}.` });
}

function toMember(record: MemberRecord) {
  const shown = {
    id: record.userId,
    email: record.email,
    name: record.name,
    role: record.role,
    project_ids: record.projectIds,
    tags: record.tags,
    is_disabled: record.isDisabled,
    directory: record.directory,
    created_at: toTimestamp(record.createdAt),
    updated_at: toTimestamp(record.updatedAt),
  };
  return revised(shown, record.revision);
}
