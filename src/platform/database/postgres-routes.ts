import pg from 'pg';
import { parse, toClientConfig } from 'pg-connection-string';
import { OperatorError } from '../errors.ts';
import { DatabaseUnreachable } from './engine.ts';

/** One way to reach one of a database's hosts: encrypted or not. */
export interface Route {
  readonly host: string;
  readonly config: pg.ClientConfig & { readonly target_session_attrs?: string };
}

const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
const sessionAttributes = ['any', 'read-write', 'primary'];
/** The parameters that an address may set; others are for other programs. */
const settings = [
  ...['user', 'password', 'database', 'ssl', 'sslnegotiation', 'application_name', 'options', 'client_encoding'],
  ...['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'query_timeout'],
  'target_session_attrs',
];

/**
 * The routes of an address, in the order in which they are tried. It is read as libpq reads it: several hosts, sockets
 * and `sslmode`, which by default uses TLS if the server offers it. Throws an OperatorError for an invalid one.
 * https://www.postgresql.org/docs/current/libpq-connect.html
 */
export function routesTo(url: string): Route[] {
  const { before, path, query, hosts } = splitAddress(url);
  const attributes = query.get('target_session_attrs') ?? 'any';
  if (!sessionAttributes.includes(attributes)) {
    throw fault(`target_session_attrs must be ${sessionAttributes.join(', ')}, since the service writes`);
  }
  return hosts.flatMap(({ host, port }) =>
    sslWays(query, host).map((sslmode) => {
      const parameters = new URLSearchParams(query);
      for (const name of ['host', 'port', 'ssl', 'uselibpqcompat', 'sslmode']) parameters.delete(name);
      if (sslmode) parameters.set('sslmode', sslmode);
      // Neither verifies, so the authority's certificate would be loaded for nothing.
      if (sslmode === 'disable' || sslmode === 'prefer') parameters.delete('sslrootcert');
      const config = readAddress(`${before}host${path}?${parameters}`);
      return {
        host: port ? `${host}:${port}` : host,
        config: { ...config, ...(host && { host }), ...(port && { port }) },
      };
    }),
  );
}

/** The hosts of an address with their ports, for people to read; it has no password. */
export function hostsOf(url: string): string {
  return splitAddress(url)
    .hosts.map(({ host, port }) => (port ? `${host}:${port}` : host))
    .join(',');
}

/** The servers that an address leads to; a host of null is this machine, by a socket. */
export function serversOf(url: string): { host: string | null; port: number }[] {
  return routesTo(url).map(({ config }) => {
    // It knows the defaults, those of the environment too.
    const { host, port } = new pg.Client(config);
    return { host: host.startsWith('/') ? null : host, port };
  });
}

interface Address {
  /** Up to the hosts: scheme, user and password. */
  readonly before: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Empty means pg's own default. */
  readonly hosts: readonly { readonly host: string; readonly port: number | undefined }[];
}

function splitAddress(url: string): Address {
  const [, before = '', authority = '', path = '', query = ''] =
    /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)([^?#]*)\??([^#]*)/i.exec(url) ?? [];
  const parameters = new URLSearchParams(query);
  const ports = parameters.get('port')?.split(',') ?? [];
  const hosts = (parameters.get('host') || authority).split(',').map((text, index) => {
    // A socket's folder has no port; brackets enclose an IPv6 address.
    const [, name = '', own] = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/.exec(text) ?? [undefined, text];
    const port = own || ports[index] || (ports.length === 1 ? ports[0] : undefined);
    if (port !== undefined && !/^\d{1,5}$/.test(port)) throw fault('a port must be a number');
    return { host: decode(name).replace(/^\[(.*)\]$/, '$1'), port: port ? Number(port) : undefined };
  });
  return { before, path, query: parameters, hosts };
}

/**
 * The modes of pg-connection-string equivalent to that of the address, in order; undefined leaves it to `PGSSLMODE`.
 */
function sslWays(query: URLSearchParams, host: string): (string | undefined)[] {
  const mode = sslModeOf(query);
  if (mode && !sslModes.includes(mode)) throw fault(`sslmode must be ${sslModes.slice(0, -1).join(', ')}`);
  if (mode === 'verify-ca' && !query.has('sslrootcert')) {
    throw fault('sslmode=verify-ca needs sslrootcert, the file of the certificate authority');
  }
  if (host.startsWith('/')) return ['disable'];
  if (mode === 'allow') return ['disable', 'prefer'];
  if (mode === 'no-verify') return ['prefer'];
  if (mode && mode !== 'prefer') return [mode];
  if (query.get('sslnegotiation') === 'direct') {
    throw fault('sslnegotiation=direct needs sslmode=require, verify-ca or verify-full');
  }
  const byEnvironment = mode === undefined && new pg.Client({ host: 'localhost' }).ssl;
  return byEnvironment ? [undefined] : ['prefer', 'disable'];
}

function sslModeOf(query: URLSearchParams): string | undefined {
  const given =
    query.get('sslmode') ?? { true: 'require', 1: 'require', false: 'disable', 0: 'disable' }[query.get('ssl') ?? ''];
  if (query.get('sslrootcert') !== 'system') return given;
  // The authorities that Node knows.
  query.delete('sslrootcert');
  if ((given ?? 'verify-full') !== 'verify-full') throw fault('sslrootcert=system needs sslmode=verify-full');
  return 'verify-full';
}

function readAddress(url: string): pg.ClientConfig {
  try {
    const config = toClientConfig(parse(url, { useLibpqCompat: true }));
    return Object.fromEntries(Object.entries(config).filter(([name]) => settings.includes(name)));
  } catch (error) {
    throw fault((error as Error).message);
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw fault('a host must be in percent-encoding, "%" itself as "%25"');
  }
}

/** The address is not repeated: it may contain a password. */
function fault(what: string): OperatorError {
  return new OperatorError(`DATABASE_URL cannot be used: ${what}.`);
}

/** Remembers the route by which the database was last reached. */
export class RouteChoice<R extends Pick<Route, 'host'>> {
  readonly #routes: readonly R[];
  #last = 0;

  constructor(routes: readonly R[]) {
    this.#routes = routes;
  }

  /**
   * The result of `connect` for the first route that leads to the database, starting with the last successful one. Once
   * a host has answered, even with a refused password, no others are tried. Throws the errors of all hosts.
   */
  async take<T>(connect: (route: R) => Promise<T>): Promise<T> {
    const faults = new Map<string, Error>();
    let before: { readonly host: string; readonly error: DatabaseUnreachable } | undefined;
    for (let step = 0, first = this.#last; step < this.#routes.length; step++) {
      const index = (first + step) % this.#routes.length;
      const route = this.#routes[index] as R;
      if (before && !(route.host === before.host ? isWayRefused : isHostAway)(before.error)) continue;
      try {
        const connected = await connect(route);
        this.#last = index;
        return connected;
      } catch (error) {
        const unreachable = asUnreachable(error);
        if (!unreachable) throw error;
        before = { host: route.host, error: unreachable };
        faults.set(route.host, error as Error);
      }
    }
    const [only, ...others] = faults.values();
    throw others.length === 0 ? only : new DatabaseUnreachable(new AggregateError(faults.values()));
  }
}

/** Not when a pool's connections are all in use: waiting for another one takes just as long. */
function asUnreachable(error: unknown): DatabaseUnreachable | undefined {
  const [own, cause] = [error, (error as Error).cause];
  return own instanceof DatabaseUnreachable ? own : cause instanceof DatabaseUnreachable ? cause : undefined;
}

/** Whether trying with encryption instead of without, or the other way round, may work. */
function isWayRefused({ cause }: DatabaseUnreachable): boolean {
  const { code = '', message } = cause as Error & { code?: string };
  return code === '28000' || code === 'EPROTO' || /ssl|tls|insecure/i.test(`${code} ${message}`);
}

/** Whether this host is not the one in service, so that another may be. */
function isHostAway({ cause }: DatabaseUnreachable): boolean {
  return !(cause instanceof pg.DatabaseError) || /^(08|57P)/.test(cause.code ?? '');
}
