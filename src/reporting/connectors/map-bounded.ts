/** Works on all items, on at most `atOnce` at a time; the results are in the order of the items. */
export async function mapBounded<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const rest = items.entries();
  let isOver = false;
  const workOn = async () => {
    try {
      for (const [index, item] of rest) {
        if (isOver) return;
        results[index] = await work(item);
      }
    } finally {
      // After a fault nobody waits for the others.
      isOver = true;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
  return results;
}
