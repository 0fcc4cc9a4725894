import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { within } from '../../platform/within.ts';
import { EndpointRunner, type SendingContext } from './endpoint-runner.ts';
import { type RoutingContext, routeEvents } from './route-events.ts';
import { leaseEndpoints, renewLeases } from './turns.ts';

const everyMs = 1_000;
const renewMs = 1_500;
/** How long what is under way may continue after a stop. */
const graceMs = 6_000;
/** So many endpoints are sent to at once; if more wait, those that were first give way. */
const mostRunners = 200;
const sliceMs = 20_000;

export type SenderContext = SendingContext & RoutingContext;

/**
 * Tells the endpoints of all accounts what has happened. Any number of processes may do so: each event is routed once, and
 * each endpoint is sent to by one of them at a time.
 */
export function startWebhookSender(context: SenderContext): AsyncDisposable {
  const sender = new Sender(context);
  const ended = sender.run();
  return {
    async [Symbol.asyncDispose]() {
      await sender.stop();
      await ended;
    },
  };
}

class Sender {
  readonly #context: SenderContext;
  readonly #runners = new Set<EndpointRunner>();
  readonly #stop = new AbortController();

  constructor(context: SenderContext) {
    this.#context = context;
  }

  async run(): Promise<void> {
    const renewing = setInterval(() => void this.#renew(), renewMs);
    while (!this.#stop.signal.aborted) {
      let routed = 0;
      try {
        routed = await this.#round();
      } catch (error) {
        this.#context.log.error({ err: error }, 'the webhooks could not be looked at');
      }
      // More may wait than one round takes.
      if (routed === 0) await delay(everyMs, undefined, { signal: this.#stop.signal }).catch(() => {});
    }
    await Promise.all([...this.#runners].map(({ ended }) => ended));
    clearInterval(renewing);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    for (const runner of this.#runners) runner.stop();
    await within(graceMs, Promise.all([...this.#runners].map(({ ended }) => ended)), () => undefined);
    for (const runner of this.#runners) runner.cut();
  }

  /** Returns how many events were routed. */
  async #round(): Promise<number> {
    const routed = await routeEvents(this.#context);
    for (const runner of this.#runners) runner.look();
    const room = mostRunners - this.#runners.size;
    if (room === 0) this.#giveWay();
    if (room > 0 && !this.#stop.signal.aborted) await this.#start(room);
    return routed;
  }

  async #start(room: number): Promise<void> {
    const newLease = () => randomBytes(12).toString('hex');
    for (const endpoint of await leaseEndpoints(this.#context.db, newLease, room)) {
      const runner = new EndpointRunner(this.#context, endpoint, endpoint.lease ?? '');
      this.#runners.add(runner);
      void runner.ended.then(() => this.#runners.delete(runner));
      if (this.#stop.signal.aborted) runner.stop();
      else runner.look();
    }
  }

  #giveWay(): void {
    for (const runner of this.#runners) if (performance.now() - runner.startedAt > sliceMs) runner.stop();
  }

  async #renew(): Promise<void> {
    const leases = [...this.#runners].map(({ lease }) => lease);
    await renewLeases(this.#context.db, leases).catch((error: unknown) =>
      this.#context.log.warn({ err: error }, 'the leases of webhooks were not renewed'),
    );
  }
}
