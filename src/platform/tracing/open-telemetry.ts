import {
  type Attributes,
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  type Span as OpenSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config/tracing.ts';
import { serviceVersion } from '../version.ts';
import { Losses, type LossLog } from './losses.ts';
import { OtlpExporter } from './otlp-exporter.ts';
import { samplerOf, TraceIds, UnrecordedSpan, unrecordedBy } from './sampling.ts';
import type { Span, SpanStart, TraceHeaders, Tracer } from './spans.ts';

/** Longer ones are cut off; ours are ids, words and names. */
const longestAttribute = 256;
const propagator = new W3CTraceContextPropagator();
const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const;

interface OpenedTracer {
  readonly tracer: Tracer;
  /** Sends what has ended. */
  close(): Promise<void>;
  /** Gives up what is being sent. */
  cut(): void;
}

/** A tracer of this thread by the SDK of OpenTelemetry: these files alone know it. */
export function openTracer(config: TracingConfig, log: LossLog): OpenedTracer {
  const losses = new Losses(log);
  tellFaults(losses);
  const exporter = new OtlpExporter(config, losses);
  const { delayMs, queueSize, size } = config.batch;
  const processor = new BatchSpanProcessor({
    exporter,
    scheduledDelayMillis: delayMs,
    maxQueueSize: queueSize,
    maxExportBatchSize: size,
    // The exporter's own deadline comes first.
    exportTimeoutMillis: config.timeoutMs + 1_000,
  });
  const ids = new TraceIds();
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      ...config.resource,
      'service.version': serviceVersion(),
      'process.pid': process.pid,
    }),
    sampler: samplerOf(config),
    idGenerator: ids,
    spanProcessors: [processor],
    spanLimits: { attributeValueLengthLimit: longestAttribute },
  });
  const opened = provider.getTracer('report-service', serviceVersion());
  const findUnrecorded = unrecordedBy(config, ids);
  return {
    tracer: {
      propagates: config.propagates,
      begin(name, { kind, attributes = {} }, parent) {
        const unrecorded = findUnrecorded(parent);
        if (unrecorded) return unrecorded;
        const context = contextOf(parent);
        const named = typeof name === 'string' ? name : name();
        const span = opened.startSpan(named, { kind: kinds[kind], attributes }, context);
        return new TracedSpan(span, context);
      },
    },
    close: () => provider.shutdown().catch(() => {}),
    cut: () => exporter.cut(),
  };
}

/** The SDK tells of dropped spans and of its own faults by two functions that all of its parts share. */
function tellFaults(losses: Losses): void {
  const ignore = () => {};
  const tell = (message: string) => losses.note(Number(/^Dropped (\d+) spans/.exec(message)?.[1] ?? 0), message);
  diag.setLogger(
    { error: tell, warn: tell, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  // What the exporter could not send, it has told already.
  setGlobalErrorHandler(ignore);
}

function contextOf(parent: SpanStart['parent']): Context {
  if (parent instanceof TracedSpan) return parent.context;
  if (!parent) return ROOT_CONTEXT;
  const headers = parent instanceof UnrecordedSpan ? parent.headers() : parent;
  return propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
}

class TracedSpan implements Span {
  readonly traceId: string | undefined;
  readonly #span: OpenSpan;
  readonly #above: Context;
  #context: Context | undefined;
  #hasFailed = false;

  constructor(span: OpenSpan, above: Context) {
    this.#span = span;
    this.#above = above;
    this.traceId = span.isRecording() ? span.spanContext().traceId : undefined;
  }

  /** Made when something continues it, which most requests do not have. */
  get context(): Context {
    this.#context ??= trace.setSpan(this.#above, this.#span);
    return this.#context;
  }

  set(attributes: Attributes): void {
    if (this.traceId !== undefined) this.#span.setAttributes(attributes);
  }

  fail(type: string): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
  }

  headers(): TraceHeaders {
    const headers: Record<string, string> = {};
    propagator.inject(this.context, headers, defaultTextMapSetter);
    return headers;
  }

  end(): void {
    this.#span.end();
  }
}
