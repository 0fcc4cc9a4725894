import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { Data } from './client.ts';
import { reading } from './reads.ts';

export type Session = Data<'getSession'>;
type Role = NonNullable<Session['role']>;

const roles: readonly Role[] = ['viewer', 'editor', 'admin', 'owner'];

/** Reads who is signed in; the shell has read it before any screen is there. */
export const readingSession = { ...reading('getSession', {}), staleTime: 60_000 };

/** Who is signed in, for which account, and what they may do there. */
export function useSession(): Session {
  return useSuspenseQuery(readingSession).data.data;
}

/** Whether the person may do what needs the role; what they may not do is not offered to them. */
export function useMay(role: Role): boolean {
  const session = useSession();
  return mayIn(session, role);
}

/** Lets the service get ready for previews, for those who may have them: asked when somebody is on the way to the layout. */
export function preparePreviews(queries: QueryClient, projectId: string): void {
  const session = queries.getQueryData(readingSession.queryKey)?.data;
  if (!session || !mayIn(session, 'editor')) return;
  void queries.prefetchQuery({ ...reading('preparePreview', { project_id: projectId }), staleTime: 60_000 });
}

function mayIn(session: Session, role: Role): boolean {
  return session.role !== null && roles.indexOf(session.role) >= roles.indexOf(role);
}
