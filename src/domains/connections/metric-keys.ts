/**
 * The keys of the metrics that a connection's configuration (JSON) defines or chooses; undefined where it leaves them to
 * the system.
 */
export function findMetricKeys(config: string): ReadonlySet<string> | undefined {
  return findKeys(config, 'metrics');
}

/** The same of its dimensions. */
export function findDimensionKeys(config: string): ReadonlySet<string> | undefined {
  return findKeys(config, 'dimensions');
}

function findKeys(config: string, list: 'metrics' | 'dimensions'): ReadonlySet<string> | undefined {
  const listed = (JSON.parse(config) as { readonly [list: string]: unknown } | null)?.[list];
  if (!Array.isArray(listed)) return undefined;
  return new Set(listed.map((each: unknown) => (typeof each === 'string' ? each : keyOf(each))));
}

function keyOf(listed: unknown): string {
  const { key } = listed as { readonly key?: unknown };
  return String(key);
}
