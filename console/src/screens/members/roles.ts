import type { Data } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';

export type Member = Data<'getMember'>;
export type Role = Member['role'];

const roles = ['viewer', 'editor', 'admin', 'owner'] as const satisfies readonly Role[];

/** The roles that the person may give and take: those below their own, and an owner all. */
export function useManagedRoles(): readonly Role[] {
  const { role } = useSession();
  if (role === 'owner') return roles;
  return role === null ? [] : roles.slice(0, roles.indexOf(role));
}
