import { useQuery } from '@tanstack/react-query';
import { useImperativeHandle, useRef, useState } from 'react';
import { pathOfService } from '../../api/base.ts';
import { checkFile } from '../../api/download.ts';
import { Fault, Loading } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import styles from './report.module.css';

/** What the buttons around the page can have it do. */
export interface FrameHandle {
  print(): void;
  fillScreen(): void;
}

interface FrameProps {
  readonly reportId: string;
  /** Grows with each comment. */
  readonly revision: number;
  /** The section that was commented on last, from 1: a new page begins there. */
  readonly section: number | null;
  readonly ref: React.Ref<FrameHandle>;
}

/** The page of a report as guests see it. A stranger here: it may run its script and reach nothing of the console. */
export function ReportFrame({ reportId, revision, section, ref }: FrameProps) {
  const { title } = useMessages().common.faults;
  const path = `/manage/v1/reports/${reportId}/page`;
  const check = useQuery({
    queryKey: ['page', reportId, revision],
    queryFn: () => checkFile(path),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (previous) => previous,
  });
  const [shown, setShown] = useState(revision);
  const [print, setPrint] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({
    print: () => setPrint((count) => count + 1),
    fillScreen: () => void place.current?.requestFullscreen(),
  }));
  if (check.error) return <Fault error={check.error} title={title} onRetry={() => void check.refetch()} />;
  // The page before stays until the new one is drawn.
  const revisions = shown === revision ? [revision] : [shown, revision];
  const fragment = print > 0 ? `#print-${print}` : section === null ? '' : `#section-${section}`;
  return (
    <div className={styles.place} ref={place}>
      {check.isPending ? (
        <div className={styles.waiting}>
          <Loading lines={12} />
        </div>
      ) : (
        revisions.map((each) => (
          <Frame
            key={each}
            address={pathOfService(path) + fragment}
            isComing={each !== shown}
            onShow={() => setShown(each)}
          />
        ))
      )}
    </div>
  );
}

function Frame({
  address,
  isComing,
  onShow,
}: {
  readonly address: string;
  readonly isComing: boolean;
  readonly onShow: () => void;
}) {
  const { page } = useMessages().report;
  return (
    <iframe
      className={`${styles.frame} ${isComing ? styles.coming : ''}`}
      title={page}
      {...(isComing && { 'aria-hidden': true, tabIndex: -1 })}
      src={address}
      sandbox="allow-scripts allow-modals"
      onLoad={onShow}
    />
  );
}
