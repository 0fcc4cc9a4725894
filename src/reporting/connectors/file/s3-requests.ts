import { AwsV4Signer } from 'aws4fetch';
import { type ConnectorContext, ConnectorError } from '../contract.ts';

/** The keys of an AWS user who may read the bucket; null for one that anybody may read. */
export type S3Secret = { readonly access_key_id: string; readonly secret_access_key: string } | null;

const usualRegion = 'us-east-1';
const isRegion = /^[a-z]{2}(-[a-z]+)+-\d$/;

/** Asks S3 for an object, in the region that its bucket is in. */
export async function fetchObject(
  path: string,
  secret: S3Secret,
  headers: Readonly<Record<string, string>>,
  context: ConnectorContext,
): Promise<Response> {
  const { bucket, key } = objectOf(path);
  const ask = (region: string) => send(addressOf(region, bucket, key), region, secret, headers, context);
  const response = await ask(usualRegion);
  const region = response.headers.get('x-amz-bucket-region');
  const isElsewhere = response.status === 301 || response.status === 307 || response.status === 400;
  if (!isElsewhere || !region || region === usualRegion || !isRegion.test(region)) return response;
  await response.body?.cancel();
  return ask(region);
}

async function send(
  url: string,
  region: string,
  secret: S3Secret,
  headers: Readonly<Record<string, string>>,
  context: ConnectorContext,
): Promise<Response> {
  const signed = secret === null ? headers : await signRequest(url, region, secret, headers);
  // The signature is for one address alone.
  return context.fetch(url, { headers: signed, redirect: 'manual' });
}

/** The headers of a GET with its signature (AWS Signature Version 4); `at` such as 20130524T000000Z is now by default. */
export async function signRequest(
  url: string,
  region: string,
  secret: NonNullable<S3Secret>,
  headers: Readonly<Record<string, string>>,
  at?: string,
): Promise<Record<string, string>> {
  const signer = new AwsV4Signer({
    url,
    region,
    service: 's3',
    method: 'GET',
    headers: { ...headers },
    accessKeyId: secret.access_key_id,
    secretAccessKey: secret.secret_access_key,
    ...(at !== undefined && { datetime: at }),
  });
  return Object.fromEntries((await signer.sign()).headers);
}

function objectOf(path: string): { bucket: string; key: string } {
  const [, bucket = '', key = ''] = /^s3:\/\/([^/]+)\/(.+)$/s.exec(path) ?? [];
  if (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) && key !== '') return { bucket, key };
  throw new ConnectorError('invalid_config', 'A path in S3 is s3://bucket/key, the bucket in lower-case letters.');
}

/** The bucket is in the path, since certificates do not cover names with points. */
function addressOf(region: string, bucket: string, key: string): string {
  return `https://s3.${region}.amazonaws.com/${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
}

const credentialFaults =
  /<Code>(InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken|AccessKeyDisabled|RequestTimeTooSkewed)<\/Code>/;
const maxFaultBytes = 16 * 1024;

/** Whether S3 refuses the keys, and not the object. */
export async function refusesKeys(response: Response): Promise<boolean> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxFaultBytes) break;
  }
  return credentialFaults.test(text);
}
