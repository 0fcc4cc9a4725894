import type { Data } from '../../api/client.ts';
import { useRead } from '../../api/reads.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { Icon } from '../../components/icons.tsx';
import { Card } from '../../components/Page.tsx';
import { useMessages } from '../../messages/messages.tsx';
import styles from './Home.module.css';

type Overview = Data<'getOverview'>;
type Step = keyof Overview['checklist'];

const steps: readonly Step[] = ['project', 'connection', 'report', 'delivery'];

/** The four steps from an empty account to a report that is sent; the next one has its button. */
export function Start({ overview }: { readonly overview: Overview }) {
  const { start } = useMessages().home;
  const { checklist, reports } = overview;
  const next = steps.find((step) => !checklist[step]);
  const done = steps.filter((step) => checklist[step]).length;
  return (
    <Card title={start.title} actions={<span className={styles.more}>{start.progress(done, steps.length)}</span>}>
      <ol className={styles.rows}>
        {steps.map((step, index) => (
          <li key={step} className={`${styles.row} ${checklist[step] ? styles.done : ''}`}>
            <span className={styles.number}>
              {checklist[step] ? <Icon name="check" size={16} /> : <span aria-hidden="true">{index + 1}</span>}
            </span>
            <div className={styles.words}>
              <strong>
                {start[step].title} {checklist[step] && <span className="unseen">({start.done})</span>}
              </strong>
              <p className={styles.more}>{start[step].text}</p>
            </div>
            {step === next && <NextStep step={step} reportId={reports[0]?.id} />}
          </li>
        ))}
      </ol>
    </Card>
  );
}

function NextStep({ step, reportId }: { readonly step: Step; readonly reportId: string | undefined }) {
  const { action } = useMessages().home.start[step];
  const isOfProject = step === 'connection' || step === 'report';
  const newest = useRead('listProjects', { query: { per_page: 1, status: 'active' } }, { enabled: isOfProject });
  const projectId = newest.data?.data.items[0]?.id;
  const look = 'primary';
  if (step === 'delivery' && reportId) {
    return (
      <ButtonLink to="/reports/$reportId" params={{ reportId }} look={look}>
        {action}
      </ButtonLink>
    );
  }
  if (isOfProject && projectId === undefined && newest.isPending) return null;
  if (!projectId) {
    return (
      <ButtonLink to="/projects" {...(step === 'project' && { search: { make: true } })} look={look}>
        {action}
      </ButtonLink>
    );
  }
  const to = step === 'connection' ? '/projects/$projectId/connections/new' : '/projects/$projectId';
  return (
    <ButtonLink to={to} params={{ projectId }} look={look}>
      {action}
    </ButtonLink>
  );
}
