import { useWrite } from '../../api/writes.ts';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { useMessages } from '../../messages/messages.tsx';
import type { Repair } from './repairs.ts';

/** What somebody can do so that a job goes on; where it leads elsewhere, one comes back to `back` afterwards. */
export function RepairButton({
  repair,
  projectId,
  look = 'primary',
  back = `/projects/${projectId}`,
}: {
  readonly repair: Repair;
  readonly projectId: string;
  readonly look?: 'primary' | 'secondary';
  readonly back?: string;
}) {
  const words = useMessages().reports.jobs.repairs;
  const restore = useWrite('restoreProject', { refreshes: ['getProject', 'listProjects', 'getOverview'] });
  const label = words[repair.kind];
  const params = { projectId };
  switch (repair.kind) {
    case 'restore':
      return (
        <Button look={look} isPending={restore.isPending} onPress={() => restore.write({ project_id: projectId })}>
          {label}
        </Button>
      );
    case 'plan':
      return (
        <ButtonLink look={look} to="/usage">
          {label}
        </ButtonLink>
      );
    case 'layout':
      return (
        <ButtonLink look={look} to="/projects/$projectId/layout" params={params}>
          {label}
        </ButtonLink>
      );
    case 'connect':
      return (
        <ButtonLink look={look} to="/projects/$projectId/connections/new" params={params}>
          {label}
        </ButtonLink>
      );
    default:
      return (
        <ButtonLink
          look={look}
          to="/connections/$connectionId"
          params={{ connectionId: repair.connectionId }}
          search={{ back } as never}
        >
          {label}
        </ButtonLink>
      );
  }
}
