import type { Database } from '../../platform/database/tables.ts';
import type { EventRow } from '../../platform/events/outbox.ts';
import type { JobLog } from '../../platform/jobs/job-handler.ts';
import { outgoingTrace } from '../../platform/tracing/spans.ts';
import type { ConnectionNetwork } from '../connections/open-connection.ts';
import type { Vault } from '../connections/vault.ts';
import { beginDeliverySpan, endDeliverySpan } from './delivery-span.ts';
import { openEndpointFetch } from './endpoint-network.ts';
import { type EndpointRow, openKeys } from './endpoints.ts';
import { messageBody } from './event-data.ts';
import { type Answer, sendAttempt } from './send-attempt.ts';
import { signatures } from './signing-keys.ts';
import { type Due, type Finished, leaseMs, releaseEndpoint, takeTurn } from './turns.ts';

export interface SendingContext {
  readonly db: Database;
  readonly vault: Vault;
  readonly network: ConnectionNetwork;
  readonly log: JobLog;
  /** How long one attempt may take; 15,000 unless given. */
  readonly attemptMs?: number;
}

/** How many messages an endpoint gets at once. */
const atOnce = 4;
/** What was read ahead is begun without another look so long after the last, so that a change of the endpoint is heeded. */
const recentMs = 250;
/** While an endpoint is kept busy, so many results are recorded together, or those of so long. */
const mostRecorded = 16;
const gatherMs = 50;
/** An endpoint gets 250 messages a second, and so many of them without a pause: jobs share the machine, and so do its receivers. */
const paceMs = 4;
const burst = 20;

/** Sends what is due to one endpoint, under a lease on it; it ends when nothing is. */
export class EndpointRunner {
  readonly lease: string;
  readonly startedAt = performance.now();
  readonly #context: SendingContext;
  readonly #id: string;
  readonly #cut = new AbortController();
  readonly #finished: Finished[] = [];
  readonly #end = Promise.withResolvers<void>();
  readonly #resources = new DisposableStack();
  #endpoint: EndpointRow;
  /** By whose the endpoint is, which an address that a customer gives it changes. */
  readonly #fetches = new Map<EndpointRow['made_by'], typeof globalThis.fetch>();
  /** Read and not begun yet; it is given back by being forgotten. */
  #waiting: readonly Due[] = [];
  readonly #underWay = new Set<string>();
  #leasedUntil = 0;
  #lookedAt = 0;
  #gathering: NodeJS.Timeout | undefined;
  #nextAt = 0;
  #pacing: NodeJS.Timeout | undefined;
  #isTaking = false;
  #isAskedAgain = false;
  #isStopping = false;
  #isOver = false;

  constructor(context: SendingContext, endpoint: EndpointRow, lease: string) {
    this.#context = context;
    this.#endpoint = endpoint;
    this.#id = endpoint.id;
    this.lease = lease;
  }

  /** Resolves once the endpoint is given back. */
  get ended(): Promise<void> {
    return this.#end.promise;
  }

