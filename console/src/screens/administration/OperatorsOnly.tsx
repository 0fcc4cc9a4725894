import type { ReactNode } from 'react';
import { useSession } from '../../api/session.ts';
import { NotFound } from '../../shell/Astray.tsx';

/** What operators of the installation see; for everybody else there is nothing. */
export function OperatorsOnly({ children }: { readonly children: ReactNode }) {
  return useSession().user?.is_operator ? children : <NotFound />;
}
