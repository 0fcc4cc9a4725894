import { useMemo, useState } from 'react';
import { useList, useRead } from '../../api/reads.ts';
import { Button } from '../../components/Button.tsx';
import { RadioGroup } from '../../components/fields.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { faultsOf } from '../layout/draft/faults.ts';
import { PreviewPane } from '../layout/preview/PreviewPane.tsx';
import { usePeriods } from '../layout/preview/use-periods.ts';
import { usePreview } from '../layout/preview/use-preview.ts';
import styles from './templates.module.css';

/** Nothing is edited here: a fault is told, and not where it is. */
const nothing = { draft: null, keys: [] };
const noDraft = { rest: {}, sections: null };

/** The report of a project as publishing a template would make it, and as it is now. */
export function ChangePreview({
  templateId,
  projectId,
  name,
  onBack,
}: {
  readonly templateId: string;
  readonly projectId: string;
  readonly name: string;
  readonly onBack: () => void;
}) {
  const words = useMessages().templates.publish;
  const [when, setWhen] = useState<'after' | 'now'>('after');
  const project = useRead('getProject', { project_id: projectId });
  const connections = useList('listProjectConnections', { project_id: projectId, query: { per_page: 100 } });
  const chosen = usePeriods(projectId, project.data?.data.time_zone ?? 'UTC', null);
  const { periods } = chosen;
  const previewed = useMemo(() => {
    const template = when === 'after' && { template: { template_id: templateId } };
    return { ...nothing, body: { period: periods, ...template } };
  }, [when, periods, templateId]);
  const preview = usePreview(project.data ? projectId : null, previewed);
  const sources = connections.items?.map((each) => ({ ...each, metrics: [], dimensions: [] })) ?? [];
  return (
    <div className={styles.looked}>
      <div>
        <Button icon="back" onPress={onBack}>
          {words.back}
        </Button>
      </div>
      <PreviewPane
        {...{ projectId, chosen, sources, preview, hasReports: false, selected: null }}
        back={`/templates/${templateId}`}
        faults={faultsOf(preview.fault?.error ?? null, noDraft, 'template')}
        onGoTo={() => {}}
        head={
          <RadioGroup<'after' | 'now'>
            label={words.lookTitle(name)}
            isRow
            options={[
              { id: 'after', label: words.after },
              { id: 'now', label: words.now },
            ]}
            value={when}
            onChange={setWhen}
          />
        }
      />
    </div>
  );
}
