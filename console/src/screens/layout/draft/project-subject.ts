import { useQueryClient } from '@tanstack/react-query';
import type { Called } from '../../../api/client.ts';
import { keyOf, reading } from '../../../api/reads.ts';
import { useWrite } from '../../../api/writes.ts';
import type { Base, Subject } from './use-draft.ts';

type Project = Called<'getProject'>;

/** A project as what has a layout. */
export function useProjectSubject(projectId: string, project: Project): Subject {
  const queries = useQueryClient();
  const id = { project_id: projectId };
  // The answer to a save is here a moment before `project` has it; what was stored before would pass for somebody else's.
  const newest = queries.getQueryData<Project>(keyOf('getProject', id)) ?? project;
  return {
    name: `layout:${projectId}`,
    newest: stateOf(newest),
    read: async () => stateOf(await queries.fetchQuery({ ...reading('getProject', id), staleTime: 0 })),
    useStore(onStored) {
      const { write, isPending, fault } = useWrite('updateProject', {
        refreshes: ['listProjects', 'getProjectTemplate'],
        onDone(answer) {
          queries.setQueryData(keyOf('getProject', id), answer);
          onStored(stateOf(answer));
        },
      });
      return { store: (settings, etag) => write({ ...id, body: { settings } }, etag), isPending, fault };
    },
  };
}

function stateOf({ data, etag }: Pick<Project, 'data' | 'etag'>): Base {
  return { settings: data.settings, etag };
}
