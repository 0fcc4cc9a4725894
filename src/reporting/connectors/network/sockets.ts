import { connect, type LookupFunction, type Socket } from 'node:net';
import { ConnectorError } from '../contract.ts';
import { faultOf, type NetworkGuard, type Target } from './guard.ts';

/** A host that drops packets would otherwise take all the time that there is. */
const connectMs = 10_000;
/** For what is still being sent when the signal ends a socket. */
const lastWriteMs = 1_000;

/** The options of Node's `connect` that open a connection to a target's checked addresses, and to no others. */
export interface CheckedAddress {
  readonly host: string;
  readonly port: number;
  readonly lookup: LookupFunction;
}

/** The address is checked in the look-up, whose answer is what is connected to. */
export function checkedAddress(guard: NetworkGuard, target: Target): CheckedAddress {
  return {
    // An address of figures would be connected to without a look-up.
    host: 'checked',
    port: target.port,
    lookup: (_host, { all }, callback) => {
      guard.addresses(target).then(
        (found) => {
          if (all) callback(null, [...found]);
          else callback(null, found[0]?.address ?? '', found[0]?.family);
        },
        (error) => callback(error, []),
      );
    },
  };
}

/** Ends a socket that takes too long until it emits `event`, which says that it is ready. */
export function endIfSlow(socket: Socket, event: 'connect' | 'secureConnect'): void {
  const timer = setTimeout(() => socket.destroy(new Error('connecting takes too long')), connectMs);
  for (const end of [event, 'close']) socket.once(end, () => clearTimeout(timer));
}

/**
 * A connected socket whose address was checked; the signal destroys it, once what listeners of the signal wrote at once is
 * sent, such as the goodbye of a protocol. Rejects with a ConnectorError. Errors after the connection are for who reads
 * the socket.
 */
export function openSocket(guard: NetworkGuard, target: Target, signal: AbortSignal): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const socket = connect({ ...checkedAddress(guard, target), noDelay: true });
  const abort = () => setImmediate(() => endAfterWrites(socket, signal));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', abort));
  endIfSlow(socket, 'connect');
  // It stays: after an abort nobody else may listen, and the process would end.
  socket.on('error', (error) => reject(faultOf(error, signal)));
  socket.once('connect', () => resolve(socket));
  return promise;
}

function endAfterWrites(socket: Socket, { reason }: AbortSignal): void {
  // Nothing was written to a socket that is still connecting.
  if (socket.writableLength === 0 || socket.connecting) return void socket.destroy(reason);
  const cut = setTimeout(() => socket.destroy(reason), lastWriteMs);
  socket.once('close', () => clearTimeout(cut));
  socket.destroySoon();
}

/**
 * A host and port given for a socket, read as a URL's are, so that the same forms of addresses are known. Throws a
 * ConnectorError `invalid_config` if they are none.
 */
export function socketTarget(host: string, port: number): Target {
  const written = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
  const url = `http://${written}/`;
  const isHost = written !== '' && !/[/\\?#@%\s]|\]./.test(written) && URL.canParse(url);
  if (!isHost) throw new ConnectorError('invalid_config', 'The host is neither a name nor an address; correct it.');
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new ConnectorError('invalid_config', 'The port must be a whole number from 1 to 65535.');
  }
  return { protocol: 'tcp:', host: new URL(url).hostname.replace(/^\[|\]$/g, ''), port };
}
