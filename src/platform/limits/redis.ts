import { type CommandParser, createClient, defineScript } from 'redis';
import { DeadlineExceeded, withinDeadline } from './deadline.ts';
import { type Decision, type Limiter, LimiterUnavailable, type RequestLimits, toDecision } from './limiter.ts';

const deadlineMs = 1_000;
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
 * The limiter of any number of processes on one Redis or Valkey: one script per decision, on the server's clock. The
 * counts are as durable as the server makes them; it must not evict keys (`maxmemory-policy noeviction`). Connects in
 * the background and again after every loss, so opening it waits at most 1 s and does not fail when the server is away.
 * `clock` (epoch milliseconds) replaces the server's clock in tests.
 */
export async function openRedisLimiter(url: string, clock?: () => number): Promise<Limiter> {
  const state: ConnectionState = {};
  let client = createConnection(url, state);
  let closed = false;
  await withinDeadline(client.connect(), deadlineMs).catch(() => {});

  async function count(accountId: string, limits: RequestLimits, consume: boolean): Promise<Decision> {
    if (closed) throw new LimiterUnavailable('The limiter is closed.');
    const { perMinute, perDay } = limits;
    const used = client;
    const time = clock ? String(clock()) : '';
    const command = used.admitRequest(accountId, String(perMinute), String(perDay), consume ? '1' : '0', time);
    const reply = await withinDeadline(command, deadlineMs).catch((error: LimiterUnavailable) => {
      if (error.cause instanceof DeadlineExceeded) replace(used);
      // "The client is offline" does not say why.
      throw state.fault ? new LimiterUnavailable(error.message, { cause: state.fault }) : error;
    });
    const [nowMs, admitted, minuteUsed, minuteFreesAtMs, day, dayUsed] = reply as Reply;
    const counts = { nowMs, admitted: admitted === 1, minuteUsed, day, dayUsed };
    return toDecision({ ...counts, minuteFreesAtMs: minuteFreesAtMs || null }, limits);
  }

  /**
   * A slow server looks just like a dead one, so a connection that kept us waiting is dropped with all its pending
   * commands.
   */
  function replace(broken: Connection): void {
    if (closed || client !== broken) return;
    client = createConnection(url, state);
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

type Connection = ReturnType<typeof createConnection>;

interface ConnectionState {
  /** Why the client has lost the server, such as a refused password. */
  fault?: Error | undefined;
}

function createConnection(url: string, state: ConnectionState) {
  const client = createClient({
    url,
    scripts: { admitRequest },
    disableOfflineQueue: true,
    commandsQueueMaxLength: maxPendingCommands,
    // Pings keep a healthy connection from going silent; a silent one, even during its handshake, is closed.
    pingInterval: 2_000,
    socket: {
      connectTimeout: deadlineMs,
      socketTimeout: 5_000,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** retries, 1_000),
    },
  });
  // Without a listener a lost connection would crash the process; requests report its effect themselves.
  client.on('error', (fault: Error) => {
    state.fault = fault;
  });
  client.on('ready', () => {
    state.fault = undefined;
  });
  return client;
}
