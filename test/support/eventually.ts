/** Waits until `look` finds something; throws after `timeoutMs`. */
export async function eventually<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = 40_000,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`nothing was found within ${timeoutMs} ms: ${look}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
