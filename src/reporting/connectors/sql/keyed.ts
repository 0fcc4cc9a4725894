import type { Grouped } from './engine.ts';

/** The same with the key as a column of the source, for servers that group by columns alone and not by what is selected. */
export function keyed(parts: Grouped): Grouped {
  const { key, source } = parts;
  if (key === undefined) return parts;
  return { ...parts, source: `(SELECT source.*, ${key} AS key__ FROM ${source}) AS source`, key: 'key__' };
}
