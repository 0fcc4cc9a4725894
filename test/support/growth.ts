import assert from 'node:assert/strict';

/** Beyond this a text is too small for its own cost to be told from that of a collection of garbage. */
const noiseMs = 100;

/**
 * Fails unless the work on a text of sixteen times the length takes less than 64 times the processor time of this
 * thread: linear work takes 16 times, quadratic work 256 times. `makeText` is given about how many characters to make.
 */
export function assertLinear(name: string, makeText: (length: number) => string, work: (text: string) => void): void {
  const [short, long] = [makeText(10_000), makeText(160_000)];
  work(short);
  const shortMs = processorMs(() => work(short));
  const longMs = processorMs(() => work(long));
  assert.ok(longMs < 64 * shortMs + noiseMs, `${name}: ${shortMs} ms, then ${longMs} ms`);
}

function processorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
