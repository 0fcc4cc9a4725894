import { setTimeout as wait } from 'node:timers/promises';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { type ConnectorContext, ConnectorError } from '../contract.ts';

/** How much of Meta's limits is used. */
export interface Usage {
  /** The greatest share of any limit, in percent. */
  readonly percent: number;
  /** Until requests are let through again, in milliseconds; 0 if they are. */
  readonly regainMs: number;
}

const figures = Type.Record(Type.String(), Type.Unknown());
const byBusiness = Type.Record(Type.String(), Type.Array(figures));

const shares = ['call_count', 'total_cputime', 'total_time', 'app_id_util_pct', 'acc_id_util_pct'];
const maxRegainMs = 24 * 60 * 60 * 1000;

/** What the headers of an answer say about limits: of the business, of Insights, of the ad account and of the app. */
export function readUsage(headers: Headers): Usage {
  const byCase = parse(headers.get('x-business-use-case-usage'));
  const single = ['x-fb-ads-insights-throttle', 'x-ad-account-usage', 'x-app-usage'].map((name) => {
    const found = parse(headers.get(name));
    return Value.Check(figures, found) ? found : {};
  });
  const all = [...(Value.Check(byBusiness, byCase) ? Object.values(byCase).flat() : []), ...single];
  const greatest = (names: readonly string[]) =>
    Math.max(0, ...all.flatMap((each) => names.map((name) => numberOf(each[name]))));
  const regainMs = Math.max(
    greatest(['estimated_time_to_regain_access']) * 60_000,
    greatest(['reset_time_duration']) * 1000,
  );
  return { percent: greatest(shares), regainMs: Math.min(regainMs, maxRegainMs) };
}

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

function numberOf(value: unknown): number {
  const figure = Number(value);
  return Number.isFinite(figure) ? figure : 0;
}

const nearPercent = 90;
const pauseMs = 2_000;
const pausedUntil = new WeakMap<ConnectorContext, number>();

/** Lets the next request wait a little if the limits are nearly used up. */
export function noteUsage(headers: Headers, context: ConnectorContext): void {
  if (readUsage(headers).percent >= nearPercent) pausedUntil.set(context, Date.now() + pauseMs);
}

export async function awaitTurn(context: ConnectorContext): Promise<void> {
  const waitMs = (pausedUntil.get(context) ?? 0) - Date.now();
  if (waitMs > 0) await pause(waitMs, context);
}

/** Waits; throws `transient` when the work is stopped. */
export async function pause(waitMs: number, { signal }: ConnectorContext): Promise<void> {
  await wait(waitMs, undefined, { signal }).catch(() => {
    throw new ConnectorError('transient', 'The work was stopped.');
  });
}
