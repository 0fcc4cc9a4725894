import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useList, useRead } from '../../api/reads.ts';

/** The project whose figures a template is shown with. */
export interface Sample {
  /** Null while it is read, and where the account has none. */
  readonly project: Pick<Data<'getProject'>, 'id' | 'name' | 'time_zone'> | null;
  /** Whether it is known that there is none. */
  readonly isNone: boolean;
  choose(projectId: string): void;
}

const first = { status: 'active', sort: 'name', direction: 'asc', per_page: 1 } as const;

/** Chosen for the template in this browser; else the first that follows it, else the first of all. */
export function useSample(templateId: string): Sample {
  const name = `sample:${templateId}`;
  const [chosen, setChosen] = useState(() => localStorage.getItem(name));
  const followers = useList('listProjects', { query: { ...first, template_id: templateId } });
  const others = useList('listProjects', { query: first });
  const usual = followers.items?.[0]?.id ?? (followers.items && others.items?.[0]?.id);
  const id = chosen ?? usual;
  const read = useRead('getProject', { project_id: id ?? '' }, { enabled: id !== undefined });
  // What was chosen once may be gone or archived by now.
  const isGone = chosen !== null && (read.error !== null || read.data?.data.status === 'archived');
  const choose = (projectId: string) => {
    localStorage.setItem(name, projectId);
    setChosen(projectId);
  };
  if (isGone) {
    localStorage.removeItem(name);
    setChosen(null);
  }
  const isNone = chosen === null && followers.items?.length === 0 && others.items?.length === 0;
  return { project: read.data?.data ?? null, isNone, choose };
}
