/**
 * The keys of the metrics that a connection's configuration (JSON) defines or chooses; undefined where it leaves them to
 * the system.
 */
export function findMetricKeys(config: string): ReadonlySet<string> | undefined {
  const { metrics } = JSON.parse(config) as { readonly metrics?: unknown };
  if (!Array.isArray(metrics)) return undefined;
  return new Set(metrics.map((metric: unknown) => (typeof metric === 'string' ? metric : keyOf(metric))));
}

function keyOf(metric: unknown): string {
  const { key } = metric as { readonly key?: unknown };
  return String(key);
}
