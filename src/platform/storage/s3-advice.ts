const wrongRegion = 'the bucket is in another region: set AWS_REGION to';
const noAccess =
  'the key may not do this: allow it s3:ListBucket on the bucket, and s3:GetObject, s3:PutObject and s3:DeleteObject on what is in it';
const noBucket = 'there is no such bucket: make it, or name the right one in OBJECT_STORE';

/** By the codes of S3. https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const byCode: Readonly<Record<string, string>> = {
  InvalidAccessKeyId:
    'the store does not know this AWS_ACCESS_KEY_ID: set one of its own, or S3_ENDPOINT to the store that gave it out',
  SignatureDoesNotMatch:
    'AWS_SECRET_ACCESS_KEY is not that of AWS_ACCESS_KEY_ID, or a proxy changes what is signed, such as Host',
  ExpiredToken: 'AWS_SESSION_TOKEN has expired: set a new one with its key',
  InvalidToken: 'AWS_SESSION_TOKEN is not that of AWS_ACCESS_KEY_ID: set both anew, or take it away',
  RequestTimeTooSkewed: 'set the clock of this machine',
  AccessDenied: noAccess,
  NoSuchBucket: noBucket,
};
const byStatus: Readonly<Record<number, string>> = { 403: noAccess, 404: noBucket };

/** What an operator can do about an error of an S3 store; undefined where its text must do. */
export function s3Advice(error: Error): string | undefined {
  const { name, $metadata, $response, Region } = error as Error & {
    $metadata?: { httpStatusCode?: number };
    $response?: { headers?: Record<string, string> };
    Region?: string;
  };
  const status = $metadata?.httpStatusCode ?? 0;
  if (status === 301 || status === 307 || name === 'AuthorizationHeaderMalformed') {
    return `${wrongRegion} ${Region ?? $response?.headers?.['x-amz-bucket-region'] ?? 'that'}`;
  }
  return byCode[name] ?? byStatus[status];
}
