import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type CallOptions, call } from '../../support/service.ts';
import { type Customer, tinyPeriod } from './installation.ts';
import type { Acknowledged, Ledger, Write, WriteKind } from './ledger.ts';
import { pick, seededRandom } from './random.ts';

/** How long a client waits before it repeats an unanswered request. */
const againMs = 40;
/** A client that follows this many jobs polls them instead of starting more. */
const mostFollowed = 12;
/** A request without an answer counts as failed after this long, and a write without one is given up after twenty times it. */
const requestMs = 15_000;

export interface MixedLoadOptions {
  readonly customers: readonly Customer[];
  /** Clients per customer, each with one request at a time. */
  readonly clients: number;
  readonly ledger: Ledger;
  readonly seed: number;
  /** Where the service listens now. */
  url(): string;
}

export interface MixedLoad {
  /** Starts nothing new; resolves when every intended write is acknowledged. Rejects with a client's fault. */
  stop(): Promise<void>;
}

/**
 * Clients that create, change, archive and restore projects, start generations and exports, poll and download, until they
 * are stopped. A write that gets no answer, or a 5xx, is sent again under its key until it is acknowledged.
 */
export function startMixedLoad(options: MixedLoadOptions): MixedLoad {
  const stop = new AbortController();
  const clients = options.customers.flatMap((customer, index) =>
    Array.from({ length: options.clients }, (_, client) => {
      const name = `${options.seed}-${index}-${client}`;
      return new Client(name, customer, options, seededRandom(options.seed + index * 1_000 + client)).run(stop.signal);
    }),
  );
  const ended = Promise.all(clients);
  ended.catch(() => {});
  return {
    async stop() {
      stop.abort();
      await ended;
    },
  };
}

class Client {
  readonly #name: string;
  readonly #customer: Customer;
  readonly #options: MixedLoadOptions;
  readonly #random: () => number;
  #writes = 0;
  readonly #projects: string[] = [];
  readonly #acknowledged: Acknowledged[] = [];
  readonly #followed: { location: string; kind: 'generation' | 'export' }[] = [];
  readonly #reports: string[] = [];
  readonly #exports: { location: string; sha256: string }[] = [];

