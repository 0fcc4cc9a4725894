import type { Data } from '../../api/client.ts';
import { useList } from '../../api/reads.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { Card } from '../../components/Page.tsx';
import { Fault, Loading } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';

type Project = Pick<Data<'getProject'>, 'id' | 'tags'>;

/** Who sees the project, for those who decide about members. */
export function Access({ project }: { readonly project: Project }) {
  const { access } = useMessages().projects.settings;
  return (
    <Card title={access.title} actions={<ButtonLink to="/members">{access.manage}</ButtonLink>}>
      <People project={project} />
    </Card>
  );
}

function People({ project }: { readonly project: Project }) {
  const { access } = useMessages().projects.settings;
  const list = useList('listMembers', { query: { per_page: 100 } });
  if (list.items === undefined) {
    return list.error ? <Fault error={list.error} onRetry={() => void list.refetch()} /> : <Loading lines={2} />;
  }
  const limited = list.items.filter(
    ({ project_ids, tags }) => project_ids?.includes(project.id) || tags.some((tag) => project.tags.includes(tag)),
  );
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
