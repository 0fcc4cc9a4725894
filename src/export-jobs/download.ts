import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../database/tables.ts';
import { ServiceError } from '../errors.ts';
import { isNotModified } from '../http/conditional.ts';
import type { JobRow } from '../jobs/queue.ts';
import type { ObjectStore } from '../storage/object-store.ts';
import { dropArtifact, isExpired, readArtifact, type StoredArtifact } from './export-jobs.ts';

/** How long a redirect's address lives. */
const redirectSeconds = 60;

export interface DownloadContext {
  readonly db: Database;
  readonly objects: ObjectStore;
  /** Whether a download may be sent to the object store's own address. */
  readonly redirects: boolean;
}

/** Answers the file of a completed export: the whole, one range of it, 304, or a redirect (contract section 8). */
export async function download(
  context: DownloadContext,
  job: JobRow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const artifact = readArtifact(job);
  if (job.status !== 'completed' || !artifact) throw new ServiceError('artifact_not_ready');
  if (isExpired(job)) throw new ServiceError('artifact_unavailable');
  const etag = `"${artifact.sha256}"`;
  reply.headers({ etag, 'cache-control': 'private, no-store', 'accept-ranges': 'bytes' });
  if (isNotModified(request, etag)) return reply.code(304).send();
  if (!(await isIntact(context.objects, artifact))) {
    await dropArtifact(context.db, job);
    throw new ServiceError('artifact_unavailable');
  }
  const { signedUrl } = context.objects;
  if (context.redirects && signedUrl) {
    const { contentType, filename } = artifact;
    const url = await signedUrl(artifact.key, { expiresInSeconds: redirectSeconds, contentType, filename });
    return reply.redirect(url, 307);
  }
  return stream(context, artifact, etag, request, reply);
}

/** A truncated, changed or missing file is never served: its size and digest are checked before the first byte. */
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

async function stream(
  { objects }: DownloadContext,
  artifact: StoredArtifact,
  etag: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { size } = artifact;
  const range = readRange(request, etag, size);
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();
  const found = await objects.open(artifact.key, range);
  if (!found) throw new ServiceError('artifact_unavailable');
  reply.headers({
    'content-type': artifact.contentType,
    'content-disposition': contentDisposition(artifact.filename),
    'content-length': range ? range.end - range.start + 1 : size,
    'repr-digest': `sha-256=:${Buffer.from(artifact.sha256, 'hex').toString('base64')}:`,
  });
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  return reply.send(found.stream);
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** The one byte range asked for (RFC 9110 section 14); undefined for none, several or a malformed one: the whole. */
function readRange(request: FastifyRequest, etag: string, size: number): Range | 'unsatisfiable' | undefined {
  const ifRange = request.headers['if-range'];
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  const match = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}

/** RFC 6266: an ASCII name for old clients and the real one in UTF-8. */
export function contentDisposition(filename: string): string {
  const ascii =
    filename
      .normalize('NFKD')
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/["\\%]/g, '')
      .trim() || 'report';
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
