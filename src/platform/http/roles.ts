import type { Role } from '../database/tables.ts';
import { roles } from '../database/words.ts';
import { type Scope, scopes } from './caller.ts';

/** Whether somebody may do what the role `needed` may. */
export function isAtLeast(role: Role | null, needed: Role): boolean {
  return role !== null && roles.indexOf(role) >= roles.indexOf(needed);
}

/** What a role amounts to in scopes of the public API. */
export function scopesOf(role: Role | null): readonly Scope[] {
  if (role === null) return [];
  return isAtLeast(role, 'editor') ? scopes : scopes.filter((scope) => scope.endsWith(':read'));
}
