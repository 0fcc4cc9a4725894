import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay, useSession } from '../../api/session.ts';
import { RadioGroup } from '../../components/fields.tsx';
import { Card, Page, TextLink } from '../../components/Page.tsx';
import { Note } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { FromFile } from './FromFile.tsx';
import { FromSignIns } from './FromSignIns.tsx';
import styles from './imports.module.css';

type Source = 'signIns' | 'file';

/** Makes many projects, from what sign-ins see or from a file; how far they are is on the screen of their bulk job. */
export function ImportProjects() {
  const { imports, projects, common } = useMessages();
  const { project_ids } = useSession();
  const mayEdit = useMay('editor');
  const [source, setSource] = useState<Source>('signIns');
  const navigate = useNavigate();
  const follow = (bulkJobId: string) => void navigate({ to: '/bulk-jobs/$bulkJobId', params: { bulkJobId } });
  const options = (['signIns', 'file'] as const).map((id) => {
    return { id, label: imports.sources[id], advice: imports.sources[`${id}Advice`] };
  });
  return (
    <Page
      title={imports.title}
      subtitle={imports.subtitle}
      path={<TextLink to="/projects">{projects.title}</TextLink>}
      isWide
    >
      {!mayEdit || project_ids !== null ? (
        <Note text={common.readOnly} />
      ) : (
        <div className={styles.stack}>
          <Card>
            <RadioGroup<Source> label={imports.source} options={options} value={source} onChange={setSource} />
          </Card>
          {source === 'signIns' ? <FromSignIns onStart={follow} /> : <FromFile onStart={follow} />}
        </div>
      )}
    </Page>
  );
}
