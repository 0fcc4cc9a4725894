import { type ReactNode, useState } from 'react';
import { useMessages } from '../../../messages/messages.tsx';
import { Frames } from './Frames.tsx';
import { PeriodFields } from './PeriodFields.tsx';
import styles from './Preview.module.css';
import { PreviewFault, type PreviewFaultProps } from './PreviewFault.tsx';
import type { Chosen } from './use-periods.ts';
import type { Preview, PreviewPage } from './use-preview.ts';

export interface PreviewPaneProps extends Omit<PreviewFaultProps, 'projectId' | 'fault' | 'onRetry' | 'isStale'> {
  /** With whose figures; null where there is no project for it. */
  readonly projectId: string | null;
  readonly preview: Preview<unknown>;
  readonly chosen: Chosen;
  readonly hasReports: boolean;
  /** The section that is being edited, by its name. */
  readonly selected: string | null;
  /** What else there is to choose. */
  readonly head?: ReactNode;
}

/** The report as it would be, beside what is being edited. */
export function PreviewPane({ projectId, preview, chosen, hasReports, selected, head, ...fault }: PreviewPaneProps) {
  const words = useMessages().layout.preview;
  const [shown, setShown] = useState<PreviewPage | null>(null);
  const { page } = preview;
  const isComing = preview.isMaking || (page !== null && page !== shown && !preview.fault);
  return (
    <section className={styles.pane} aria-label={words.title}>
      {head}
      {projectId !== null && <PeriodFields chosen={chosen} hasReports={hasReports} />}
      {preview.fault && (
        <PreviewFault
          {...fault}
          projectId={projectId ?? ''}
          fault={preview.fault.error}
          isStale={page !== null}
          onRetry={preview.retry}
        />
      )}
      {projectId !== null && (
        <div className={styles.frames} aria-busy={isComing}>
          {isComing && <span className={styles.bar} aria-hidden="true" />}
          {page && <Frames page={page} title={words.title} selected={selected} onShown={setShown} />}
        </div>
      )}
      <p className="unseen" role="status">
        {isComing ? words.making : preview.fault ? '' : words.updated}
      </p>
    </section>
  );
}
