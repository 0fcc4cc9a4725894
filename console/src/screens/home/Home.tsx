import { lazy, Suspense, useState } from 'react';
import { useRead } from '../../api/reads.ts';
import { useMay, useSession } from '../../api/session.ts';
import { isNarrowed, type LabelQuery } from '../../components/labels.ts';
import { Page } from '../../components/Page.tsx';
import { Shown } from '../../components/states.tsx';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import styles from './Home.module.css';
import { NewestReports, NextRuns } from './Lists.tsx';
import { Needs } from './Needs.tsx';
import { OpenIncidents } from './OpenIncidents.tsx';
import { Start } from './Start.tsx';

/** Its field of choices would make the first load heavier by a fifteenth. */
const LabelFilter = lazy(async () => ({ default: (await import('../../components/LabelFilter.tsx')).LabelFilter }));

/** How often it is read again while somebody leaves it open. */
const refetchInterval = 60_000;

/** What needs somebody today, what comes next, and what is new. */
export function Home() {
  const { home } = useMessages();
  const [narrowed, setNarrowed] = useState<LabelQuery>({});
  const { language } = useLanguage();
  const isWhole = !isNarrowed(narrowed);
  const read = useRead('getOverview', { query: { ...narrowed, language } }, { refetchInterval, keepsPrevious: true });
  const { project_ids } = useSession();
  const mayStart = useMay('editor') && project_ids === null;
  return (
    <Page title={home.title}>
      <Suspense fallback={null}>
        <LabelFilter value={narrowed} onChange={setNarrowed} />
      </Suspense>
      <Shown read={read} lines={8}>
        {({ data: overview }) => {
          const isBeginning = mayStart && isWhole && !Object.values(overview.checklist).every(Boolean);
          return (
            <>
              {overview.incidents.length > 0 && <OpenIncidents incidents={overview.incidents} />}
              {isBeginning && <Start overview={overview} />}
              <Needs overview={overview} isBeginning={isBeginning} />
              {(overview.checklist.project || !isBeginning) && (
                <div className={styles.beside}>
                  <NextRuns runs={overview.next_runs} />
                  <NewestReports reports={overview.reports} />
                </div>
              )}
            </>
          );
        }}
      </Shown>
    </Page>
  );
}