  constructor(name: string, customer: Customer, options: MixedLoadOptions, random: () => number) {
    this.#name = name;
    this.#customer = customer;
    this.#options = options;
    this.#random = random;
  }

  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) await this.#step();
  }

  /** One operation; if it has nothing to work on yet, another one. */
  async #step(): Promise<void> {
    const crowded = this.#followed.length >= mostFollowed;
    const roll = this.#random();
    if (roll < 0.08) return this.#createProject();
    if (roll < 0.16 && this.#projects.length > 0) return this.#updateProject();
    if (roll < 0.22 && this.#projects.length > 0) return this.#archiveOrRestore();
    if (roll < 0.26 && this.#acknowledged.length > 0) return this.#repeat();
    if (roll < 0.36 && this.#exports.length > 0) return this.#download();
    if (roll < 0.48 && this.#reports.length > 0 && !crowded) return this.#startExport();
    if (roll < 0.62 && !crowded) return this.#startGeneration();
    if (this.#followed.length > 0) return this.#poll();
    return this.#createProject();
  }

  async #createProject(): Promise<void> {
    const body = { name: `Project ${this.#name} ${this.#writes}` };
    const { promise } = await this.#write('project.create', 'POST', '/api/v1/projects', body);
    this.#projects.push(promise.data.id);
    this.#options.ledger.projects.set(promise.data.id, { ...body, status: 'active' });
  }

  async #updateProject(): Promise<void> {
    const id = pick(this.#random, this.#projects);
    const project = this.#options.ledger.projects.get(id);
    if (project?.status !== 'active') return this.#createProject();
    const body = { name: `Renamed ${this.#name} ${this.#writes}` };
    await this.#write('project.update', 'PATCH', `/api/v1/projects/${id}`, body);
    project.name = body.name;
  }

  async #archiveOrRestore(): Promise<void> {
    const id = pick(this.#random, this.#projects);
    const project = this.#options.ledger.projects.get(id);
    if (!project) throw new TypeError(`The project ${id} is not in the ledger`);
    const verb = project.status === 'active' ? 'archive' : 'restore';
    await this.#write(`project.${verb}`, 'POST', `/api/v1/projects/${id}/${verb}`, undefined);
    project.status = verb === 'archive' ? 'archived' : 'active';
  }

  async #startGeneration(): Promise<void> {
    const path = `/api/v1/projects/${this.#customer.projectId}/generation-jobs`;
    const { promise } = await this.#write('generation.start', 'POST', path, { period: tinyPeriod });
    this.#followed.push({ location: promise.location ?? '', kind: 'generation' });
  }

  async #startExport(): Promise<void> {
    const path = `/api/v1/reports/${pick(this.#random, this.#reports)}/export-jobs`;
    const format = this.#random() < 0.5 ? 'pdf' : 'doc';
    const { promise } = await this.#write('export.start', 'POST', path, { format });
    this.#followed.push({ location: promise.location ?? '', kind: 'export' });
  }

  /** Repeats an acknowledged write under its key. */
  async #repeat(): Promise<void> {
    await this.#send(pick(this.#random, this.#acknowledged));
  }

  async #poll(): Promise<void> {
    const followed = pick(this.#random, this.#followed);
    const { location, kind } = followed;
    const { status, body } = await this.#call('GET', location);
    if (status !== 200) return this.#accuse(`polling ${location} was answered ${status}`);
    if (!['completed', 'blocked', 'failed'].includes(body.data.status)) return;
    this.#followed.splice(this.#followed.indexOf(followed), 1);
    this.#options.ledger.seeEnd(this.#customer, location, body.data);
    if (body.data.status !== 'completed') return;
    if (kind === 'generation') this.#reports.push(body.data.result.report_id);
    else this.#exports.push({ location, sha256: body.data.artifact.sha256 });
  }

  async #download(): Promise<void> {
    const { location, sha256 } = pick(this.#random, this.#exports);
    const bytes = await this.#untilAnswered(() => download(this.#options.url(), location, this.#customer.token));
    const digest = createHash('sha256').update(bytes).digest('hex');
    if (digest !== sha256) this.#accuse(`the file of ${location} is not what the job says`);
    this.#options.ledger.downloads++;
  }

  async #write(kind: WriteKind, method: Write['method'], path: string, body: unknown): Promise<Acknowledged> {
    const key = `${this.#name}-${this.#writes++}`;
    const acknowledged = await this.#send({ customer: this.#customer, kind, key, method, path, body });
    this.#acknowledged.push(acknowledged);
    return acknowledged;
  }

  async #send(write: Write): Promise<Acknowledged> {
    const { method, path, body, key } = write;
    const answer = await this.#call(method, path, { body, headers: { 'idempotency-key': key } });
    if (answer.status >= 300) throw new Error(`${method} ${path} was answered ${answer.status}: ${answer.text}`);
    return this.#options.ledger.acknowledge(write, answer);
  }

  #call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    return this.#untilAnswered(async () => {
      const answer = await call(this.#options.url(), method, path, {
        token: this.#customer.token,
        signal: AbortSignal.timeout(requestMs),
        ...options,
      });
      if (answer.status < 500) return answer;
      if (answer.status !== 503) this.#accuse(`${method} ${path} was answered ${answer.status}: ${answer.text}`);
      return undefined;
    });
  }

  async #untilAnswered<T>(ask: () => Promise<T | undefined>): Promise<T> {
    const end = performance.now() + 20 * requestMs;
    for (;;) {
      const answer = await ask().catch((error: Error) => {
        if (error.name === 'TimeoutError') this.#accuse(`no answer within ${requestMs} ms`);
        return undefined;
      });
      if (answer !== undefined) return answer;
      this.#options.ledger.failedRequests++;
      if (performance.now() > end) throw new Error(`no answer within ${20 * requestMs} ms`);
      await delay(againMs);
    }
  }

  #accuse(violation: string): void {
    this.#options.ledger.violations.push(violation);
  }
}

/** The bytes of an export's file; undefined when the service cannot give them now. */
export async function download(url: string, location: string, token: string): Promise<Buffer | undefined> {
  const response = await fetch(`${url}${location}/download`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(requestMs),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status >= 500) return undefined;
  if (response.status !== 200) throw new Error(`the download of ${location} was answered ${response.status}`);
  return bytes;
}
