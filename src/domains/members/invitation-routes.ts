import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { sliceOf } from '../../platform/database/slice.ts';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { listOperation, removeOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { tagNames } from '../labels/project-labels.ts';
import {
  createInvitation,
  getOpenInvitation,
  type InvitationRow,
  listOpenInvitations,
  revokeInvitation,
} from './invitations.ts';
import { limitOf, readProjects, readTags } from './members.ts';
import { requireRank } from './routes.ts';
import { Invitation, InvitationCreate, InvitationListQuery, NewInvitationAnswer } from './schema.ts';

/** How an invitation reaches whom it is for. */
export interface InvitationPost {
  /** The address of the link with this token. */
  linkOf(token: string): string;
  /** Whether there is a mail server. */
  readonly canMail: boolean;
  /** Sends the link, in the language of the request; nobody waits for it. */
  send(request: FastifyRequest, to: string, accountName: string, link: string): void;
}

const tag = 'Members';

/** Links by which people become members. */
export function invitationRoutes(app: FastifyInstance, context: ApiContext, post: InvitationPost): void {
  const { db } = context;
  listOperation(
    app,
    context,
    {
      path: '/invitations',
      operationId: 'listInvitations',
      tag,
      summary: 'List invitations',
      description: 'Those that nobody has accepted yet.',
      access: { role: 'admin' },
      query: InvitationListQuery,
      data: Invitation,
    },
    async ({ caller, query }) => {
      const open = await listOpenInvitations(db, caller.account.id);
      const { items, total } = sliceOf(open, query, ({ created_at, id }) => `${created_at} ${id}`);
      return { items: await Promise.all(items.map((item) => toInvitation(db, item))), total };
    },
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/invitations',
      operationId: 'createInvitation',
      tag,
      summary: 'Invite somebody',
      description:
        'The answer has the link, which is shown this once and works once, for 48 hours. Whether somebody signs in here already makes no difference. Admins invite viewers and editors, owners everybody.',
      access: { role: 'admin', stepUp: true, peopleOnly: true },
      kind: 'member.invite',
      body: InvitationCreate,
      data: NewInvitationAnswer,
      secret: 'url',
      status: 201,
      errors: ['plan_limit_reached'],
    },
    async (transaction, { caller, body: { email = null, role, project_ids, tags } }) => {
      requireRank(caller, role);
      const fields = { accountId: caller.account.id, email, role, ...limitOf(project_ids, tags), madeBy: caller.actor };
      const { token, invitation } = await createInvitation(transaction, fields);
      const is_mailed = post.canMail && email !== null;
      const shown = await toInvitation(transaction, invitation);
      const details = { email, role, project_ids: shown.project_ids, tags: shown.tags };
      const data = { ...shown, url: post.linkOf(token), is_mailed };
      return { data, location: '/invitations', recorded: { details } };
    },
    ({ email, url }, request) => {
      if (email !== null && url !== null) post.send(request, email, request.caller.account.name, url);
    },
  );

  removeOperation(
    app,
    context,
    {
      path: '/invitations/:invitation_id',
      operationId: 'revokeInvitation',
      tag,
      summary: 'Take an invitation back',
      description: 'Its link is worth nothing any more, at once.',
      access: { role: 'admin', peopleOnly: true },
      kind: 'member.revoke_invitation',
      params: Type.Object({ invitation_id: Type.String() }),
      data: Invitation,
      errors: ['not_found'],
    },
    async (transaction, { caller, params }) => {
      const { role } = await getOpenInvitation(transaction, caller.account.id, params.invitation_id);
      requireRank(caller, role);
      const revoked = await revokeInvitation(transaction, caller.account.id, params.invitation_id);
      return { data: await toInvitation(transaction, revoked), subject: revoked.id };
    },
  );
}

async function toInvitation(db: Queryable, invitation: InvitationRow) {
  const names = await tagNames(db, readTags(invitation));
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.role,
    project_ids: readProjects(invitation),
    tags: [...names.values()],
    made_by: invitation.made_by,
    created_at: toTimestamp(invitation.created_at),
    expires_at: toTimestamp(invitation.expires_at),
  };
}
