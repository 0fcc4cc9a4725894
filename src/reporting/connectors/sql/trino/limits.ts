import { ConnectorError } from '../../contract.ts';

/** The server's settings that end a statement, by their names. */
const times = ['query_max_run_time', 'query_max_execution_time'] as const;
const scan = 'query_max_scan_physical_bytes';

const millisecondsOf: Readonly<Record<string, number>> = {
  ...{ ns: 1e-6, us: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 },
};
const bytesOf: Readonly<Record<string, number>> = {
  ...{ B: 1, kB: 2 ** 10, MB: 2 ** 20, GB: 2 ** 30, TB: 2 ** 40, PB: 2 ** 50 },
};

/**
 * The settings that a statement is sent with, as the header of a session has them: what the server knows, and nothing that
 * would give more than it grants by itself. `known` are the names and values that SHOW SESSION tells. Throws
 * `invalid_config` where what may be read cannot be limited.
 */
export function limitsOf(
  known: ReadonlyMap<string, string>,
  { ms, maximumBytes }: { readonly ms: number; readonly maximumBytes: number | undefined },
): Readonly<Record<string, string>> {
  if (maximumBytes !== undefined && !known.has(scan)) throw cannotLimit();
  const shorter = times.filter((name) => known.has(name) && ms < amountOf(known.get(name), millisecondsOf));
  const isLess = maximumBytes !== undefined && maximumBytes < amountOf(known.get(scan), bytesOf);
  return {
    ...Object.fromEntries(shorter.map((name) => [name, `${Math.ceil(ms / 1000)}s`])),
    ...(isLess && { [scan]: `${maximumBytes}B` }),
  };
}

/** Of a server that does not take the limit that a configuration asks for. */
export function cannotLimit(): ConnectorError {
  const path = 'maximum_scanned_bytes';
  const message = 'The server takes no such limit from this user. Leave it out, or let the user set it.';
  return new ConnectorError('invalid_config', `${path}: ${message}`, { faults: [{ path, message }] });
}

/** `2.00h` in the units given; without end where it says nothing. */
function amountOf(text: string | undefined, units: Readonly<Record<string, number>>): number {
  const [, amount, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-zA-Z]+)$/.exec(text ?? '') ?? [];
  const factor = units[unit];
  return amount === undefined || factor === undefined ? Number.POSITIVE_INFINITY : Number(amount) * factor;
}
