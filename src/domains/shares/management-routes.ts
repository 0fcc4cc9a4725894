import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { listOperation, readOperation, removeOperation } from '../../platform/http/operations.ts';
import type { ApiContext } from '../../platform/http/route.ts';
import { writeOperation } from '../../platform/http/write-operation.ts';
import { narrowed } from '../labels/seen-projects.ts';
import { getProject, holdProject } from '../projects/projects.ts';
import { getReport } from '../reports/reports.ts';
import { checkOrigins, toLiveSettings } from './live-settings.ts';
import { changeLiveShare, getOwnShare, lifetimeUntil, listOwnShares, toShare } from './managed-shares.ts';
import { hashPassword } from './passwords.ts';
import {
  AllSharesQuery,
  LiveShareChanges,
  LiveShareCreate,
  NewShare,
  Share,
  ShareCreate,
  ShareListQuery,
} from './schema.ts';
import { createLiveShare, createShare, revokeShare, shareLink } from './shares.ts';

const tag = 'Guest links';
const ofReport = Type.Object({ report_id: Type.String({ description: "The report's id." }) });
const ofProject = Type.Object({ project_id: Type.String({ description: "The project's id." }) });
const ofShare = Type.Object({ share_id: Type.String({ description: "The link's id." }) });
const read = { role: 'viewer' } as const;
const write = { role: 'editor' } as const;

interface Parts {
  /** Where guests of an account reach the service; links are path-absolute without it. */
  readonly linkBase: (accountId: string) => string;
  /** What of a password may be kept beside the key of a request: nothing that it could be guessed from. */
  readonly digest: (value: unknown) => string;
}

