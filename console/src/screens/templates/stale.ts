import type { OperationId } from '../../api/client.ts';

/** What is another after a change of a template. */
export const afterChange: readonly OperationId[] = [
  ...(['getTemplate', 'listTemplates', 'publishTemplate', 'compareTemplateRevision'] as const),
];

/** What is another once projects follow another revision, or another template. */
export const afterPublication: readonly OperationId[] = [
  ...afterChange,
  ...(['listTemplateRevisions', 'getProjectTemplate', 'getProject', 'listProjectSchedules', 'listProjects'] as const),
];
