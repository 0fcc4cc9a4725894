import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Queryable } from '../../platform/database/tables.ts';
import { toTimestamp } from '../../platform/database/time.ts';
import { ServiceError } from '../../platform/errors.ts';
import { missing, refusedField } from '../../platform/faults.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { meta, success } from '../../platform/http/envelope.ts';
import { readOperation } from '../../platform/http/operations.ts';
import { type ApiContext, route } from '../../platform/http/route.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { framedViewerPolicy } from '../../reporting/renderers/html/policies.ts';
import { getOwnProject } from '../connections/connections.ts';
import { checkPeriods } from '../generation-jobs/periods.ts';
import { htmlType, unkept } from '../shares/plain-page.ts';
import { readDraft } from './draft.ts';
import { PreviewPages, type Viewer } from './preview-pages.ts';
import type { PreviewPool } from './preview-pool.ts';
import { Preview, PreviewReadiness, PreviewRequest } from './schema.ts';
import { readTemplateDraft, type TemplateDraft } from './template-draft.ts';

const tag = 'Previews';
/** With pictures, which base64 makes a third longer. */
const bodyLimit = 4 * 1024 * 1024;

/** Previews of drafts, and their pages. */
export function previewRoutes(
  app: FastifyInstance,
  context: ApiContext,
  { objects, pool }: { readonly objects: ObjectStore; readonly pool: PreviewPool },
): void {
  const pages = new PreviewPages(objects);

  route(
    app,
    context,
    'POST',
    {
      path: '/projects/:project_id/preview',
      operationId: 'createPreview',
      tag,
      summary: 'Preview the report of a draft',
      description:
        'Makes the page that guests would see of the report of this project with these changes, and stores nothing of them. It takes no idempotency key, and answers when the page is there, within 30 seconds. Of a session or token the newest preview wins: an older one that is still being made answers 409 `preview_superseded`. What connected systems answer is kept for five minutes, so that another layout does not ask them again. Faults are named by their place: settings as `settings.sections.0.metrics`, a connection as `connections.ID`, with the sections that show it. With `template` it is the report as it would be once the draft of a template is published, or what is given in place of the draft: faults of it are named as `template.settings.sections.0.metrics`.',
      access: { role: 'editor' },
      params: Type.Object({ project_id: Type.String({ description: "The project's id." }) }),
      errors: [
        ...(['not_found', 'project_archived', 'preview_blocked', 'preview_superseded', 'preview_unavailable'] as const),
        ...(['payload_too_large', 'unsupported_media_type'] as const),
      ],
    },
    {
      body: PreviewRequest,
      requireBody: true,
      bodyLimit,
      success: { 201: { description: 'The page is there.', schema: success(Preview), headers: ['Location'] } },
      async handler(request, reply, params) {
        const { caller } = request;
        const body = request.body as PreviewRequest;
        checkPeriods({ current: body.period.current, compare: body.period.compare ?? null });
        const ofTemplate = await templateDraftOf(context.db, caller, params.project_id, body);
        const viewer = viewerOf(caller);
        const make = async () => {
          const draft = await readDraft({ db: context.db, objects }, caller, params.project_id, body, ofTemplate);
          return pool.make({ ...viewer, draft }, goneSignal(reply));
        };
        const page = await make().catch((error: unknown) => {
          throw ofTemplate ? ofTemplate.placed(error) : error;
        });
        const { id, expiresAt } = await pages.store(viewer, page);
        const path = `${context.base}/previews/${id}`;
        reply.code(201).header('location', context.publicUrl + path);
        const made = { id, url: path, expires_at: toTimestamp(expiresAt.toISOString()) };
        const data = ofTemplate ? { ...made, template: ofTemplate.told } : made;
        return { ok: true, data, meta: meta(request) };
      },
    },
  );

  readOperation(
    app,
    context,
    {
      path: '/projects/:project_id/preview',
      operationId: 'preparePreview',
      tag,
      summary: 'Get ready for previews',
      description:
        'Says whether a preview would be made at once, and sees to it that one soon is: the first of a process waits for what makes it to start. For whoever is about to ask for one.',
      access: { role: 'editor' },
      params: Type.Object({ project_id: Type.String({ description: "The project's id." }) }),
      errors: ['not_found'],
      data: PreviewReadiness,
    },
    async ({ caller, params }) => {
      await getOwnProject(context.db, caller.account.id, params.project_id);
      return { is_ready: pool.warm() };
    },
  );

  route(
    app,
    context,
    'GET',
    {
      path: '/previews/:preview_id',
      operationId: 'showPreview',
      tag,
      summary: 'Show the page of a preview',
      description:
        'The web page, for a frame of a page of the service. It is there for five minutes, only for the session or token that asked for it.',
      access: { role: 'editor' },
      params: Type.Object({ preview_id: Type.String({ description: "The preview's id." }) }),
      errors: ['not_found'],
    },
    {
      success: { 200: { description: 'The page.', mediaTypes: ['text/html'] } },
      async handler(request, reply, params) {
        const nonce = randomBytes(16).toString('base64url');
        const page = await pages.find(viewerOf(request.caller), params.preview_id, nonce);
        if (page === undefined) throw new ServiceError('not_found');
        reply.headers({ ...unkept, 'content-security-policy': framedViewerPolicy(nonce) });
        return reply.type(htmlType).send(page);
      },
    },
  );
}

/** What the draft of a template makes of the project, where that is asked for; of those who see the whole account. */
async function templateDraftOf(
  db: Queryable,
  { account, projectIds }: Caller,
  projectId: string,
  { template, settings }: PreviewRequest,
): Promise<TemplateDraft | undefined> {
  if (!template) return undefined;
  if (settings !== undefined) throw refusedField('template', 'alone', 'makes the settings; leave out one of both');
  if (projectIds !== null) throw missing('template', template.template_id);
  return readTemplateDraft(db, account.id, projectId, template);
}

/** A session is another one after it has changed the account. */
function viewerOf({ account, person, token }: Caller): Viewer {
  return { accountId: account.id, asker: person?.sessionId ?? token?.publicId ?? '' };
}

/** Aborts when the client goes before it is answered. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}
