import { pathOfService } from '../../api/base.ts';
import type { Data } from '../../api/client.ts';
import { Card, TextLink } from '../../components/Page.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './library.module.css';

/** How reports by a template look: the newest one that was made of what is published, small. */
export function NewestReport({ report }: { readonly report: NonNullable<Data<'getTemplate'>['newest_report']> }) {
  const { portfolio, report: words } = useMessages();
  const format = useFormat();
  return (
    <Card title={words.page}>
      <div className={`${styles.picture} ${styles.newest}`}>
        {/* Its page is for whoever reads the report, a link away. */}
        <iframe
          title={words.page}
          aria-hidden
          inert
          tabIndex={-1}
          loading="lazy"
          src={pathOfService(`/manage/v1/reports/${report.id}/page`)}
          sandbox="allow-scripts"
        />
      </div>
      <TextLink to="/reports/$reportId" params={{ reportId: report.id }}>
        {portfolio.lastReport(format.day(report.created_at.slice(0, 10)))}
      </TextLink>
    </Card>
  );
}
