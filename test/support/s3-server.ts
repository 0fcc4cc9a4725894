import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** What the server does with the next requests: `silent` never answers, `halfway` sends half of the body and no more, `none` answers. */
export type S3Fault = 'unavailable' | 'silent' | 'halfway' | 'none';

export interface S3Server extends AsyncDisposable {
  readonly endpoint: string;
  readonly bucket: string;
  /** The keys of objects that were begun in parts and neither completed nor aborted. */
  readonly unfinished: () => readonly string[];
  /** Faults of the coming requests, one each. */
  readonly faults: S3Fault[];
  /** How every request is refused, as long as it is set. */
  refusal: S3Refusal | undefined;
  /** What happens to every request from now on; null to answer. */
  outage: S3Fault | null;
  /** Stops listening and ends all connections; its content stays, for `start`. */
  stop(): Promise<void>;
  /** Listens again where it did before. */
  start(): Promise<void>;
}

export interface S3Refusal {
  readonly status: number;
  readonly code: string;
  /** The region that the bucket is in. */
  readonly region?: string;
}

const bucket = 'test-bucket';
const keysPerPage = 2;

/**
 * As much of S3 as the store needs, in memory: one bucket that any origin may read, signatures not checked. Lists in
 * pages of two.
 */
export async function startS3Server(): Promise<S3Server> {
  const content: Content = { objects: new Map(), begun: new Map() };
  const faults: S3Fault[] = [];
  const server = createServer((request, response) => {
    if (s3.refusal) return refuse(response, s3.refusal.status, s3.refusal.code, s3.refusal.region);
    answer(content, s3.outage ?? faults.shift(), request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('no port');
  const { port } = address;
  const s3: S3Server = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    unfinished: () => [...content.begun.values()].map(({ key }) => key),
    faults,
    outage: null,
    async stop() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
    refusal: undefined,
    async start() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    [Symbol.asyncDispose]: () => s3.stop(),
  };
  return s3;
}

interface Content {
  readonly objects: Map<string, Buffer>;
  /** Objects that are being sent in parts, by their upload's id. */
  readonly begun: Map<string, { readonly key: string; readonly parts: Buffer[]; readonly at: string }>;
}

async function answer(
  content: Content,
  fault: S3Fault | undefined,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { objects } = content;
  const url = new URL(request.url ?? '/', 'http://localhost');
  const [, inBucket = '', ...path] = decodeURIComponent(url.pathname).split('/');
  const key = path.join('/');
  const body = await buffer(request);
  if (fault === 'silent') return;
  if (fault === 'unavailable') return refuse(response, 503, 'ServiceUnavailable');
  if (inBucket !== bucket) return refuse(response, 404, 'NoSuchBucket');
  if (answerOfParts(content, key, body, request.method, url.searchParams, response)) return;
  if (key === '') return request.method === 'HEAD' ? void response.end() : list(objects, url.searchParams, response);
  if (request.method === 'PUT') {
    objects.set(key, body);
    return void response.end();
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  const found = objects.get(key);
  if (!found) return refuse(response, 404, 'NoSuchKey');
  send(found, url.searchParams, request.headers.range, fault === 'halfway', response);
}

/** Objects in parts; whether the request was about them. */
function answerOfParts(
  { objects, begun }: Content,
  key: string,
  body: Buffer,
  method: string | undefined,
  query: URLSearchParams,
  response: ServerResponse,
): boolean {
  if (query.has('uploads') && method === 'POST') {
    const id = randomUUID();
    begun.set(id, { key, parts: [], at: new Date().toISOString() });
    response.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    return true;
  }
  if (query.has('uploads')) {
    const uploads = [...begun].map(
      ([id, { key, at }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at}</Initiated></Upload>`,
    );
    response.end(`<ListMultipartUploadsResult>${uploads.join('')}</ListMultipartUploadsResult>`);
    return true;
  }
  const id = query.get('uploadId');
  if (id === null) return false;
  const upload = begun.get(id);
  if (!upload) refuse(response, 404, 'NoSuchUpload');
  else if (method === 'PUT') {
    upload.parts[Number(query.get('partNumber')) - 1] = body;
    response.writeHead(200, { ETag: `"${body.length}"` }).end();
  } else {
    begun.delete(id);
    if (method === 'POST') objects.set(upload.key, Buffer.concat(upload.parts));
    response.writeHead(method === 'POST' ? 200 : 204);
    response.end(method === 'POST' ? '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>' : undefined);
  }
  return true;
}

function refuse(response: ServerResponse, status: number, code: string, region?: string): void {
  response.writeHead(status, { 'Content-Type': 'application/xml', ...(region && { 'x-amz-bucket-region': region }) });
  response.end(`<Error><Code>${code}</Code></Error>`);
}

function send(
  bytes: Buffer,
  query: URLSearchParams,
  range: string | undefined,
  halfway: boolean,
  response: ServerResponse,
) {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  response.setHeader('Access-Control-Allow-Origin', '*');
  const part = range ? bytes.subarray(Number(start), Number(end) + 1) : bytes;
  if (range && Number(start) >= bytes.length) return refuse(response, 416, 'InvalidRange');
  if (range) response.setHeader('Content-Range', `bytes ${start}-${end}/${bytes.length}`);
  for (const name of ['content-type', 'content-disposition']) {
    const value = query.get(`response-${name}`);
    if (value) response.setHeader(name, value);
  }
  response.writeHead(range ? 206 : 200, { 'Content-Length': part.length });
  if (halfway) response.write(part.subarray(0, part.length / 2));
  else response.end(part);
}

function list(objects: Map<string, Buffer>, query: URLSearchParams, response: ServerResponse): void {
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).sort();
  const page = keys.slice(0, keysPerPage);
  const more = keys.length > page.length;
  const contents = page.map(
    (key) =>
      `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size>` +
      `<LastModified>${new Date().toISOString()}</LastModified></Contents>`,
  );
  response.end(
    `<ListBucketResult><IsTruncated>${more}</IsTruncated>${contents.join('')}` +
      `${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}</ListBucketResult>`,
  );
}
