import { type FileHandle, open } from 'node:fs/promises';
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';

/** What is sent at once, and held in memory; S3 takes parts of 5 MiB to 5 GiB, 10,000 of them. */
const partBytes = 16 * 1024 * 1024;

interface Place {
  readonly Bucket: string;
  readonly Key: string;
}

/** Options of one request, with a deadline that begins now. */
type Soon = () => { readonly abortSignal: AbortSignal };

/** Stores a file as one object, in parts where it is large; nothing is left of one that fails. */
export async function putS3File(client: S3Client, place: Place, path: string, soon: Soon): Promise<void> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  if (size <= partBytes) {
    await client.send(new PutObjectCommand({ ...place, Body: await readPart(file, 0, size) }), soon());
    return;
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place), soon());
  try {
    const Parts: CompletedPart[] = [];
    for (let start = 0; start < size; start += partBytes) {
      const Body = await readPart(file, start, Math.min(partBytes, size - start));
      const PartNumber = Parts.length + 1;
      const { ETag } = await client.send(new UploadPartCommand({ ...place, UploadId, PartNumber, Body }), soon());
      Parts.push({ ETag, PartNumber });
    }
    const whole = { ...place, UploadId, MultipartUpload: { Parts } };
    await client.send(new CompleteMultipartUploadCommand(whole), soon());
  } catch (error) {
    // If this fails too, a sweep removes the parts.
    await client.send(new AbortMultipartUploadCommand({ ...place, UploadId }), soon()).catch(() => {});
    throw error;
  }
}

async function readPart(file: FileHandle, start: number, bytes: number): Promise<Buffer> {
  const part = Buffer.allocUnsafe(bytes);
  for (let read = 0; read < bytes; ) {
    const { bytesRead } = await file.read(part, read, bytes - read, start + read);
    if (bytesRead === 0) throw new Error('The file became shorter while it was stored.');
    read += bytesRead;
  }
  return part;
}

/** Removes the parts of objects that nobody has completed since `before`; returns of how many. */
export async function removeS3Parts(
  client: S3Client,
  { Bucket, Prefix }: { readonly Bucket: string; readonly Prefix: string },
  before: Date,
  soon: Soon,
): Promise<number> {
  let removed = 0;
  let from: { KeyMarker: string | undefined; UploadIdMarker: string | undefined } | undefined;
  do {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...from }), soon());
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Key === undefined || UploadId === undefined || !Initiated || Initiated >= before) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), soon());
      removed++;
    }
    const { IsTruncated, NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    from = IsTruncated ? { KeyMarker, UploadIdMarker } : undefined;
  } while (from);
  return removed;
}
