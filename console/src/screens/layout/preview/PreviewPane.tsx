import { useState } from 'react';
import { useMessages } from '../../../messages/messages.tsx';
import { Frames } from './Frames.tsx';
import { PeriodFields } from './PeriodFields.tsx';
import styles from './Preview.module.css';
import { PreviewFault, type PreviewFaultProps } from './PreviewFault.tsx';
import type { Chosen } from './use-periods.ts';
import type { Preview, PreviewPage } from './use-preview.ts';

interface PreviewPaneProps extends Omit<PreviewFaultProps, 'fault' | 'onRetry' | 'isStale'> {
  readonly preview: Preview;
  readonly chosen: Chosen;
  readonly hasReports: boolean;
  /** The section that is being edited, by its name. */
  readonly selected: string | null;
}

/** The report as it would be, beside what is being edited. */
export function PreviewPane({ preview, chosen, hasReports, selected, ...fault }: PreviewPaneProps) {
  const words = useMessages().layout.preview;
  const [shown, setShown] = useState<PreviewPage | null>(null);
  const { page } = preview;
  const isComing = preview.isMaking || (page !== null && page !== shown && !preview.fault);
  return (
    <section className={styles.pane} aria-label={words.title}>
      <PeriodFields chosen={chosen} hasReports={hasReports} />
      {preview.fault && (
        <PreviewFault {...fault} fault={preview.fault.error} isStale={page !== null} onRetry={preview.retry} />
      )}
      <div className={styles.frames} aria-busy={isComing}>
        {isComing && <span className={styles.bar} aria-hidden="true" />}
        {page && <Frames page={page} title={words.title} selected={selected} onShown={setShown} />}
      </div>
      <p className="unseen" role="status">
        {isComing ? words.making : preview.fault ? '' : words.updated}
      </p>
    </section>
  );
}
