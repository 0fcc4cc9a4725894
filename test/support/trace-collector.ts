import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { eventually } from './eventually.ts';

/** A span as a collector got it. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first of its trace. */
  readonly parentSpanId: string;
  readonly name: string;
  /** As OTLP numbers it: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly resource: Readonly<Record<string, string | number>>;
  readonly failed: boolean;
}

interface Post {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Without its compression. */
  readonly body: Buffer;
}

export interface TraceCollector {
  readonly url: string;
  readonly posts: readonly Post[];
  /** Of what came as JSON. */
  spans(): CollectedSpan[];
  /** Waits for the first span that fits. */
  span(name: string, fits?: (span: CollectedSpan) => boolean): Promise<CollectedSpan>;
}

/** What makes the service send its spans soon, as JSON. */
export const soonAsJson = { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_BSP_SCHEDULE_DELAY: '50' };

/** A receiver of OTLP/HTTP on 127.0.0.1 for one test file, which takes everything unless `answer` does otherwise. */
export async function startTraceCollector(
  answer: (response: ServerResponse) => void = (response) => void response.end('{}'),
): Promise<TraceCollector> {
  const posts: Post[] = [];
  const server = createServer(async (request, response) => {
    const sent = await buffer(request);
    const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    posts.push({ path: request.url ?? '', headers: request.headers, body });
    answer(response);
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const spans = () => posts.flatMap(({ body }) => readSpans(JSON.parse(body.toString('utf8'))));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    posts,
    spans,
    span: (name, fits = () => true) =>
      eventually(() => spans().find((span) => span.name === name && fits(span)), 30_000),
  };
}

interface Pair {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number; readonly doubleValue?: number };
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Pair[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'attributes'> & {
        readonly attributes: readonly Pair[];
        readonly status: { readonly code?: number };
      })[];
    }[];
  }[];
}

/** The spans of an export as OTLP writes it in JSON. */
function readSpans({ resourceSpans }: Sent): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId = '', name, kind, attributes, status }) => ({
        ...{ traceId, spanId, parentSpanId, name, kind },
        attributes: readPairs(attributes),
        resource: readPairs(resource.attributes),
        failed: status.code === 2,
      })),
    ),
  );
}

function readPairs(pairs: readonly Pair[]): Record<string, string | number> {
  return Object.fromEntries(
    pairs.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? value.doubleValue)]),
  );
}
