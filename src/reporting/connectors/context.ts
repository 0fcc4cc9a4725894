import { type ConnectorContext, ConnectorError, type ConnectorLogger, type SecretStore } from './contract.ts';
import { guardedAgents } from './network/agents.ts';
import { NetworkGuard } from './network/guard.ts';
import { guardedFetch } from './network/guarded-fetch.ts';
import type { NetworkRules } from './network/rules.ts';
import { openSocket, socketTarget } from './network/sockets.ts';
import { standInFor } from './network/system-addresses.ts';
import { redactingLogger } from './redaction.ts';

export interface ConnectorContextOptions {
  /** The signal of the work that calls the connector. */
  readonly signal: AbortSignal;
  /** When the work must be done, in epoch milliseconds. */
  readonly deadline: number;
  /** As real absolute paths. */
  readonly dataRoots: readonly string[];
  /** What uploads there are to read; none if absent. */
  readonly findUpload?: ConnectorContext['findUpload'];
  readonly network: NetworkRules;
  readonly projectCurrency?: string;
  /** Whether somebody waits to be told of a host that does not exist, rather than that it is tried again later. */
  readonly isVerifying?: boolean;
  /** The connection's secret, which `log` redacts; null without one. */
  readonly secret: unknown;
  readonly secretStore: SecretStore;
  readonly log: ConnectorLogger;
  /** The largest answer that may be fetched. */
  readonly maxBodyBytes?: number;
}

/** A request that stops something at the system has no other work to wait for. */
const atEndMs = 2000;
const defaultMaxBodyBytes = 32 * 1024 * 1024;

/**
 * Opens the context for one piece of work's calls to one connection; use it with `await using`, which also closes what
 * the connector keeps open. Its signal aborts with the given one, at the deadline and on closing.
 */
export function openConnectorContext(options: ConnectorContextOptions): ConnectorContext & AsyncDisposable {
  const { deadline, dataRoots, network, isVerifying = false, maxBodyBytes = defaultMaxBodyBytes } = options;
  const resources = new AsyncDisposableStack();
  const closing = new AbortController();
  const secrets = [options.secret];
  const timeout = AbortSignal.timeout(Math.min(Math.max(0, deadline - Date.now()), 2 ** 31 - 1));
  const signal = AbortSignal.any([options.signal, timeout, closing.signal]);
  const guard = new NetworkGuard({ rules: network, signal, isVerifying });
  const agents = resources.use(guardedAgents(guard));
  const guardAtEnd = new NetworkGuard({ rules: network, signal: new AbortController().signal, isVerifying: false });
  const agentsAtEnd = resources.use(guardedAgents(guardAtEnd));
  return {
    signal,
    deadline,
    dataRoots,
    ...(options.projectCurrency !== undefined && { projectCurrency: options.projectCurrency }),
    findUpload: options.findUpload ?? (async () => undefined),
    fetch: guardedFetch(guard, agents, { signal, maxBodyBytes }),
    fetchAtEnd: (input, init) =>
      guardedFetch(guardAtEnd, agentsAtEnd, { signal: AbortSignal.timeout(atEndMs), maxBodyBytes })(input, init),
    connect: async (host, port) => openSocket(guard, socketTarget(host, port), signal),
    addressOf: (word, url) => {
      const base = network.systemAddresses[word];
      if (base === undefined) throw new TypeError(`No system has the word "${word}"`);
      if (base === null) return new URL(url);
      const address = standInFor(new URL(url), base);
      guard.trust(address);
      guardAtEnd.trust(address);
      return address;
    },
    log: redactingLogger(options.log, secrets),
    leaseSecret: async () => {
      const lease = await options.secretStore.lease(signal);
      secrets.push(lease.secret);
      return lease;
    },
    saveSecret: async (next) => {
      secrets.push(next);
      if (await options.secretStore.save(next)) return;
      throw new ConnectorError('transient', 'The credentials of the connection were changed meanwhile.');
    },
    keep: (resource) => {
      if (!resources.disposed) resources.use(resource);
      else if (Symbol.dispose in resource) resource[Symbol.dispose]();
      else void Promise.resolve(resource[Symbol.asyncDispose]()).catch(() => {});
    },
    [Symbol.asyncDispose]: () => {
      closing.abort();
      return resources.disposeAsync();
    },
  };
}
