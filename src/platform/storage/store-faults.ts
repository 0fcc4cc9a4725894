import { isStoreFull, type ObjectStore } from './object-store.ts';

/** Written to check that the store accepts objects; nobody reads it. */
const probeKey = 'installation/probe';

/** The store, and a way to tell afterwards whether an error came from it. */
export function noteFaults(store: ObjectStore): { readonly objects: ObjectStore; isFault(error: unknown): boolean } {
  const faults = new WeakSet<object>();
  const noted = <Result>(work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => {
      if (error instanceof Error) faults.add(error);
      throw error;
    });
  const objects: ObjectStore = {
    ...store,
    put: (key, bytes) => noted(store.put(key, bytes)),
    putFile: (key, path) => noted(store.putFile(key, path)),
    get: (key) => noted(store.get(key)),
    open: (key, range) => noted(store.open(key, range)),
    remove: (key) => noted(store.remove(key)),
  };
  return { objects, isFault: (error) => error instanceof Error && faults.has(error) };
}

/** Rejects unless the store answers and accepts an object, or says that it is full. */
export async function checkInUse(store: ObjectStore, signal: AbortSignal): Promise<void> {
  try {
    await store.check(signal);
    // Some servers answer everything except writes.
    await store.put(probeKey, Buffer.from('probe\n'));
  } catch (error) {
    if (!isStoreFull(error)) throw error;
  }
}
