import { AsyncLocalStorage } from 'node:async_hooks';

/** Ids, counts and words of few values: never a secret, the text of a query or a whole address. */
export type Attributes = Readonly<Record<string, string | number>>;

/** The side of an exchange that a span is about, as OpenTelemetry has it; `internal` for none. */
type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** The headers of W3C Trace Context. */
export interface TraceHeaders {
  readonly traceparent?: string;
  readonly tracestate?: string;
}

/** A piece of work with its beginning and its end, as one of its trace. */
export interface Span {
  /** Undefined where the trace is not recorded: nobody could look it up. */
  readonly traceId: string | undefined;
  set(attributes: Attributes): void;
  /** Marks it as failed. `type` is a word of few values, such as an error code: a message may hold what is secret. The first counts. */
  fail(type: string): void;
  /** What continues its trace elsewhere. */
  headers(): TraceHeaders;
  end(): void;
}

export interface SpanStart {
  readonly kind: SpanKind;
  readonly attributes?: Attributes;
  /** What it is part of: a span, or the headers of one elsewhere; null begins a trace. The active span unless given. */
  readonly parent?: Span | TraceHeaders | null | undefined;
}

/** A function where the name costs something: it is asked only for what is recorded. */
type SpanName = string | (() => string);

export interface Tracer {
  /** Whether the context of others is read and sent. */
  readonly propagates: boolean;
  begin(name: SpanName, start: SpanStart, parent: SpanStart['parent']): Span;
}

/** What has to be passed on at least (W3C); it is stored with jobs. */
const longestState = 512;

let tracer: Tracer | undefined;
const active = new AsyncLocalStorage<Span | TraceHeaders>();

/** Lets all spans of this thread begin by `used`, until it is disposed. */
export function useTracer(used: Tracer): Disposable {
  tracer = used;
  return {
    [Symbol.dispose]() {
      if (tracer === used) tracer = undefined;
    },
  };
}

/** Whether spans are made at all. Names and attributes that cost something are made only then. */
export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Begins a span, which the caller ends; undefined while nothing is traced. */
export function beginSpan(name: SpanName, start: SpanStart): Span | undefined {
  if (!tracer) return undefined;
  return tracer.begin(name, start, start.parent === undefined ? active.getStore() : start.parent);
}

/** Runs `work` as part of a span, or of a trace elsewhere: spans that begin in it are below. */
export function within<Result>(span: Span | TraceHeaders | undefined, work: () => Result): Result {
  return span && tracer ? active.run(span, work) : work();
}

/** Runs `work` in a span of its own, which fails with it. */
export async function inSpan<Result>(
  name: string,
  start: SpanStart,
  work: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const span = beginSpan(name, start);
  // Below what is not recorded nothing is: there is nothing to keep apart, and nothing to tell.
  if (!span || span === active.getStore()) return work(span);
  try {
    return await within(span, () => work(span));
  } catch (error) {
    span.fail(failureType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** A word for an error: its code or kind, or else its class. Its message may hold what is secret. */
export function failureType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code, kind } = error as Error & { readonly code?: unknown; readonly kind?: unknown };
  const word = [code, kind].find((each) => typeof each === 'string' && /^\w{1,64}$/.test(each));
  return typeof word === 'string' ? word : error.constructor.name;
}

/** The trace that a caller continues, by the headers of its request; null for none. */
export function incomingTrace(headers: Readonly<Record<string, string | string[] | undefined>>): TraceHeaders | null {
  const { traceparent, tracestate } = headers;
  if (!tracer?.propagates || typeof traceparent !== 'string') return null;
  const hasState = typeof tracestate === 'string' && tracestate.length <= longestState;
  return hasState ? { traceparent, tracestate } : { traceparent };
}

/** The headers by which the other side of a request continues the span's trace. */
export function outgoingTrace(span: Span | undefined): TraceHeaders {
  return span && tracer?.propagates ? span.headers() : {};
}

/** A span as it is stored with what continues it later; null while nothing is traced. */
export function storedTrace(span: Span | undefined): string | null {
  return span ? JSON.stringify(span.headers()) : null;
}

/** What was stored; null, a new trace, for nothing. */
export function readTrace(stored: string | null | undefined): TraceHeaders | null {
  return stored ? (JSON.parse(stored) as TraceHeaders) : null;
}
