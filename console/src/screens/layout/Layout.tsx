import { useParams } from '@tanstack/react-router';
import { useList, useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { Shown } from '../../components/states.tsx';
import { ProjectEditor } from './frame/ProjectEditor.tsx';
import { ReadOnlyLayout } from './frame/ReadOnlyLayout.tsx';
import { useSources } from './sources.ts';

/** What the reports of a project show, and in which order: for changing where that is allowed. */
export function Layout() {
  const { projectId } = useParams({ from: '/projects/$projectId/layout' });
  const project = useRead('getProject', { project_id: projectId });
  const reports = useList('listReports', { project_id: projectId, query: { per_page: 1 } });
  const { sources, ...read } = useSources(projectId);
  const mayEdit = useMay('editor');
  const isThere = project.data && sources && (reports.items ?? reports.error);
  const data = isThere ? { project: project.data, sources, lastReport: reports.items?.[0]?.period ?? null } : undefined;
  return (
    <Shown read={{ ...read, data }} lines={10}>
      {(given) =>
        mayEdit && given.project.data.status === 'active' ? (
          <ProjectEditor key={projectId} projectId={projectId} {...given} />
        ) : (
          <ReadOnlyLayout settings={given.project.data.settings} sources={given.sources} />
        )
      }
    </Shown>
  );
}
