import type { FastifyBaseLogger } from 'fastify';

type Line = [message: string];

/**
 * The log of one request. Most requests log nothing but their end, which names them itself, so the child log that puts
 * `bindings` into every line is made with the first one.
 */
export class RequestLog implements FastifyBaseLogger {
  readonly #log: FastifyBaseLogger;
  #bindings: object;
  #own: FastifyBaseLogger | undefined;

  constructor(log: FastifyBaseLogger, bindings: object) {
    this.#log = log;
    this.#bindings = bindings;
  }

  /** Puts more into every line; before the first one. */
  bind(bindings: object): void {
    this.#bindings = { ...this.#bindings, ...bindings };
  }

  get #child(): FastifyBaseLogger {
    this.#own ??= this.#log.child(this.#bindings);
    return this.#own;
  }

  get level(): string {
    return this.#log.level;
  }

  child(...options: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#child.child(...options);
  }

  fatal(...line: Line): void {
    this.#child.fatal(...line);
  }

  error(...line: Line): void {
    this.#child.error(...line);
  }

  warn(...line: Line): void {
    this.#child.warn(...line);
  }

  info(...line: Line): void {
    this.#child.info(...line);
  }

  debug(...line: Line): void {
    this.#child.debug(...line);
  }

  trace(...line: Line): void {
    this.#child.trace(...line);
  }

  silent(...line: Line): void {
    this.#child.silent(...line);
  }
}
