import { memo } from 'react';
import { TextLink } from '../../components/Page.tsx';
import { Badge } from '../../components/states.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { FigureCard } from './FigureCard.tsx';
import styles from './portfolio.module.css';
import type { PortfolioProject } from './types.ts';

/** One project with its figures. Those out of sight are not laid out, so that a thousand scroll like ten. */
export const ProjectRow = memo(function ProjectRow({ item }: { readonly item: PortfolioProject }) {
  const { portfolio } = useMessages();
  const format = useFormat();
  const { figures, faults, state, is_waiting, read_at } = item;
  const failed = new Set(faults.map(({ connection_id }) => connection_id));
  return (
    <li className={styles.project}>
      <div className={styles.about}>
        <h2 className={styles.name}>
          <TextLink to="/projects/$projectId" params={{ projectId: item.project_id }}>
            <bdi>{item.name}</bdi>
          </TextLink>
        </h2>
        {item.client_name !== null && (
          <span className={styles.more}>
            <bdi>{item.client_name}</bdi>
          </span>
        )}
        <Health item={item} />
        <Reports item={item} format={format} />
      </div>
      <div className={styles.figures}>
        {figures.map((figure) => (
          <FigureCard
            key={`${figure.connection_id} ${figure.metric}`}
            figure={figure}
            isOld={failed.has(figure.connection_id)}
            format={format}
          />
        ))}
        {figures.length === 0 && (
          <p className={styles.more}>
            {is_waiting
              ? portfolio.reading
              : state === 'read' && read_at !== null
                ? portfolio.noFigures
                : portfolio.notRead}
          </p>
        )}
        {faults.map(({ connection_id, connection_name, message }) => (
          <p key={`${connection_id} ${message}`} className={styles.fault}>
            {connection_name !== null && (
              <>
                <strong>
                  <bdi>{connection_name}</bdi>
                </strong>
                {': '}
              </>
            )}
            <bdi lang="en" dir="ltr">
              {message}
            </bdi>
          </p>
        ))}
      </div>
    </li>
  );
});

function Health({ item: { connections } }: { readonly item: PortfolioProject }) {
  const { portfolio } = useMessages();
  const [first, ...others] = connections.faulty;
  if (!first) return null;
  return (
    <span>
      <TextLink to="/connections/$connectionId" params={{ connectionId: first.id }}>
        <Badge tone="bad">
          <bdi>{first.name}</bdi>
        </Badge>
      </TextLink>{' '}
      <span className={styles.more}>{portfolio.broken(others.length + 1, connections.total)}</span>
    </span>
  );
}

function Reports({
  item: { last_report: last, next_report: next },
  format,
}: {
  readonly item: PortfolioProject;
  readonly format: ReturnType<typeof useFormat>;
}) {
  const { portfolio } = useMessages();
  return (
    <>
      {last && (
        <span className={styles.more}>
          <TextLink to="/reports/$reportId" params={{ reportId: last.id }}>
            {portfolio.lastReport(format.day(last.created_at.slice(0, 10)))}
          </TextLink>
          {last.released_by !== null && <> {portfolio.releasedBy(last.released_by)}</>}
          {last.state !== null && <> {portfolio.reportStates[last.state]}</>}
        </span>
      )}
      {next && <span className={styles.more}>{portfolio.nextReport(format.day(next.run_at.slice(0, 10)))}</span>}
    </>
  );
}
