import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type Limiter, LimiterUnavailable } from '../../src/platform/limits/limiter.ts';
import { openRedisLimiter } from '../../src/platform/limits/redis.ts';
import { newAccount } from '../platform/limits/limiters.ts';
import { eventually } from '../support/eventually.ts';
import { test } from '../support/suite.ts';
import { type RedisCluster, type RedisNode, startRedisCluster } from './support/redis-cluster.ts';
import { redisServerSkip } from './support/redis-server.ts';

const skip = redisServerSkip;
const limits = { perMinute: 120, perDay: 4_000 };
const clusterDeadlineMs = 1_000;

test('Redis Cluster: accounts on every node are admitted exactly 120 times by four connections at once', {
  skip,
}, async () => {
  await using cluster = await startRedisCluster();
  await using limiters = await openLimiters(cluster, 4);
  const accounts = await accountOfEach(cluster);
  for (const account of accounts) {
    const admitted = limiters.map(async (limiter) => {
      const asked = Array.from({ length: 60 }, () => limiter.admit(account, limits));
      return (await Promise.all(asked)).filter((decision) => decision.admitted).length;
    });
    assert.equal(
      (await Promise.all(admitted)).reduce((sum, count) => sum + count),
      120,
    );
  }
});

test('Redis Cluster: an account that moves to another node under load keeps its count', { skip }, async () => {
  await using cluster = await startRedisCluster();
  await using limiters = await openLimiters(cluster, 2);
  const [account] = await accountOfEach(cluster);
  const [source, , target] = cluster.masters as [RedisNode, RedisNode, RedisNode];
  let isMoved = false;
  const asking = limiters.map(async (limiter) => {
    let admitted = 0;
    while (!isMoved || admitted < 5) {
      const decision = await limiter.admit(account, { ...limits, perMinute: 100_000, perDay: 100_000 }).catch(passing);
      if (decision?.admitted) admitted++;
    }
    return admitted;
  });
  await eventually(async () => (await limiters[0]?.peek(account, limits))?.day.used);
  await moveSlot(account, source, target);
  isMoved = true;
  const admitted = (await Promise.all(asking)).reduce((sum, count) => sum + count);
  const counted = await limiters[0]?.peek(account, limits);
  assert.equal(counted?.day.used, admitted);
  assert.equal(await slotCount(target, account), 2, 'the keys have moved');
});

test('Redis Cluster: after a master is killed its replica keeps the counts, and other nodes never stop', {
  skip,
}, async () => {
  await using cluster = await startRedisCluster();
  await using limiters = await openLimiters(cluster, 1);
  const limiter = limiters[0] as Limiter;
  const [onKilled, ...onOthers] = await accountOfEach(cluster);
  for (let time = 0; time < 7; time++) await limiter.admit(onKilled, limits);
  await cluster.masters[0]?.send('WAIT', '1', '5000');
  const killed = cluster.masters[0]?.process;
  killed?.kill('SIGKILL');
  await once(killed as NonNullable<typeof killed>, 'exit');
  const back = await eventually(async () => {
    for (const account of onOthers) await limiter.peek(account, limits);
    return limiter.admit(onKilled, limits).catch(passing);
  });
  assert.equal(back.day.used, 8);
});

test('Redis Cluster: a silent node holds up its own accounts for a second at most, and is used again when it is back', {
  skip,
}, async () => {
  await using cluster = await startRedisCluster();
  await using limiters = await openLimiters(cluster, 1);
  const limiter = limiters[0] as Limiter;
  const [, onSilent, onOther] = (await accountOfEach(cluster)) as [string, string, string];
  await limiter.admit(onSilent, limits);
  cluster.masters[1]?.process.kill('SIGSTOP');
  const started = performance.now();
  const refused = assert.rejects(limiter.admit(onSilent, limits), LimiterUnavailable);
  for (let time = 0; time < 100; time++) assert.ok((await limiter.admit(onOther, limits)).admitted);
  await refused;
  assert.ok(performance.now() - started < 2 * clusterDeadlineMs);
  cluster.masters[1]?.process.kill('SIGCONT');
  await eventually(() => limiter.peek(onSilent, limits).catch(passing));
});

/** Each knows another node of the cluster. */
async function openLimiters({ masters }: RedisCluster, count: number): Promise<Limiter[] & AsyncDisposable> {
  const urls = Array.from({ length: count }, (_, index) => masters[(index + 1) % masters.length]?.url as string);
  const limiters = await Promise.all(urls.map((url) => openRedisLimiter(url)));
  return Object.assign(limiters, {
    async [Symbol.asyncDispose]() {
      await Promise.all(limiters.map((limiter) => limiter.close()));
    },
  });
}

/** An account whose counts are on the first master, one on the second, one on the third. */
async function accountOfEach({ masters }: RedisCluster): Promise<[string, string, string]> {
  const found = new Map<number, string>();
  while (found.size < masters.length) {
    const account = newAccount();
    const slot = await slotOf(masters[0] as RedisNode, account);
    found.set(Math.floor((slot * masters.length) / 16_384), account);
  }
  return [0, 1, 2].map((index) => found.get(index)) as [string, string, string];
}

async function slotOf(node: RedisNode, account: string): Promise<number> {
  return Number(await node.send('CLUSTER', 'KEYSLOT', `{${account}}`));
}

async function slotCount(node: RedisNode, account: string): Promise<number> {
  return Number(await node.send('CLUSTER', 'COUNTKEYSINSLOT', String(await slotOf(node, account))));
}

/** As `redis-cli --cluster reshard` does it. */
async function moveSlot(account: string, source: RedisNode, target: RedisNode): Promise<void> {
  const slot = String(await slotOf(source, account));
  const [sourceId, targetId] = (await Promise.all([source, target].map((node) => node.send('CLUSTER', 'MYID')))) as [
    string,
    string,
  ];
  const { hostname, port, password } = new URL(target.url);
  await target.send('CLUSTER', 'SETSLOT', slot, 'IMPORTING', sourceId);
  await source.send('CLUSTER', 'SETSLOT', slot, 'MIGRATING', targetId);
  for (;;) {
    const keys = (await source.send('CLUSTER', 'GETKEYSINSLOT', slot, '10')) as string[];
    if (keys.length === 0) break;
    const words = ['', '0', '5000', 'AUTH', decodeURIComponent(password), 'KEYS', ...keys];
    await source.send('MIGRATE', hostname, port, ...words);
  }
  for (const node of [target, source]) await node.send('CLUSTER', 'SETSLOT', slot, 'NODE', targetId);
}

/** A request that is refused for now counts nothing. */
function passing(error: unknown): undefined {
  if (!(error instanceof LimiterUnavailable)) throw error;
}
