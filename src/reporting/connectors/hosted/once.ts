import type { ConnectorContext } from '../contract.ts';

/** Does work once for each key in a context, however often it is asked for. What failed is done anew. */
export function oncePerContext<T>(): (context: ConnectorContext, key: string, work: () => Promise<T>) => Promise<T> {
  const done = new WeakMap<ConnectorContext, Map<string, Promise<T>>>();
  return (context, key, work) => {
    const byKey = done.getOrInsertComputed(context, () => new Map<string, Promise<T>>());
    return byKey.getOrInsertComputed(key, () => {
      const result = work();
      result.catch(() => byKey.delete(key));
      return result;
    });
  };
}
