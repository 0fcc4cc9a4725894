/** How a connected system is reached; see `Connector`. */
type Reach = 'network' | 'local';

const mostByNetwork = 16;
const mostLocal = 4;
/** What one local source may need. */
const bytesOfLocal = 2 ** 30;

/**
 * Runs `work` for all items, as many at once as how they are reached allows: systems reached by network are waited for,
 * local files take processor and memory. Rejects with the first error, after which nothing more begins.
 */
export async function sideBySide<Item extends { readonly reach: Reach }>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const byReach = (reach: Reach) => items.filter((item) => item.reach === reach);
  const local = Math.min(mostLocal, Math.floor(process.availableMemory() / bytesOfLocal));
  await Promise.all([inLanes(byReach('network'), mostByNetwork, work), inLanes(byReach('local'), local, work)]);
}

async function inLanes<Item>(items: readonly Item[], lanes: number, work: (item: Item) => Promise<void>) {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: Math.max(1, lanes) }, lane));
}