/** Guest links to reports and to pages that are always current, for management. */
export function shareManagementRoutes(app: FastifyInstance, context: ApiContext, { linkBase, digest }: Parts): void {
  const { db } = context;
  const list = { tag, access: read, query: ShareListQuery, data: Share } as const;
  listOperation(
    app,
    context,
    {
      ...list,
      query: AllSharesQuery,
      path: '/shares',
      operationId: 'listShares',
      fromReplica: true,
      summary: 'List all guest links',
      description: 'Those of all projects that the caller sees, with their state and views.',
    },
    async ({ db, caller, query: { tag, folder, ...query } }) =>
      listOwnShares(db, await narrowed(db, caller, { tag, folder }), query),
  );

  listOperation(
    app,
    context,
    {
      ...list,
      path: '/reports/:report_id/shares',
      operationId: 'listReportShares',
      fromReplica: true,
      summary: 'List the guest links of a report',
      params: ofReport,
      errors: ['not_found'],
    },
    async ({ db, caller, params, query }) => {
      const { id } = await getReport(db, caller.account.id, params.report_id);
      return listOwnShares(db, caller, query, { reportId: id });
    },
  );

  listOperation(
    app,
    context,
    {
      ...list,
      path: '/projects/:project_id/shares',
      operationId: 'listProjectShares',
      fromReplica: true,
      summary: 'List the guest links of a project',
      description: 'Those to its reports and those to its pages that are always current.',
      params: ofProject,
      errors: ['not_found'],
    },
    async ({ db, caller, params, query }) => {
      const { id } = await getProject(db, caller.account.id, params.project_id);
      return listOwnShares(db, caller, query, { projectId: id });
    },
  );

  readOperation(
    app,
    context,
    {
      path: '/shares/:share_id',
      operationId: 'getShare',
      tag,
      summary: 'Read a guest link',
      access: read,
      params: ofShare,
      errors: ['not_found'],
      data: Share,
    },
    async ({ caller, params }) => toShare(await getOwnShare(db, caller, params.share_id)),
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/reports/:report_id/shares',
      operationId: 'createShare',
      tag,
      summary: 'Share a report by a link',
      description: 'Whoever has the link sees the report, and needs the password if there is one.',
      access: write,
      kind: 'share.create',
      params: ofReport,
      body: ShareCreate,
      bodyOptional: true,
      status: 201,
      errors: ['not_found', 'artifact_unavailable'],
      secret: 'url',
      data: NewShare,
      fingerprinted: (body) => ('password' in body ? { ...body, password: digest(body.password) } : body),
      prepare: async ({ password = null, expires_at = null, figures = false }, caller, params) => {
        await getReport(db, caller.account.id, params.report_id);
        const expiresInMs = lifetimeUntil(expires_at);
        return { expiresInMs, figures, passwordHash: password === null ? null : await hashPassword(password) };
      },
    },
    async (transaction, { caller, params, body }) => {
      const { id } = await getReport(transaction, caller.account.id, params.report_id);
      const { token, share } = await createShare(transaction, id, { ...body, password: null });
      const { expires_at, password_hash } = share;
      const details = { report_id: id, expires_at, password: password_hash !== null, figures: body.figures };
      const data = { ...toShare(share), url: shareLink(linkBase(caller.account.id), token) };
      return { data, location: `/shares/${share.id}`, recorded: { details } };
    },
  );

  writeOperation(
    app,
    context,
    {
      method: 'POST',
      path: '/projects/:project_id/shares',
      operationId: 'createLiveShare',
      tag,
      summary: 'Share a page that is always current',
      description:
        "Whoever has the link sees the project's layout over the period that they choose of those given here, with figures that are asked for anew once they are older than `keep_minutes`.",
      access: write,
      kind: 'share.create_live',
      params: ofProject,
      body: LiveShareCreate,
      status: 201,
      errors: ['not_found'],
      secret: 'url',
      data: NewShare,
      fingerprinted: (body) => ('password' in body ? { ...body, password: digest(body.password) } : body),
      prepare: async ({ password = null, expires_at = null, ...given }, caller, params) => {
        await getProject(db, caller.account.id, params.project_id);
        const live = toLiveSettings(given);
        checkOrigins(live.origins);
        const expiresInMs = lifetimeUntil(expires_at);
        return { expiresInMs, live, passwordHash: password === null ? null : await hashPassword(password) };
      },
    },
    async (transaction, { caller, params, body: { live, ...options } }) => {
      const project = await holdProject(transaction, caller.account.id, params.project_id);
      const { token, share } = await createLiveShare(transaction, project, live, { ...options, password: null });
      const { expires_at, password_hash } = share;
      const details = { project_id: project.id, live, expires_at, password: password_hash !== null };
      const data = { ...toShare(share), url: shareLink(linkBase(caller.account.id), token) };
      return { data, location: `/shares/${share.id}`, recorded: { details } };
    },
  );

  writeOperation(
    app,
    context,
    {
      method: 'PATCH',
      path: '/shares/:share_id',
      operationId: 'updateShare',
      tag,
      summary: 'Change what readers may choose',
      description: 'Of a link of kind `live`, at once, in every process. The link itself stays as it is.',
      access: write,
      kind: 'share.update',
      params: ofShare,
      body: LiveShareChanges,
      status: 200,
      errors: ['not_found'],
      data: Share,
      check: ({ origins = [] }) => checkOrigins(origins),
    },
    async (transaction, { caller, params, body }) => {
      const share = await changeLiveShare(transaction, caller, params.share_id, body);
      return { data: toShare(share), recorded: { details: body } };
    },
  );

  removeOperation(
    app,
    context,
    {
      path: '/shares/:share_id',
      operationId: 'revokeShare',
      tag,
      summary: 'Revoke a guest link',
      description: 'At once, in every process. It stays in the lists; a second time changes nothing.',
      access: write,
      kind: 'share.revoke',
      params: ofShare,
      errors: ['not_found'],
      data: Share,
    },
    async (transaction, { caller, params }) => {
      const { id, project_id, report_id } = await getOwnShare(transaction, caller, params.share_id);
      const details = report_id === null ? { project_id } : { report_id };
      return { data: toShare(await revokeShare(transaction, id)), subject: id, details };
    },
  );
}
