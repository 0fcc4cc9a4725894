import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { listOperation, readOperation } from '../../platform/http/operations.ts';
import { revised } from '../../platform/http/revisions.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { type Account, createAccount, getAccount, pageOfAccounts, updateAccount } from '../accounts/accounts.ts';
import { pageOfAudit } from '../audit/audit.ts';
import { AdminAuditQuery, AuditEntry, toAuditEntries } from '../audit/schema.ts';
import type { InvitationPost } from '../members/invitation-routes.ts';
import { createInvitation } from '../members/invitations.ts';
import { domainsByAccount, listDomains, replaceDomains } from '../single-sign-on/domains.ts';
import { type OAuthClientParts, oauthClientRoutes } from './oauth-client-routes.ts';
import { planRoutes } from './plan-routes.ts';
import {
  AdminAccount,
  AdminAccountCreate,
  AdminAccountQuery,
  AdminAccountUpdate,
  Diagnosis,
  NewAdminAccount,
} from './schema.ts';

const tag = 'Administration';
const access = { role: 'operator', stepUp: true } as const;
const params = Type.Object({ account_id: Type.String() });
const account = { tag, access, data: AdminAccount, hasRevision: true, params, errors: ['not_found'] } as const;

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly message: string;
}

interface Parts {
  readonly post: InvitationPost;
  readonly clients: OAuthClientParts;
  readonly diagnose: () => Promise<readonly Finding[]>;
}

/** What operators of the installation do with accounts, plans and the installation itself. */
export function administrationRoutes(app: FastifyInstance, context: ApiContext, parts: Parts): void {
  accountRoutes(app, context, parts.post);
  planRoutes(app, context);
  oauthClientRoutes(app, context, parts.clients);
  installationRoutes(app, context, parts.diagnose);
}

function accountRoutes(app: FastifyInstance, context: ApiContext, post: InvitationPost): void {
  const { db } = context;
  listOperation(
    app,
    context,
    {
      path: '/admin/accounts',
      operationId: 'listAccounts',
      fromReplica: true,
      tag,
      summary: 'List accounts',
      description: 'All accounts of the installation, a page at a time.',
      access,
      query: AdminAccountQuery,
      data: AdminAccount,
    },
    async ({ db, query }) => {
      const { items, total } = await pageOfAccounts(db, query, query);
      const domains = await domainsByAccount(
        db,
        items.map(({ id }) => id),
      );
      return { items: items.map((each) => toAdminAccount(each, domains.get(each.id) ?? [])), total };
    },
  );

  readOperation(
    app,
    context,
    { ...account, path: '/admin/accounts/:account_id', operationId: 'getAccount', summary: 'Read an account' },
    ({ params }) => readAdminAccount(db, params.account_id),
  );

  writeOperation(
    app,
    context,
    {
      tag,
      access,
      method: 'POST',
      path: '/admin/accounts',
      operationId: 'createAccount',
      summary: 'Create an account',
      description: 'With the link, shown this once, by which somebody becomes its owner within 48 hours.',
      kind: 'account.create',
      body: AdminAccountCreate,
      data: NewAdminAccount,
      secret: 'invitation_url',
      status: 201,
    },
    async (transaction, { caller, body }) => {
      const created = await createAccount(transaction, { ...toFields(body), name: body.name, plan: body.plan });
      const owner = { email: body.owner_email ?? null, role: 'owner', projectIds: null } as const;
      const fields = { ...owner, accountId: created.id, madeBy: caller.actor };
      const { token, invitation } = await createInvitation(transaction, fields);
      const shown = toAdminAccount(created, []);
      const data = {
        ...shown,
        invitation_url: post.linkOf(token),
        invitation_expires_at: toTimestamp(invitation.expires_at),
      };
      const recorded = { accountId: created.id, details: { ...toldOf(shown), owner_email: owner.email } };
      return { data, location: `/admin/accounts/${created.id}`, recorded };
    },
    ({ name, invitation_url }, request) => {
      const { owner_email } = request.body as { readonly owner_email?: string | null };
      if (owner_email && post.canMail && invitation_url) post.send(request, owner_email, name, invitation_url);
    },
  );

  writeOperation(
    app,
    context,
    {
      ...account,
      method: 'PATCH',
      path: '/admin/accounts/:account_id',
      operationId: 'updateAccount',
      summary: 'Change an account',
      description:
        'Takes effect at once, in every process. `add_ons` and `sso_domains` are replaced whole. Where the account requires single sign-on, members with addresses of a new domain are signed out, owners aside.',
      kind: 'account.update',
      body: AdminAccountUpdate,
      status: 200,
    },
    async (transaction, { params, body, checkRevision }) => {
      const { addOns, ...fields } = toFields(body);
      const before = await getAccount(transaction, params.account_id);
      const removeAddOns = addOns && before.addOns.filter((each) => !addOns.includes(each));
      const changes = { ...fields, addOns, removeAddOns };
      await updateAccount(transaction, params.account_id, changes, checkRevision);
      if (body.sso_domains) await replaceDomains(transaction, params.account_id, body.sso_domains);
      const data = await readAdminAccount(transaction, params.account_id);
      return { data, recorded: { accountId: data.id, details: toldOf(data) } };
    },
  );
}

function installationRoutes(
  app: FastifyInstance,
  context: ApiContext,
  diagnose: () => Promise<readonly Finding[]>,
): void {
  let underWay: Promise<readonly Finding[]> | undefined;
  readOperation(
    app,
    context,
    {
      path: '/admin/doctor',
      operationId: 'diagnose',
      tag,
      summary: 'Look for what is wrong with the installation',
      description: 'Takes a few seconds. Who asks meanwhile gets the same answer.',
      access,
      data: Diagnosis,
    },
    async () => {
      underWay ??= diagnose().finally(() => {
        underWay = undefined;
      });
      const findings = await underWay;
      return { is_sound: findings.every(({ ok }) => ok), findings };
    },
  );

  listOperation(
    app,
    context,
    {
      path: '/admin/audit',
      operationId: 'listAllAudit',
      fromReplica: true,
      tag,
      summary: 'List changes of all accounts',
      description: 'Who changed what in the installation, a page at a time.',
      access,
      query: AdminAuditQuery,
      data: AuditEntry,
    },
    async ({ db, query }) => {
      const { items, total } = await pageOfAudit(db, { ...query, accountId: query.account_id }, query);
      return { items: await toAuditEntries(db, items), total };
    },
  );
}

interface Given {
  readonly name?: string;
  readonly plan?: string;
  readonly add_ons?: readonly string[];
  readonly per_minute?: number | null;
  readonly per_day?: number | null;
}

function toFields({ name, plan, add_ons: addOns, per_minute: perMinute, per_day: perDay }: Given) {
  return { name, plan, addOns, perMinute, perDay };
}

function toldOf({ id: _, created_at, updated_at, ...told }: ReturnType<typeof toAdminAccount>) {
  return told;
}

async function readAdminAccount(db: Queryable, id: string) {
  return toAdminAccount(await getAccount(db, id), await listDomains(db, id));
}

function toAdminAccount(record: Account, domains: readonly string[]) {
  const shown = {
    id: record.id,
    name: record.name,
    plan: record.plan,
    add_ons: record.addOns,
    per_minute: record.perMinute,
    per_day: record.perDay,
    allowed_networks: record.allowedNetworks,
    data_roots: record.dataRoots,
    sso_domains: [...domains],
    created_at: toTimestamp(record.createdAt),
    updated_at: toTimestamp(record.updatedAt),
  };
  return revised(shown, record.revision);
}
