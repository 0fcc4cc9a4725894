import { useParams } from '@tanstack/react-router';
import { useRead } from '../../api/reads.ts';
import { useMay, useSession } from '../../api/session.ts';
import { Shown } from '../../components/states.tsx';
import { Access } from './Access.tsx';
import { ArchiveCard } from './ArchiveCard.tsx';
import { FailureChoice } from './FailureChoice.tsx';
import { GeneralSettings } from './GeneralSettings.tsx';
import { LabelsCard } from './LabelsCard.tsx';
import { TemplateCard } from './template/TemplateCard.tsx';

/** The settings of a project, apart from its layout. */
export function ProjectSettings() {
  const { projectId } = useParams({ from: '/projects/$projectId' });
  const read = useRead('getProject', { project_id: projectId });
  const mayEdit = useMay('editor');
  const mayManage = useMay('admin');
  const { project_ids } = useSession();
  return (
    <Shown read={read}>
      {({ data: project, etag }) => (
        <>
          <GeneralSettings key={projectId} project={project} etag={etag} />
          <TemplateCard key={`template ${projectId}`} project={project} etag={etag} />
          <LabelsCard project={project} etag={etag} mayEdit={mayEdit} />
          <FailureChoice project={project} etag={etag} />
          {mayManage && project_ids === null && <Access project={project} />}
          {mayEdit && <ArchiveCard project={project} />}
        </>
      )}
    </Shown>
  );
}
