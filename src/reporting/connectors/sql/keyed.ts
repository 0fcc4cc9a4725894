import type { Grouped } from './engine.ts';

/** The same with its keys as columns of the source, for servers that group by columns alone and not by what is selected. */
export function keyed(parts: Grouped): Grouped {
  const { key, secondary, source } = parts;
  if (key === undefined) return parts;
  const keys = `${key} AS key__${secondary === undefined ? '' : `, ${secondary} AS secondary__`}`;
  return {
    ...parts,
    source: `(SELECT source.*, ${keys} FROM ${source}) AS source`,
    key: 'key__',
    ...(secondary !== undefined && { secondary: 'secondary__' }),
  };
}
