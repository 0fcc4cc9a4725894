import { useList } from '../../api/reads.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { Card } from '../../components/Page.tsx';
import { Fault, Loading } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';

/** Who sees the project, for those who decide about members. */
export function Access({ projectId }: { readonly projectId: string }) {
  const { access } = useMessages().projects.settings;
  return (
    <Card title={access.title} actions={<ButtonLink to="/members">{access.manage}</ButtonLink>}>
      <People projectId={projectId} />
    </Card>
  );
}

function People({ projectId }: { readonly projectId: string }) {
  const { access } = useMessages().projects.settings;
  const list = useList('listMembers', { query: { per_page: 100 } });
  if (list.items === undefined) {
    return list.error ? <Fault error={list.error} onRetry={() => void list.refetch()} /> : <Loading lines={2} />;
  }
  const limited = list.items.filter(({ project_ids }) => project_ids?.includes(projectId));
  const everywhere = list.items.filter(({ project_ids }) => project_ids === null);
  return (
    <>
      <p>{access.everyone(everywhere.length)}</p>
      {limited.length === 0 ? <p>{access.nobodyLimited}</p> : <p>{access.limited}</p>}
      {limited.length > 0 && (
        <ul>
          {limited.map(({ id, name, email }) => (
            <li key={id}>{name ? `${name} · ${email}` : email}</li>
          ))}
        </ul>
      )}
    </>
  );
}
