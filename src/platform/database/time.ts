/** A stored time (milliseconds) as the API writes it: UTC, whole seconds. */
export function toTimestamp(time: string): string;
export function toTimestamp(time: string | null): string | null;
export function toTimestamp(time: string | null): string | null {
  return time === null ? null : `${time.slice(0, 19)}Z`;
}
