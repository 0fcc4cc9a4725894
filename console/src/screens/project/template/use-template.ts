import { useQueryClient } from '@tanstack/react-query';
import type { Called, OperationId } from '../../../api/client.ts';
import { keyOf } from '../../../api/reads.ts';
import { useWrite } from '../../../api/writes.ts';

const ofProject: readonly OperationId[] = ['getProject', 'getProjectTemplate'];

/** What is another once a project follows another template, or none. */
export const afterFollowing: readonly OperationId[] = [
  ...ofProject,
  ...(['listProjectSchedules', 'listProjects', 'listTemplates', 'getTemplate', 'publishTemplate'] as const),
];

/** Has a project use a template. After a refusal the project is read again, so that the next try is of what there is now. */
export function useSetTemplate(onDone: (answer: Called<'setProjectTemplate'>) => void) {
  const queries = useQueryClient();
  return useWrite('setProjectTemplate', {
    refreshes: afterFollowing,
    onDone,
    onFault: () => void Promise.all(ofProject.map((id) => queries.invalidateQueries({ queryKey: keyOf(id) }))),
  });
}
