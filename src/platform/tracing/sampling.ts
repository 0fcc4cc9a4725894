import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config/tracing.ts';
import type { Span, SpanStart, TraceHeaders } from './spans.ts';

export function samplerOf(config: TracingConfig): Sampler {
  return isParentBased(config) ? new ParentBasedSampler({ root: rootSampler(config) }) : rootSampler(config);
}

function isParentBased({ sampler }: TracingConfig): boolean {
  return sampler.startsWith('parentbased_');
}

function rootSampler({ sampler, ratio }: TracingConfig): Sampler {
  if (sampler.endsWith('always_on')) return new AlwaysOnSampler();
  return sampler.endsWith('always_off') ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(ratio);
}

const drawWord = () => (Math.random() * 2 ** 32) >>> 0;
const wordBytes = 4;
const written = Buffer.alloc(6 * wordBytes);

/** Words of 32 bits in hexadecimal digits; six at most. */
function inHex(words: readonly number[]): string {
  words.forEach((word, index) => {
    written.writeUInt32BE(word, index * wordBytes);
  });
  return written.toString('hex', 0, words.length * wordBytes);
}

/** Random ids; a trace keeps the one by which it was chosen. */
export class TraceIds {
  readonly #random = new RandomIdGenerator();
  #chosen: string | undefined;

  /** Of the next trace. */
  choose(traceId: string): void {
    this.#chosen = traceId;
  }

  generateTraceId(): string {
    const id = this.#chosen ?? this.#random.generateTraceId();
    this.#chosen = undefined;
    return id;
  }

  generateSpanId(): string {
    return this.#random.generateSpanId();
  }
}

/**
 * Whether a new trace is recorded, by the number of 32 bits that the sampler of the SDK finds in its id. Most are not, and writing
 * and reading an id costs more than all else of such a request.
 */
function isChosen(number: number, { sampler, ratio }: TracingConfig): boolean {
  if (sampler.endsWith('always_on')) return true;
  return !sampler.endsWith('always_off') && number < Math.floor(ratio * 0xffffffff);
}

/** The words of a random id in which the sampler finds the number: it combines the four by exclusive or. */
function wordsFor(number: number): number[] {
  const [a, b, c] = [drawWord(), drawWord(), drawWord()];
  return [a, b, c, (a ^ b ^ c ^ number) >>> 0];
}

/** A context of W3C whose flags say that it is not recorded. */
const leftOut = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f][02468ace]$/;

/**
 * Gives the span of what is not recorded, or undefined where the SDK has to make one. Its own costs several times as much, which
 * every request would pay where a sample of them is kept.
 */
export function unrecordedBy(
  config: TracingConfig,
  ids: TraceIds,
): (parent: SpanStart['parent']) => UnrecordedSpan | undefined {
  const heedsParents = isParentBased(config);
  return (parent) => {
    if (!parent) {
      const number = drawWord();
      if (!isChosen(number, config)) return new UnrecordedSpan(number);
      ids.choose(inHex(wordsFor(number)));
      return undefined;
    }
    if (!heedsParents) return undefined;
    if (parent instanceof UnrecordedSpan) return parent;
    const isLeftOut = 'traceparent' in parent && leftOut.test(parent.traceparent ?? '');
    return isLeftOut ? new UnrecordedSpan(parent) : undefined;
  };
}

/** What is not recorded: all below it is the same, and who continues it gets what it continues itself. */
export class UnrecordedSpan implements Span {
  readonly traceId = undefined;
  /** The number of its trace, until somebody needs the id. */
  #trace: number | TraceHeaders;

  constructor(trace: number | TraceHeaders) {
    this.#trace = trace;
  }

  set(): void {}
  fail(): void {}
  end(): void {}

  headers(): TraceHeaders {
    if (typeof this.#trace !== 'number') return this.#trace;
    // The id of its span is not 0.
    const digits = inHex([...wordsFor(this.#trace), drawWord(), (drawWord() | 1) >>> 0]);
    this.#trace = { traceparent: `00-${digits.slice(0, 32)}-${digits.slice(32)}-00` };
    return this.#trace;
  }
}
