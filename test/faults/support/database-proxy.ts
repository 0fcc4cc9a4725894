import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

interface Link {
  readonly near: Socket;
  readonly far: Socket;
  /** All that is sent on it, either way, is lost, and neither end is told. */
  dead: boolean;
  listens: boolean;
}

/** The network between a process and PostgreSQL, to be disturbed. */
export interface DatabaseProxy extends AsyncDisposable {
  /** The database's address by way of the proxy. */
  readonly url: string;
  /** How late each answer of the server arrives. */
  delayMs: number;
  /** What becomes of the next COMMIT: the connection ends before the server has it, or before its answer is passed on. */
  cutAtCommit: 'before' | 'after' | null;
  /** Whether a connection that sends LISTEN is cut. */
  refusesListen: boolean;
  /** The most connections that were open at once. */
  readonly mostLinks: number;
  /** How many connections listen for notifications. */
  listeners(): number;
  /** Ends the connections that listen. */
  cutListeners(): void;
  /** Holds back all bytes until `release`, as a network does that is gone for a while. */
  hold(): void;
  release(): void;
  /** Makes the open connections lose all bytes for ever, as when a router forgets them; new ones work. */
  forget(): void;
}

/** The simple query message of the protocol with this text. */
function queryMessage(text: string): Buffer {
  const message = Buffer.from(`Q\0\0\0\0${text}\0`);
  message.writeInt32BE(message.length - 1, 1);
  return message;
}

const commit = queryMessage('commit');
const listen = Buffer.from('listen ');

/** Passes everything on to the server that `databaseUrl` names until it is told otherwise. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const links = new Set<Link>();
  let held = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    const link: Link = { near, far, dead: false, listens: false };
    links.add(link);
    proxy.mostLinks = Math.max(proxy.mostLinks, links.size);
    const end = () => {
      links.delete(link);
      // A dead link does not even tell its other end that it is gone.
      if (!link.dead || near.destroyed) far.destroy();
      if (!link.dead) near.destroy();
    };
    for (const socket of [near, far]) socket.setNoDelay().on('error', end).on('close', end);
    if (held) stop(link);
    let losesAnswer = false;
    near.on('data', (data: Buffer) => {
      if (link.dead) return;
      if (proxy.cutAtCommit && data.includes(commit)) {
        losesAnswer = proxy.cutAtCommit === 'after';
        proxy.cutAtCommit = null;
        if (!losesAnswer) return end();
      }
      if (data.includes(listen)) {
        if (proxy.refusesListen) return end();
        link.listens = true;
      }
      far.write(data);
    });
    let passed: Promise<unknown> = Promise.resolve();
    far.on('data', (data: Buffer) => {
      if (losesAnswer) return end();
      passed = Promise.all([passed, proxy.delayMs > 0 && delay(proxy.delayMs)]).then(
        () => !link.dead && !near.destroyed && near.write(data),
      );
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  const stop = ({ near, far }: Link) => {
    near.pause();
    far.pause();
  };
  const proxy = {
    url: url.href,
    delayMs: 0,
    cutAtCommit: null as 'before' | 'after' | null,
    refusesListen: false,
    mostLinks: 0,
    listeners: () => [...links].filter((link) => link.listens).length,
    cutListeners() {
      for (const link of links) if (link.listens) link.near.destroy();
    },
    hold() {
      held = true;
      for (const link of links) stop(link);
    },
    release() {
      held = false;
      for (const { near, far } of links) {
        near.resume();
        far.resume();
      }
    },
    forget() {
      for (const link of links) link.dead = true;
    },
    async [Symbol.asyncDispose]() {
      server.close();
      for (const { near, far } of links) {
        near.destroy();
        far.destroy();
      }
    },
  };
  return proxy;
}
