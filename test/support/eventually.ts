/** Waits until `look` finds something; throws after `timeoutMs`. */
export async function eventually<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = 40_000,
): Promise<T> {
  const start = performance.now();
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    const waited = performance.now() - start;
    if (waited > timeoutMs) throw new Error(`nothing was found within ${timeoutMs} ms: ${look}`);
    // A look takes processor time from what it waits for.
    const pauseMs = Math.min(Math.max(waited / 10, 20), 100);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
