import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { isNotModified, sendNoBody } from '../../platform/http/conditional.ts';
import type { JobRow } from '../../platform/jobs/queue.ts';
import type { ObjectStore } from '../../platform/storage/object-store.ts';
import { isTerminal } from '../job-summaries/job-summaries.ts';
import { asciiName } from './ascii-name.ts';
import { dropArtifact, isExpired, readArtifact, type StoredArtifact } from './export-jobs.ts';

/** How long a redirect's address lives. */
const redirectSeconds = 60;

export interface DownloadContext {
  readonly db: Database;
  readonly objects: ObjectStore;
  /** Whether a download may be sent to the object store's own address. */
  readonly redirects: boolean;
}

/** Serves the file of a completed export: whole, one range, 304, or a redirect (C-DOWNLOAD-1 to C-DOWNLOAD-11). */
export async function download(
  context: DownloadContext,
  job: JobRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const artifact = readArtifact(job);
  if (job.status !== 'completed' || !artifact) throw notReady(job);
  if (isExpired(job)) throw new ServiceError('artifact_unavailable');
  const etag = `"${artifact.sha256}"`;
  const validators = { etag, 'cache-control': 'private, no-store', 'accept-ranges': 'bytes' };
  if (isNotModified(request, etag)) return sendNoBody(reply.code(304).headers(validators));
  if (!(await isIntact(context.objects, artifact))) {
    await dropArtifact(context.db, job);
    throw new ServiceError('artifact_unavailable');
  }
  const { signedUrl } = context.objects;
  if (context.redirects && signedUrl) {
    const { contentType, filename } = artifact;
    const url = await signedUrl(artifact.key, {
      expiresInSeconds: redirectSeconds,
      contentType,
      contentDisposition: contentDisposition(filename),
    });
    return reply.headers(validators).redirect(url, 307);
  }
  if (request.method === 'HEAD')
    return sendNoBody(reply.headers({ ...validators, ...fileHeaders(artifact, undefined) }));
  const range = readRange(request, etag, artifact.size);
  const found = await context.objects.open(artifact.key, range);
  if (!found) throw new ServiceError('artifact_unavailable');
  if (reply.sent) {
    // The request has timed out meanwhile. A file that nobody reads or closes crashes the process when it is garbage
    // collected.
    found.stream.destroy();
    return reply;
  }
  reply.headers({ ...validators, ...fileHeaders(artifact, range) });
  return reply.code(range ? 206 : 200).send(found.stream);
}

/** So that nobody keeps polling a job that ended without a file. */
function notReady(job: JobRow): ServiceError {
  if (!isTerminal(job)) return new ServiceError('artifact_not_ready');
  const message = `The export ended ${job.status} and has no artifact. Read the export job for the reason, then start a new export.`;
  return new ServiceError('artifact_not_ready', { message });
}

/** Size and digest are checked before the first byte, so a truncated, changed or missing file is never served. */
async function isIntact(objects: ObjectStore, artifact: StoredArtifact): Promise<boolean> {
  const found = await objects.open(artifact.key);
  if (!found) return false;
  if (found.size !== artifact.size) {
    found.stream.destroy();
    return false;
  }
  const digest = createHash('sha256');
  for await (const chunk of found.stream) digest.update(chunk);
  return digest.digest('hex') === artifact.sha256;
}

function fileHeaders({ contentType, filename, sha256, size }: StoredArtifact, range: Range | undefined) {
  return {
    'content-type': contentType,
    'content-disposition': contentDisposition(filename),
    'content-length': range ? range.end - range.start + 1 : size,
    'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
    ...(range && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
  };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * The one byte range asked for (RFC 9110 section 14); undefined, meaning the whole file, for none, several or a
 * malformed one. Throws `range_not_satisfiable` for one outside the file.
 */
function readRange(request: FastifyRequest, etag: string, size: number): Range | undefined {
  const ifRange = request.headers['if-range'];
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  const match = /^bytes=(\d*)-(\d*)$/i.exec(request.headers.range?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    if (length === 0) throw outside(size);
    return { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) throw outside(size);
  return { start, end };
}

function outside(size: number): ServiceError {
  return new ServiceError('range_not_satisfiable', { headers: { 'content-range': `bytes */${size}` } });
}

/** RFC 6266: an ASCII name for old clients, and the real one in UTF-8. */
export function contentDisposition(filename: string): string {
  const ascii = asciiName(filename) || 'report';
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
