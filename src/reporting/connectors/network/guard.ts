import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { ConnectorError } from '../contract.ts';
import { isOfBucket } from './own-bucket.ts';
import { resolveHere } from './resolve.ts';
import { judgeBy, type NetworkRules, type Verdict } from './rules.ts';

/** What a connection is opened to. The host is an address, or a name in the form in which URLs have it. */
export interface Target {
  readonly protocol: 'http:' | 'https:' | 'tcp:';
  readonly host: string;
  readonly port: number;
}

export interface GuardOptions {
  readonly rules: NetworkRules;
  readonly signal: AbortSignal;
  /** Whether a first host that does not exist is taken for a mistyped one. */
  readonly isVerifying: boolean;
}

/** Says which addresses a connection may be opened to. One for each context. */
export class NetworkGuard {
  readonly #options: GuardOptions;
  readonly #judge: (address: string, port: number) => Promise<Verdict>;
  /** Targets that the operator has put in a hosted system's place. */
  readonly #trusted = new Set<string>();
  #hasFoundHost = false;

  constructor(options: GuardOptions) {
    this.#options = options;
    this.#judge = judgeBy(options.rules);
  }

  /** From now on the operator's own address may be private, and may be spoken to by `http://`. */
  trust(url: URL): void {
    this.#trusted.add(nameOf(targetOf(url)));
  }

  /**
   * The addresses of a target, all of which may be connected to. Throws a ConnectorError: `invalid_config` for a target
   * that may not be reached, `transient` for one that cannot be found now.
   */
  async addresses(target: Target): Promise<readonly LookupAddress[]> {
    const found = await this.#resolve(target.host);
    if (found.length === 0) throw unreachable();
    const isTrusted = this.#trusted.has(nameOf(target));
    for (const { address } of found) {
      const verdict = await this.#judge(address, target.port);
      const refusal = findRefusal(verdict, target, isTrusted);
      if (refusal) throw new ConnectorError('invalid_config', refusal);
    }
    this.#hasFoundHost = true;
    return found;
  }

  /** Throws `invalid_config` for a URL of the service's own bucket. */
  checkUrl(url: URL): void {
    if (isOfBucket(url, this.#options.rules.ownBucket))
      throw new ConnectorError('invalid_config', ownAddress(url.host));
  }

  async #resolve(host: string): Promise<readonly LookupAddress[]> {
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    const { rules, signal, isVerifying } = this.#options;
    try {
      return await orAborted((rules.resolve ?? resolveHere)(host), signal);
    } catch (error) {
      const isMistyped = isVerifying && !this.#hasFoundHost && (error as NodeJS.ErrnoException).code === 'ENOTFOUND';
      if (isMistyped) throw new ConnectorError('invalid_config', `There is no host ${host}; correct its name.`);
      throw faultOf(error, signal);
    }
  }
}

/** The target of a URL; its scheme has been checked. */
function targetOf({ protocol, hostname, port }: URL): Target {
  const isPlain = protocol === 'http:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return { protocol: isPlain ? 'http:' : 'https:', host, port: Number(port || (isPlain ? 80 : 443)) };
}

function nameOf({ protocol, host, port }: Target): string {
  return `${protocol}//${host}:${port}`;
}

function ownAddress(host: string): string {
  return `The address ${host} is never reached: it belongs to what the service itself runs on.`;
}

function findRefusal(verdict: Verdict, { protocol, host }: Target, isTrusted: boolean): string | undefined {
  if (verdict === 'never') {
    return ownAddress(host);
  }
  if (isTrusted || verdict === 'allowed') return undefined;
  if (verdict === 'private') {
    return `The address ${host} is not public. Ask the operator to allow its network (ALLOWED_NETWORKS).`;
  }
  if (protocol !== 'http:') return undefined;
  return `http:// is accepted only within the networks that the operator allows (ALLOWED_NETWORKS), and ${host} is not. Use https://.`;
}

/** Codes of OpenSSL and Node for a certificate that is not the one of who was asked for. */
const certificateFault =
  /^(CERT_|SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_|ERR_TLS_CERT_|INVALID_(CA|PURPOSE)|HOSTNAME_MISMATCH)/;

/**
 * The fault of a connection or of what comes through it. A ConnectorError stays itself; certificates that cannot be
 * trusted are `invalid_config`, all else is `transient`.
 */
export function faultOf(cause: unknown, signal: AbortSignal): ConnectorError {
  if (cause instanceof ConnectorError) return cause;
  if (signal.aborted) return new ConnectorError('transient', 'The request was stopped before it was done.', { cause });
  const { code } = cause as NodeJS.ErrnoException;
  return certificateFault.test(code ?? '') ? untrusted(cause) : unreachable(cause);
}

function untrusted(cause: unknown): ConnectorError {
  const message =
    "The connected system's certificate cannot be trusted: it has expired, is for another name, or its authority is unknown. Mend it, or ask the operator to add the authority (NODE_EXTRA_CA_CERTS).";
  return new ConnectorError('invalid_config', message, { cause });
}

function unreachable(cause?: unknown): ConnectorError {
  return new ConnectorError('transient', 'The connected system cannot be reached.', { cause });
}

/** The result of the work, unless the signal aborts before; the resolver itself cannot be stopped. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
