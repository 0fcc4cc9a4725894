import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

interface Link {
  readonly near: Socket;
  readonly far: Socket;
  /** Everything sent on it, in either direction, is lost without notice to either end. */
  dead: boolean;
  listens: boolean;
}

/** A network between a process and PostgreSQL that can be disturbed. */
export interface DatabaseProxy extends AsyncDisposable {
  /** The database's address through the proxy. */
  readonly url: string;
  /** How late each answer of the server arrives. */
  delayMs: number;
  /** How often something was sent after an answer: what is sent together, on whatever connections, is one wait. */
  waits: number;
  /**
   * What happens to the next COMMIT: the connection ends before the server gets it, or before its answer is passed on.
   */
  cutAtCommit: 'before' | 'after' | null;
  /** Whether a connection that sends LISTEN is cut. */
  refusesListen: boolean;
  /** The most connections that were open at once. */
  readonly mostLinks: number;
  /** How many connections listen for notifications. */
  listeners(): number;
  /** Ends the connections that listen. */
  cutListeners(): void;
  /** Holds back all bytes until `release`, like a network that is down for a while. */
  hold(): void;
  release(): void;
  /** Makes the open connections lose all bytes forever, as when a router drops them; new ones work. */
  forget(): void;
  /** Leads new connections to another server, as a name in the DNS does; those that are open stay where they are. */
  moveTo(databaseUrl: string): void;
  /** Ends all connections and every new one, as if no server were listening. */
  goAway(): void;
  comeBack(): void;
}

const commit = Buffer.from('commit\0');
/** A connection that has prepared it then says its name alone. */
const preparedCommit = /(plan_\d+)\0commit\0/;
const listen = Buffer.from('listen ');

/** Forwards everything to the server of `databaseUrl` until told otherwise. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  let target = new URL(databaseUrl);
  const links = new Set<Link>();
  let held = false;
  let answered = true;
  let isAway = false;
  let commitName: Buffer | undefined;
  const commits = (data: Buffer) => {
    const [, name] = preparedCommit.exec(data.toString('latin1')) ?? [];
    if (name) commitName = Buffer.from(`\0${name}\0`);
    return data.includes(commit) || (commitName !== undefined && data.includes(commitName));
  };
  const server = createServer((near) => {
    if (isAway) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    const link: Link = { near, far, dead: false, listens: false };
    links.add(link);
    proxy.mostLinks = Math.max(proxy.mostLinks, links.size);
    const end = () => {
      links.delete(link);
      // A dead link does not even notify its other end.
      if (!link.dead || near.destroyed) far.destroy();
      if (!link.dead) near.destroy();
    };
    for (const socket of [near, far]) socket.setNoDelay().on('error', end).on('close', end);
    if (held) stop(link);
    let losesAnswer = false;
    near.on('data', (data: Buffer) => {
      if (answered) proxy.waits++;
      answered = false;
      if (link.dead) return;
      const isCommit = commits(data);
      if (proxy.cutAtCommit && isCommit) {
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
      passed = Promise.all([passed, proxy.delayMs > 0 && delay(proxy.delayMs)]).then(() => {
        answered = true;
        return !link.dead && !near.destroyed && near.write(data);
      });
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
    waits: 0,
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
    moveTo(other: string) {
      target = new URL(other);
    },
    goAway() {
      isAway = true;
      for (const link of links) link.near.destroy();
    },
    comeBack() {
      isAway = false;
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
