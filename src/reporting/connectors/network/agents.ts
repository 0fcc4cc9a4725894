import { type AgentOptions, type ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import type { NetworkGuard, Target } from './guard.ts';
import { checkedAddress, endIfSlow } from './sockets.ts';

/** Below the 5 s after which many servers close an idle connection. */
const idleMs = 4_000;
const kept: AgentOptions = { keepAlive: true, scheduling: 'lifo', maxSockets: 16, maxFreeSockets: 4, timeout: idleMs };
const fresh: AgentOptions = { keepAlive: false, maxSockets: 16 };

/** Opens the connections of HTTP requests, and keeps them for the next ones. Disposing closes all. */
export interface Agents extends Disposable {
  /** The agent for a URL's scheme; a fresh one opens a connection for each request. */
  of(protocol: string, isFresh: boolean): HttpAgent;
}

/** Agents whose every connection goes to an address that the guard has checked. */
export function guardedAgents(guard: NetworkGuard): Agents {
  const [plain, plainOnce] = [new PlainAgent(guard, kept), new PlainAgent(guard, fresh)];
  const [secure, secureOnce] = [new SecureAgent(guard, kept), new SecureAgent(guard, fresh)];
  return {
    of: (protocol, isFresh) => {
      if (protocol === 'https:') return isFresh ? secureOnce : secure;
      return isFresh ? plainOnce : plain;
    },
    [Symbol.dispose]: () => {
      for (const agent of [plain, plainOnce, secure, secureOnce]) agent.destroy();
    },
  };
}

class PlainAgent extends HttpAgent {
  readonly #guard: NetworkGuard;

  constructor(guard: NetworkGuard, options: AgentOptions) {
    super(options);
    this.#guard = guard;
  }

  override createConnection(options: ClientRequestArgs): Socket {
    const target = targetOfRequest('http:', options);
    const socket = super.createConnection({ ...options, ...checkedAddress(this.#guard, target) }) as Socket;
    endIfSlow(socket, 'connect');
    return socket;
  }
}

class SecureAgent extends HttpsAgent {
  readonly #guard: NetworkGuard;

  constructor(guard: NetworkGuard, options: AgentOptions) {
    super(options);
    this.#guard = guard;
  }

  override createConnection(options: RequestOptions): Socket {
    const target = targetOfRequest('https:', options);
    const socket = super.createConnection({
      ...options,
      ...checkedAddress(this.#guard, target),
      checkServerIdentity: (_host: string, certificate: PeerCertificate) =>
        checkServerIdentity(target.host, certificate),
    }) as Socket;
    endIfSlow(socket, 'secureConnect');
    return socket;
  }
}

function targetOfRequest(protocol: Target['protocol'], { host, port }: ClientRequestArgs): Target {
  return { protocol, host: host ?? '', port: Number(port) };
}
