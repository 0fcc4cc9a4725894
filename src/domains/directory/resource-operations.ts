import type { Values } from './protocol/attributes.ts';
import { ScimFault } from './protocol/faults.ts';
import type { Shown } from './protocol/shown.ts';
import type { DirectoryCaller } from './scim-gate.ts';
import type { Listed, ListQuery } from './scim-lists.ts';
import type { Rewrite } from './scim-users.ts';

/** What can be done with a kind of resource; each change is one transaction, with its entry in the log. */
export interface ResourceOperations {
  list(caller: DirectoryCaller, query: ListQuery, shown: Shown): Promise<Listed>;
  get(caller: DirectoryCaller, id: string, shown: Shown): Promise<Values>;
  create(caller: DirectoryCaller, given: Values): Promise<Values>;
  rewrite(caller: DirectoryCaller, id: string, rewrite: Rewrite, expected: Expected): Promise<Values>;
  remove(caller: DirectoryCaller, id: string, expected: Expected): Promise<void>;
}

/** The entity tags of If-Match, one of which has to be the current one; null where any will do. */
export type Expected = readonly string[] | null;

/** Throws `edit_conflict` unless a state is one of those that were expected (RFC 7644 section 3.14). */
export function requireVersion(expected: Expected, version: string): void {
  const opaque = (tag: string) => tag.replace(/^W\//, '');
  if (expected === null || expected.some((tag) => tag === '*' || opaque(tag) === opaque(version))) return;
  throw new ScimFault('edit_conflict', undefined, `It has changed meanwhile: the current version is ${version}.`);
}

/** The entity tag of a resource as it is shown. */
export function versionIn({ meta }: Values): string {
  return (meta as { readonly version: string }).version;
}
