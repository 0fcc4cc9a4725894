import type { ConnectorContext, Query } from '../contract.ts';

type Ids = ReadonlyMap<string, string>;

/** Names by ids; those of one name are told apart by their ids, `always` all, as others may have their names. */
export function namedApart(named: Iterable<readonly [id: string, name: string]>, always = false): Ids {
  const all = [...new Map(named)];
  const ids = Map.groupBy(all, ([, name]) => name);
  return new Map(
    all.map(([id, name]) => [
      id,
      (always || (ids.get(name)?.length ?? 0) > 1) && name !== id ? `${name} (${id})` : name,
    ]),
  );
}

/** A query, and the account whose part of the answer is meant. */
type Asked = Query & { readonly account: string };

/** By query, what the values of an answer are the names of. */
const noted = new WeakMap<ConnectorContext, Map<string, Ids>>();

/** Keeps the ids behind the values of an answer, by the values. */
export function noteIds(context: ConnectorContext, query: Asked, ids: Ids): void {
  noted.getOrInsertComputed(context, () => new Map()).set(JSON.stringify(query), ids);
}

/** The ids behind the values that a query names, which is asked again where its answer is not of this context. */
export async function readIds(context: ConnectorContext, query: Asked, ask: () => Promise<unknown>): Promise<Ids> {
  const known = () => noted.get(context)?.get(JSON.stringify(query));
  if (!known()) await ask();
  return known() ?? new Map();
}
