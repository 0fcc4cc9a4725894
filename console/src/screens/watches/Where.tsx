import { TextLink } from '../../components/Page.tsx';
import { useMessages } from '../../messages/messages.tsx';
import type { Watch } from './watch-draft.ts';

/** Where a watch looks, as links. */
export function Where({ watch }: { readonly watch: Watch }) {
  const { watches } = useMessages();
  const { project_id, project_name, template_id, template_name, connection_id, connection_name, slot } = watch;
  if (template_id !== null) {
    return (
      <>
        <TextLink to="/templates/$templateId" params={{ templateId: template_id }}>
          {watches.template(template_name ?? template_id)}
        </TextLink>
        {slot !== null && (
          <>
            {' · '}
            <bdi>{slot}</bdi>
          </>
        )}
      </>
    );
  }
  if (project_id === null) return null;
  return (
    <>
      <TextLink to="/projects/$projectId/alerts" params={{ projectId: project_id }}>
        <bdi>{project_name}</bdi>
      </TextLink>
      {connection_id !== null && connection_name !== null && (
        <>
          {' · '}
          <TextLink to="/connections/$connectionId" params={{ connectionId: connection_id }}>
            <bdi>{connection_name}</bdi>
          </TextLink>
        </>
      )}
    </>
  );
}
