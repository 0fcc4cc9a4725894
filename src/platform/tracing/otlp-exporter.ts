import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config/tracing.ts';
import type { Losses } from './losses.ts';

const encodings = {
  json: { serializer: JsonTraceSerializer, mediaType: 'application/json' },
  protobuf: { serializer: ProtobufTraceSerializer, mediaType: 'application/x-protobuf' },
};
/** Of these answers OTLP says that another try may help. */
const passing = new Set([429, 502, 503, 504]);
/** Of its answer, which is a few bytes. */
const longestAnswer = 65_536;
const firstWaitMs = 1_000;
const compress = promisify(gzip);

/** Why a batch was not taken. */
class Refused extends Error {
  readonly retryMs: number | undefined;

  constructor(message: string, retryMs?: number) {
    super(message);
    this.retryMs = retryMs;
  }
}

/**
 * Posts batches of spans to a collector (OTLP/HTTP 1.x). A batch has one deadline for all its tries; after it, it is lost. That of the
 * OpenTelemetry project cannot be told to stop: a collector that hangs would hold up the end of the process.
 */
export class OtlpExporter implements SpanExporter {
  readonly #config: TracingConfig;
  readonly #losses: Losses;
  readonly #stop = new AbortController();

  constructor(config: TracingConfig, losses: Losses) {
    this.#config = config;
    this.#losses = losses;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#send(spans).then(
      () => done({ code: ExportResultCode.SUCCESS }),
      (error: Error) => {
        this.#losses.note(spans.length, error.message);
        done({ code: ExportResultCode.FAILED, error });
      },
    );
  }

  async shutdown(): Promise<void> {}

  /** Gives up what is under way. */
  cut(): void {
    this.#stop.abort(new Error('The service has stopped.'));
  }

  async #send(spans: ReadableSpan[]): Promise<void> {
    const { encoding, compression, timeoutMs } = this.#config;
    const bytes = encodings[encoding].serializer.serializeRequest(spans);
    if (!bytes) throw new Error('The spans could not be written.');
    const body = new Uint8Array(compression === 'gzip' ? await compress(bytes) : bytes);
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(timeoutMs)]);
    const until = performance.now() + timeoutMs;
    for (let waitMs = firstWaitMs; ; waitMs *= 2) {
      const refused = await this.#post(body, signal);
      if (!refused) return;
      const nextMs = refused.retryMs === undefined ? undefined : Math.max(refused.retryMs, waitMs);
      if (nextMs === undefined || performance.now() + nextMs > until) throw refused;
      await delay(nextMs, undefined, { signal, ref: false });
    }
  }

  /** Undefined once the collector has the batch; where it may take it later, with a wait. */
  async #post(body: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Refused | undefined> {
    const { url, headers, encoding, compression } = this.#config;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'user-agent': 'report-service',
          ...headers,
          'content-type': encodings[encoding].mediaType,
          ...(compression === 'gzip' && { 'content-encoding': 'gzip' }),
        },
        body,
        redirect: 'manual',
        signal,
      });
      await readAway(response);
      if (response.ok) return undefined;
      const retryMs = passing.has(response.status) ? readSeconds(response.headers.get('retry-after')) : undefined;
      return new Refused(`It answered ${response.status}.`, retryMs);
    } catch (error) {
      if (signal.aborted) return new Refused(reasonOf(signal));
      const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
      return new Refused(`It could not be reached${typeof code === 'string' ? ` (${code})` : ''}.`, 0);
    }
  }
}

/** A connection is used again only when its answer was read. */
async function readAway({ body }: Response): Promise<void> {
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > longestAnswer) return;
  }
}

function reasonOf({ reason }: AbortSignal): string {
  return (reason as Error).name === 'TimeoutError' ? 'It did not answer in time.' : (reason as Error).message;
}

function readSeconds(value: string | null): number {
  return value !== null && /^\d{1,4}$/.test(value) ? Number(value) * 1_000 : 0;
}