  /** Looks for what is due. */
  look(): void {
    if (this.#isOver) return;
    if (this.#isTaking) this.#isAskedAgain = true;
    else void this.#take();
  }

  /** Nothing more is begun. */
  stop(): void {
    this.#isStopping = true;
    this.look();
  }

  /** Ends what is under way; it does not count as an attempt. */
  cut(): void {
    this.#cut.abort();
  }

  /** One turn after the other: what ends meanwhile is recorded together. */
  async #take(): Promise<void> {
    this.#isTaking = true;
    clearTimeout(this.#gathering);
    this.#gathering = undefined;
    let isIdle = false;
    do {
      this.#isAskedAgain = false;
      try {
        isIdle = await this.#turn();
      } catch (error) {
        // What has ended is recorded with the next look, if the lease lasts; otherwise it is sent again.
        this.#context.log.error({ err: error, webhook: this.#id }, 'deliveries could not be recorded');
        isIdle = this.#isStopping;
      }
    } while (this.#isAskedAgain);
    this.#isTaking = false;
    this.#isOver = isIdle && this.#underWay.size === 0;
    if (this.#isOver) await this.#finish();
  }

  /** Whether there is nothing to do. */
  async #turn(): Promise<boolean> {
    const finished = [...this.#finished];
    const startedAt = performance.now();
    const { endpoint, isPaused, due } = await takeTurn(this.#context.db, {
      ...{ id: this.#id, lease: this.lease, finished, mayRead: !this.#isStopping },
      held: [...this.#underWay, ...this.#waiting.map(({ delivery }) => delivery.id)],
    });
    this.#finished.splice(0, finished.length);
    this.#leasedUntil = startedAt + leaseMs;
    this.#lookedAt = performance.now();
    if (endpoint) this.#endpoint = endpoint;
    else this.#isStopping = true;
    this.#waiting = isPaused || this.#isStopping ? [] : [...this.#waiting, ...due];
    this.#begin();
    return this.#waiting.length === 0 && this.#finished.length === 0;
  }

  #begin(): void {
    while (this.#underWay.size < atOnce && this.#mayBegin()) {
      if (this.#isAhead()) return;
      const [next, ...rest] = this.#waiting;
      this.#waiting = rest;
      if (next) void this.#run(next);
    }
  }

  /** Whether the next message has to wait for its time, at which it is begun; otherwise the time after it is reserved. */
  #isAhead(): boolean {
    const now = performance.now();
    this.#nextAt = Math.max(this.#nextAt, now - burst * paceMs);
    if (this.#nextAt <= now) {
      this.#nextAt += paceMs;
      return false;
    }
    this.#pacing ??= setTimeout(() => {
      this.#pacing = undefined;
      if (this.#mayBegin()) this.#begin();
      else this.look();
    }, this.#nextAt - now);
    return true;
  }

  /** After a failure only the next turn tells whether the endpoint is paused or off. */
  #mayBegin(): boolean {
    const now = performance.now();
    const isKnown = now < this.#leasedUntil && now - this.#lookedAt < recentMs;
    const hasFailed = this.#finished.some(({ answer }) => answer.failure !== null);
    return isKnown && !hasFailed && !this.#isStopping && this.#waiting.length > 0;
  }

  async #run(due: Due): Promise<void> {
    const { delivery } = due;
    this.#underWay.add(delivery.id);
    try {
      this.#finished.push({ delivery, answer: await this.#send(due) });
    } catch (error) {
      if (!this.#cut.signal.aborted) this.#finished.push({ delivery, answer: this.#failed(error) });
    }
    this.#underWay.delete(delivery.id);
    this.#begin();
    if (this.#isBusy()) this.#gathering ??= setTimeout(() => this.look(), gatherMs);
    else this.look();
  }

  /** Whether recording can wait for more results without keeping anything from being sent. */
  #isBusy(): boolean {
    return (this.#underWay.size === atOnce || this.#pacing !== undefined) && this.#finished.length < mostRecorded;
  }

  async #send(due: Due): Promise<Answer> {
    const { event } = due;
    if (!event?.data) return unsent('The event is no longer kept.', 'final');
    const { vault, attemptMs } = this.#context;
    const endpoint = this.#endpoint;
    const fetch = this.#fetches.get(endpoint.made_by) ?? (await this.#openFetch(endpoint));
    const message = messageOf(endpoint, event, openKeys(vault, endpoint));
    const span = beginDeliverySpan(due, endpoint);
    const headers = { ...message.headers, ...outgoingTrace(span) };
    let answer: Answer | undefined;
    try {
      answer = await sendAttempt(fetch, { ...message, headers }, this.#cut.signal, attemptMs);
      return answer;
    } finally {
      endDeliverySpan(span, answer);
    }
  }

  async #openFetch(endpoint: EndpointRow): Promise<typeof globalThis.fetch> {
    const { db, network } = this.#context;
    const { fetch } = this.#resources.use(await openEndpointFetch(db, network, endpoint, this.#cut.signal));
    this.#fetches.set(endpoint.made_by, fetch);
    return fetch;
  }

  /** A fault of this service, such as a key that is not the one that sealed the secret. */
  #failed(error: unknown): Answer {
    this.#context.log.error({ err: error, webhook: this.#id }, 'the message could not be made');
    return unsent('The service could not make the message; tell its operator.', 'passing');
  }

  async #finish(): Promise<void> {
    this.#resources.dispose();
    clearTimeout(this.#pacing);
    await releaseEndpoint(this.#context.db, this.#id, this.lease).catch((error: unknown) =>
      this.#context.log.warn({ err: error, webhook: this.#id }, 'the webhook waits for its lease to lapse'),
    );
    this.#end.resolve();
  }
}

function unsent(failure: string, own: 'passing' | 'final'): Answer {
  const startedAt = new Date().toISOString();
  return { startedAt, durationMs: 0, httpStatus: null, failure, answer: null, askedMs: undefined, own };
}

function messageOf(endpoint: EndpointRow, event: EventRow, keys: ReturnType<typeof openKeys>) {
  const body = messageBody(event);
  const now = Date.now();
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'report-service',
    'report-service-version': endpoint.version,
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(now / 1_000)),
    'webhook-signature': signatures(keys, event.id, now, body),
  };
  return { url: endpoint.url, headers, body };
}
