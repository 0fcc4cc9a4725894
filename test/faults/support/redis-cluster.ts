import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from 'redis';
import { eventually } from '../../support/eventually.ts';
import { freePort } from './free-port.ts';

const slots = 16_384;
const password = 'p%ss word';

export interface RedisNode {
  readonly url: string;
  readonly process: ChildProcess;
  /** Sends words to this node alone. */
  send(...words: string[]): Promise<unknown>;
}

export interface RedisCluster extends AsyncDisposable {
  /** Of equal shares of the slots each. */
  readonly masters: readonly RedisNode[];
  /** Of the first master. */
  readonly replica: RedisNode;
}

/** Three masters and a replica of the first, each a process; a master is given up after half a second of silence. */
export async function startRedisCluster(): Promise<RedisCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'report-service-redis-'));
  await using started = new AsyncDisposableStack();
  started.defer(() => rmSync(folder, { recursive: true }));
  const nodes: RedisNode[] = [];
  for (let index = 0; index < 4; index++) nodes.push(started.use(await startNode(folder)));
  const [first, second, third, replica] = nodes as [RedisNode, RedisNode, RedisNode, RedisNode];
  const masters = [first, second, third];
  for (const [index, node] of masters.entries()) {
    const [from, to] = [index, index + 1].map((part) => Math.floor((part * slots) / masters.length)) as [
      number,
      number,
    ];
    await node.send('CLUSTER', 'ADDSLOTSRANGE', String(from), String(to - 1));
    await node.send('CLUSTER', 'SET-CONFIG-EPOCH', String(index + 1));
  }
  for (const node of nodes.slice(1)) {
    const { hostname, port } = new URL(first.url);
    await node.send('CLUSTER', 'MEET', hostname, port, await busPort(first));
  }
  const firstId = String(await first.send('CLUSTER', 'MYID'));
  await eventually(async () => (await replica.send('CLUSTER', 'REPLICATE', firstId).catch(() => '')) === 'OK');
  await eventually(async () => (await Promise.all(nodes.map(isWhole))).every(Boolean), 30_000);
  const owned = started.move();
  return { masters, replica, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

async function busPort(node: RedisNode): Promise<string> {
  const [, port] = (await node.send('CONFIG', 'GET', 'cluster-port')) as string[];
  return port as string;
}

/** Whether the node knows all slots and each of the four others, and the replica has caught up. */
async function isWhole(node: RedisNode): Promise<boolean> {
  const info = String(await node.send('CLUSTER', 'INFO'));
  const role = (await node.send('ROLE')) as unknown[];
  const isReady = role[0] === 'master' || role[3] === 'connected';
  return info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:4') && isReady;
}

async function startNode(folder: string): Promise<RedisNode & AsyncDisposable> {
  const port = await freePort();
  const settings = {
    bind: '127.0.0.1',
    port,
    'cluster-enabled': 'yes',
    'cluster-config-file': join(folder, `${port}.conf`),
    'cluster-port': await freePort(),
    'cluster-node-timeout': 500,
    'cluster-require-full-coverage': 'no',
    'repl-diskless-sync-delay': 0,
    dir: folder,
    save: '',
    requirepass: password,
    masterauth: password,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = spawn('redis-server', options, { stdio: 'ignore' });
  const url = `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  const client = createClient({ url, RESP: 2, socket: { reconnectStrategy: 20 } });
  client.on('error', () => {});
  await client.connect();
  return {
    url,
    process: server,
    send: (...words) => client.sendCommand(words),
    async [Symbol.asyncDispose]() {
      client.destroy();
      if (server.exitCode !== null || server.signalCode !== null) return;
      const exited = once(server, 'exit');
      server.kill('SIGKILL');
      await exited;
    },
  };
}
