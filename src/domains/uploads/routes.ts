import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { meta, success } from '../../platform/http/envelope.ts';
import { fileBodies, withPatience } from '../../platform/http/file-bodies.ts';
import { fingerprint, onceForKey, readIdempotencyKey } from '../../platform/http/idempotency.ts';
import { listOperation, readOperation, removeOperation } from '../../platform/http/operations.ts';
import { type ApiContext, route } from '../../platform/http/route.ts';
import { AddUploadQuery, ReplaceUploadQuery, Upload, UploadListQuery } from './schema.ts';
import { type SentFile, storeUpload, type UploadContext } from './store-upload.ts';
import { mostFileBytes } from './upload-quota.ts';
import {
  getUpload,
  insertUpload,
  listPageOfUploads,
  removeUpload,
  replaceUpload,
  tellUpload,
  toUpload,
  type UploadRow,
} from './uploads.ts';

const tag = 'Uploads';
const reading = { role: 'viewer', wholeAccount: true } as const;
const writing = { role: 'editor', wholeAccount: true } as const;
const params = Type.Object({ upload_id: Type.String({ description: "The upload's id." }) });
const fileErrors = ['payload_too_large', 'unsupported_media_type'] as const;
const what =
  'The body is the file itself, without `Content-Encoding` and whatever its `Content-Type`: CSV, TSV, JSON, NDJSON, Parquet, Arrow or XLSX, found in its content, also compressed by gzip or Zstandard, or alone in a ZIP archive; it is kept unpacked, under its own name. Unpacked it may have 1 GiB, and all uploads of the account together what its plan says; more is refused with `payload_too_large`, at once where `Content-Length` tells it. A file that connections could not read is refused.';

/** The files that customers upload for their connections. */
export function uploadRoutes(app: FastifyInstance, context: ApiContext, store: Omit<UploadContext, 'db'>): void {
  const { db } = context;
  const uploads = { ...store, db };

  listOperation(
    app,
    context,
    {
      path: '/uploads',
      operationId: 'listUploads',
      tag,
      summary: 'List uploads',
      access: reading,
      data: Upload,
      query: UploadListQuery,
    },
    async ({ caller, query }) => {
      const { items, total } = await listPageOfUploads(db, caller.account.id, query);
      return { items: items.map(toUpload), total };
    },
  );

  readOperation(
    app,
    context,
    {
      path: '/uploads/:upload_id',
      operationId: 'getUpload',
      tag,
      summary: 'Read an upload',
      access: reading,
      params,
      errors: ['not_found'],
      data: Upload,
    },
    async ({ caller, params: { upload_id } }) => toUpload(await getUpload(db, caller.account.id, upload_id)),
  );

  removeOperation(
    app,
    context,
    {
      path: '/uploads/:upload_id',
      operationId: 'removeUpload',
      tag,
      summary: 'Remove an upload',
      description: 'Removes an upload that no connection reads. While one does, the answer says which.',
      access: writing,
      params,
      errors: ['not_found', 'upload_in_use'],
      kind: 'upload.remove',
      data: Upload,
    },
    async (transaction, { caller, params: { upload_id } }) => {
      const row = await removeUpload(transaction, caller.account.id, upload_id);
      return { data: toUpload(row), ...toldOf(row) };
    },
  );

  app.register(async (scope) => {
    fileBodies(scope);
    addRoute(scope, context, uploads);
    replaceRoute(scope, context, uploads);
  });
}

function addRoute(app: FastifyInstance, context: ApiContext, uploads: UploadContext): void {
  route(
    app,
    context,
    'POST',
    {
      path: '/uploads',
      operationId: 'addUpload',
      tag,
      summary: 'Upload a file',
      description: what,
      access: writing,
      errors: [...fileErrors, 'idempotency_key_required', 'invalid_idempotency_key', 'idempotency_conflict'],
    },
    {
      query: AddUploadQuery,
      takesFile: true,
      bodyLimit: mostFileBytes,
      headers: ['IdempotencyKey'],
      success: {
        201: { description: 'The upload.', schema: success(Upload), headers: ['Idempotent-Replayed', 'Location'] },
      },
      async handler(request, reply) {
        const { caller } = request;
        const { name } = request.query as { readonly name: string };
        const key = readIdempotencyKey(request.raw);
        const { result, replayed } = await withPatience(request, () =>
          storeUpload(uploads, sentBy(request, name), async (file) => {
            const claim = {
              ...({ accountId: caller.account.id, actor: caller.actor, kind: 'upload.add', key } as const),
              fingerprint: fingerprint({ account: caller.account.id }, { name: file.name, sha256: file.sha256 }),
            };
            const once = await onceForKey(context.db, claim, async (transaction) => {
              const row = await insertUpload(transaction, file, caller.plan.maxUploadBytes);
              await record(context, transaction, request, 'upload.add', row);
              return { status: 201, location: `${context.base}/uploads/${row.id}`, data: toUpload(row), meta: {} };
            });
            return { result: once, isTaken: !once.replayed };
          }),
        );
        if (replayed) reply.header('idempotent-replayed', 'true');
        reply.code(201).header('location', `${context.publicUrl}${result.location}`);
        return { ok: true, data: result.data, meta: meta(request) };
      },
    },
  );
}

function replaceRoute(app: FastifyInstance, context: ApiContext, uploads: UploadContext): void {
  route(
    app,
    context,
    'PUT',
    {
      path: '/uploads/:upload_id',
      operationId: 'replaceUpload',
      tag,
      summary: 'Replace an upload',
      description: `Puts another file in the place of an upload, as a whole: connections read it from then on, and a report that is being made keeps the version it began with. Sent again it changes nothing more, so it takes no idempotency key. ${what}`,
      access: writing,
      params,
      errors: [...fileErrors, 'not_found'],
    },
    {
      query: ReplaceUploadQuery,
      takesFile: true,
      bodyLimit: mostFileBytes,
      success: { 200: { description: 'The upload.', schema: success(Upload) } },
      async handler(request, _reply, { upload_id }) {
        const { account, plan } = request.caller;
        const before = await getUpload(context.db, account.id, upload_id);
        const { name = before.name } = request.query as { readonly name?: string };
        const row = await withPatience(request, () =>
          storeUpload(uploads, { ...sentBy(request, name), replacedId: upload_id }, async (file) => ({
            isTaken: true,
            result: await context.db.transaction().execute(async (transaction) => {
              const replaced = await replaceUpload(transaction, upload_id, file, plan.maxUploadBytes);
              await record(context, transaction, request, 'upload.replace', replaced);
              return replaced;
            }),
          })),
        );
        return { ok: true, data: toUpload(row), meta: meta(request) };
      },
    },
  );
}

function sentBy({ caller, headers, body }: FastifyRequest, name: string): SentFile {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    throw new ServiceError('unsupported_media_type', {
      message: 'Send the file as it is, without Content-Encoding; a compressed file (.gz, .zst, .zip) needs none.',
    });
  }
  const declared = headers['content-length'];
  return {
    ...{ accountId: caller.account.id, maxBytes: caller.plan.maxUploadBytes, name },
    declaredBytes: declared === undefined ? null : Number(declared),
    bytes: body instanceof Readable ? body : Readable.from([]),
  };
}

function toldOf(row: UploadRow) {
  const { subject, details = {} } = tellUpload('', row);
  return { subject, details };
}

async function record(
  { management }: ApiContext,
  transaction: Queryable,
  { caller }: FastifyRequest,
  action: string,
  row: UploadRow,
): Promise<void> {
  await management?.record(transaction, caller, { action, ...toldOf(row) });
}
