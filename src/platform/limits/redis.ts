import { type CommandParser, createClient, createCluster, defineScript, RedisClient } from 'redis';
import { DeadlineExceeded, withinDeadline } from './deadline.ts';
import { type Decision, type Limiter, LimiterUnavailable, type RequestLimits, toDecision } from './limiter.ts';

const deadlineMs = 1_000;
/** While a node of a cluster does not answer, it is asked only so often which are there. */
const rejoinAfterMs = 5_000;
const maxPendingCommands = 10_000;

type Reply = [
  nowMs: number,
  admitted: number,
  minuteUsed: number,
  minuteFreesAtMs: number,
  day: number,
  dayUsed: number,
];

/** KEYS: the times of the minute (list), the day and its count (hash). ARGV: per minute, per day, consume, clock or ''. */
const admitRequest = defineScript({
  NUMBER_OF_KEYS: 2,
  SCRIPT: `
    local now = tonumber(ARGV[4])
    if not now then
      local time = redis.call('TIME')
      now = time[1] * 1000 + math.floor(time[2] / 1000)
    end

    local newest = tonumber(redis.call('LINDEX', KEYS[1], -1))
    if newest and newest > now then
      local times = redis.call('LRANGE', KEYS[1], 0, -1)
      redis.call('DEL', KEYS[1])
      for _, time in ipairs(times) do redis.call('RPUSH', KEYS[1], math.min(time, now)) end
      redis.call('EXPIRE', KEYS[1], 120)
    end
    local oldest = tonumber(redis.call('LINDEX', KEYS[1], 0))
    while oldest and oldest <= now - 60000 do
      redis.call('LPOP', KEYS[1])
      oldest = tonumber(redis.call('LINDEX', KEYS[1], 0))
    end
    local minuteUsed = redis.call('LLEN', KEYS[1])

    local counted = redis.call('HMGET', KEYS[2], 'day', 'used')
    local day, countedDay = math.floor(now / 86400000), tonumber(counted[1]) or 0
    if day == countedDay - 1 then
      day = countedDay
    elseif day < countedDay then
      redis.call('HSET', KEYS[2], 'day', day)
    end
    local dayUsed = day <= countedDay and tonumber(counted[2]) or 0

    local admitted = minuteUsed < tonumber(ARGV[1]) and dayUsed < tonumber(ARGV[2])
    if admitted and ARGV[3] == '1' then
      minuteUsed, dayUsed = minuteUsed + 1, dayUsed + 1
      redis.call('RPUSH', KEYS[1], now)
      redis.call('EXPIRE', KEYS[1], 120)
      redis.call('HSET', KEYS[2], 'day', day, 'used', dayUsed)
      redis.call('EXPIRE', KEYS[2], 172800)
    end
    local nextOut = redis.call('LINDEX', KEYS[1], math.max(0, minuteUsed - ARGV[1]))
    return { now, admitted and 1 or 0, minuteUsed, nextOut and nextOut + 60000 or 0, day, dayUsed }`,
  parseCommand(parser: CommandParser, accountId: string, ...rest: string[]) {
    // The braces keep both keys of an account on one node of a cluster.
    parser.pushKeys([`report-service:limits:{${accountId}}:minute`, `report-service:limits:{${accountId}}:day`]);
    parser.push(...rest);
  },
  transformReply: (reply: unknown) => reply,
});

/**
 * The limiter of any number of processes on one Redis or Valkey, or on a cluster of them: one script per decision, on the
 * server's clock. The counts are as durable as the servers make them; they must not evict keys (`maxmemory-policy
 * noeviction`). Connects in the background and again after every loss, so opening it waits at most 1 s and does not fail
 * when the server is away. `url` may name any node of a cluster: that it is one is found out, and the others are asked
 * for. `clock` (epoch milliseconds) replaces the server's clock in tests.
 */
