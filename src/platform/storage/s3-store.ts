import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { type ByteRange, checkKey, checkPrefix, type ListedObject, type ObjectStore, sha256 } from './object-store.ts';
import { putS3File, removeS3Parts } from './s3-files.ts';

const connectionTimeoutMs = 3_000;
const maxAttempts = 3;

export interface S3Location {
  readonly bucket: string;
  /** Prepended to every key; without a trailing slash. */
  readonly prefix?: string | undefined;
  /** Of another S3-compatible server; requests then have the bucket in the path. */
  readonly endpoint?: string | undefined;
  /** From `AWS_REGION` or the AWS profile when absent. */
  readonly region?: string | undefined;
  /** From the usual `AWS_*` variables, the profile or the machine's role when absent. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

/**
 * Keeps objects in an S3 bucket. A request is tried at most 3 times and fails after `deadlineMs`, except for a stream,
 * which takes as long as its reader; one that is silent for a third of that time, even in the middle of its body,
 * fails. Sends nothing until it is used: `check` finds out whether the bucket exists.
 */
export function createS3Store(location: S3Location, deadlineMs = 60_000): ObjectStore {
  const { bucket, endpoint, region, credentials } = location;
  const base = location.prefix ? `${location.prefix}/` : '';
  const client = new S3Client({
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(region && { region }),
    ...(credentials && { credentials }),
    maxAttempts,
    // Not every compatible server supports the newer checksums; the signature covers the body anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectionTimeoutMs,
      requestTimeout: deadlineMs / maxAttempts,
      throwOnRequestTimeout: true,
      socketTimeout: deadlineMs / maxAttempts,
    },
  });

  function address(key: string): { Bucket: string; Key: string } {
    checkKey(key);
    return { Bucket: bucket, Key: base + key };
  }

  function withDeadline(): { abortSignal: AbortSignal } {
    return { abortSignal: AbortSignal.timeout(deadlineMs) };
  }

  /** `abortSignal` aborts the request, and the body while it is being read. */
  async function find(
    key: string,
    range: ByteRange | undefined,
    options: { abortSignal: AbortSignal },
  ): Promise<GetObjectCommandOutput | undefined> {
    const Range = range && `bytes=${range.start}-${range.end}`;
    return client.send(new GetObjectCommand({ ...address(key), Range }), options).catch(undefinedWhenMissing);
  }

  return {
    async put(key, bytes) {
      await client.send(new PutObjectCommand({ ...address(key), Body: bytes }), withDeadline());
      return { size: bytes.byteLength, sha256: sha256(bytes) };
    },
    putFile: (key, path) => putS3File(client, address(key), path, withDeadline),
    removeUnfinished: (before) => removeS3Parts(client, { Bucket: bucket, Prefix: base }, before, withDeadline),
    async get(key) {
      const found = await find(key, undefined, withDeadline());
      return found?.Body?.transformToByteArray();
    },
    async open(key, range) {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), deadlineMs);
      const found = await find(key, range, { abortSignal: late.signal }).finally(() => clearTimeout(timer));
      if (!found) return undefined;
      if (!(found.Body instanceof Readable)) throw new Error(`S3 gave no body for ${key}.`);
      // `bytes 0-9/1234` for a range.
      const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength);
      return { stream: found.Body, size };
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(address(key)), withDeadline());
    },
    async *list(prefix): AsyncIterable<ListedObject> {
      checkPrefix(prefix);
      let from: string | undefined;
      do {
        const query = { Bucket: bucket, Prefix: base + prefix, ContinuationToken: from };
        const page = await client.send(new ListObjectsV2Command(query), withDeadline());
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (Key === undefined || Size === undefined || !LastModified) continue;
          yield { key: Key.slice(base.length), size: Size, modifiedAt: LastModified };
        }
        from = page.NextContinuationToken;
      } while (from);
    },
    async signedUrl(key, { expiresInSeconds, contentType, contentDisposition }) {
      const command = new GetObjectCommand({
        ...address(key),
        ResponseContentType: contentType,
        ResponseContentDisposition: contentDisposition,
      });
      return getSignedUrl(client, command, { expiresIn: expiresInSeconds });
    },
    async check(signal) {
      const { abortSignal } = withDeadline();
      const options = { abortSignal: signal ? AbortSignal.any([signal, abortSignal]) : abortSignal };
      await client.send(new HeadBucketCommand({ Bucket: bucket }), options).catch(async (fault: Error) => {
        // The answer to a HEAD has no body that could say why.
        if ('$response' in fault) await client.send(new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 }), options);
        throw fault;
      });
    },
  };
}

/**
 * Throws the AWS client's error when neither `AWS_REGION` nor the AWS profile names a valid region: otherwise every
 * request would fail like a fault of the program.
 */
export async function checkRegion(): Promise<void> {
  await new S3Client({}).config.region();
}

/** A missing bucket is 404 like a missing key, but must not look like lost objects. */
function undefinedWhenMissing(error: unknown): undefined {
  if (!(error instanceof NoSuchKey)) throw error;
}
