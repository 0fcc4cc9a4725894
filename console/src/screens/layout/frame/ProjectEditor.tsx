import { useMemo } from 'react';
import type { Called } from '../../../api/client.ts';
import { tell } from '../../../components/toasts.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { toSettings } from '../draft/draft.ts';
import { useProjectSubject } from '../draft/project-subject.ts';
import { useDraft } from '../draft/use-draft.ts';
import { useOrigins } from '../list/use-origins.ts';
import { type PreviewPeriods, usePeriods } from '../preview/use-periods.ts';
import { usePreview } from '../preview/use-preview.ts';
import type { Source } from '../types.ts';
import { Editor } from './Editor.tsx';

/** The layout of a project as it is edited, shown with its own figures. */
export function ProjectEditor({
  projectId,
  project,
  sources,
  lastReport,
}: {
  readonly projectId: string;
  readonly project: Called<'getProject'>;
  readonly sources: readonly Source[];
  readonly lastReport: PreviewPeriods | null;
}) {
  const { told } = useMessages().layout;
  const layout = useDraft(useProjectSubject(projectId, project), () => tell(told.saved));
  const { draft, base } = layout;
  const chosen = usePeriods(projectId, project.data.time_zone, lastReport);
  const { periods } = chosen;
  const previewed = useMemo(() => {
    const keys = draft.sections?.map(({ key }) => key) ?? [];
    return { draft, keys, body: { settings: toSettings(draft), period: periods } };
  }, [draft, periods]);
  const made = usePreview(projectId, previewed);
  const originOf = useOrigins(project.data, base.sections);
  const back = `/projects/${projectId}/layout`;
  const hasReports = lastReport !== null;
  return (
    <Editor
      layout={layout}
      sources={sources}
      originOf={originOf}
      preview={{ made, projectId, back, chosen, hasReports, sources }}
    />
  );
}