export async function openRedisLimiter(url: string, clock?: () => number): Promise<Limiter> {
  const state: ConnectionState = {};
  const joinSoon = () => void joinCluster().catch(() => {});
  let client = createServerConnection(url, state, joinSoon);
  let closed = false;
  let joining: Promise<void> | undefined;
  let joinedMs = 0;
  await withinDeadline(client.connect(), deadlineMs).catch(() => {});

  async function count(accountId: string, limits: RequestLimits, consume: boolean): Promise<Decision> {
    const { perMinute, perDay } = limits;
    const time = clock ? String(clock()) : '';
    const reply = await ask(accountId, String(perMinute), String(perDay), consume ? '1' : '0', time);
    const [nowMs, admitted, minuteUsed, minuteFreesAtMs, day, dayUsed] = reply;
    const counts = { nowMs, admitted: admitted === 1, minuteUsed, day, dayUsed };
    return toDecision({ ...counts, minuteFreesAtMs: minuteFreesAtMs || null }, limits);
  }

  async function ask(...words: Question): Promise<Reply> {
    if (closed) throw new LimiterUnavailable('The limiter is closed.');
    const used = client;
    try {
      return (await withinDeadline(used.admitRequest(...words), deadlineMs)) as Reply;
    } catch (caught) {
      const error = caught as LimiterUnavailable;
      if (!used.isCluster && isRedirection(error.cause)) {
        // Nothing was counted.
        await joinCluster();
        return ask(...words);
      }
      if (error.cause instanceof DeadlineExceeded) replace(used);
      // "The client is offline" does not say why.
      throw state.fault ? new LimiterUnavailable(error.message, { cause: state.fault }) : error;
    }
  }

  function joinCluster(): Promise<void> {
    joining ??= connectToCluster().finally(() => {
      joining = undefined;
    });
    return joining;
  }

  async function connectToCluster(): Promise<void> {
    const cluster = createClusterConnection(url, client.masters());
    try {
      await withinDeadline(cluster.connect(), deadlineMs);
    } catch (error) {
      cluster.destroy();
      throw error;
    }
    // Not that of the beginning, which may have been replaced meanwhile.
    const former = client;
    client = cluster;
    joinedMs = performance.now();
    state.fault = undefined;
    // Its other nodes may still answer.
    setTimeout(() => former.destroy(), deadlineMs);
    if (closed) cluster.destroy();
  }

  /**
   * A slow server looks just like a dead one, so a connection that kept us waiting is dropped with all its pending
   * commands. In a cluster the slot may be another node's by now, of which nobody has told us.
   */
  function replace(broken: Connection): void {
    if (closed || client !== broken) return;
    if (broken.isCluster) {
      if (performance.now() - joinedMs > rejoinAfterMs) joinSoon();
      return;
    }
    client = createServerConnection(url, state, joinSoon);
    client.connect().catch(() => {});
    broken.destroy();
  }

  return {
    admit: (accountId, limits) => count(accountId, limits, true),
    peek: (accountId, limits) => count(accountId, limits, false),
    close: async () => {
      closed = true;
      client.destroy();
    },
  };
}

type Question = [accountId: string, perMinute: string, perDay: string, consume: string, time: string];

interface Address {
  readonly host: string;
  readonly port: number;
}

interface Connection {
  readonly isCluster: boolean;
  /** Of the cluster, as far as they are known. */
  masters(): readonly Address[];
  connect(): Promise<unknown>;
  admitRequest(...words: Question): Promise<unknown>;
  destroy(): unknown;
}

interface ConnectionState {
  /** Why the client has lost the server, such as a refused password. */
  fault?: Error | undefined;
}

/** By Redis Cluster's specification: the slot is another node's, for good or while it is handed over. */
function isRedirection(cause: unknown): boolean {
  return cause instanceof Error && /^(MOVED|ASK) /.test(cause.message);
}

const connectionOptions = {
  disableOfflineQueue: true,
  commandsQueueMaxLength: maxPendingCommands,
  // Pings keep a healthy connection from going silent; a silent one, even during its handshake, is closed.
  pingInterval: 2_000,
};
const socketOptions = {
  connectTimeout: deadlineMs,
  socketTimeout: 5_000,
  reconnectStrategy: (retries: number) => Math.min(50 * 2 ** retries, 1_000),
};

function createServerConnection(url: string, state: ConnectionState, onCluster: () => void): Connection {
  const client = createClient({ url, scripts: { admitRequest }, ...connectionOptions, socket: socketOptions });
  // Without a listener a lost connection would crash the process; requests report its effect themselves.
  client.on('error', (fault: Error) => {
    state.fault = fault;
  });
  client.on('ready', () => {
    state.fault = undefined;
    // Where this is forbidden, the first redirection tells.
    client.info('cluster').then(
      (text) => text.includes('cluster_enabled:1') && onCluster(),
      () => {},
    );
  });
  return {
    isCluster: false,
    masters: () => [],
    connect: () => client.connect(),
    admitRequest: (...words) => client.admitRequest(...words),
    destroy: () => client.isOpen && client.destroy(),
  };
}

function createClusterConnection(url: string, masters: readonly Address[]): Connection {
  // The other nodes are told by host and port alone.
  const { username, password, socket } = RedisClient.parseURL(url);
  const credentials = { ...(username && { username }), ...(password && { password }) };
  const cluster = createCluster({
    rootNodes: [{ url }, ...masters.map((address) => ({ socket: { ...address, tls: socket.tls } }))],
    scripts: { admitRequest },
    defaults: { ...connectionOptions, ...credentials, socket: { ...socketOptions, tls: socket.tls } },
    // A node that is down keeps no other from being used.
    minimizeConnections: true,
    // It may have a successor, which the others know.
    topologyRefreshOnReconnectionAttemptStrategy: deadlineMs,
  });
  cluster.on('error', () => {});
  return {
    isCluster: true,
    masters: () => cluster.masters.map(({ host, port }) => ({ host, port })),
    connect: () => cluster.connect(),
    admitRequest: (...words) => cluster.admitRequest(...words),
    destroy: () => cluster.isOpen && cluster.destroy(),
  };
}
