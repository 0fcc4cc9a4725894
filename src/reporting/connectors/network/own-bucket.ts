/**
 * Whether a URL names a bucket of S3 at AWS, by the host (`bucket.s3.eu-west-1.amazonaws.com`) or by the path
 * (`s3.eu-west-1.amazonaws.com/bucket/key`).
 */
export function isOfBucket({ hostname, pathname }: URL, bucket: string | null): boolean {
  if (bucket === null || !/\.amazonaws\.com(\.cn)?\.?$/.test(hostname)) return false;
  const first = pathname.split('/').find((part) => part !== '') ?? '';
  return hostname.startsWith(`${bucket}.`) || decoded(first) === bucket;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
