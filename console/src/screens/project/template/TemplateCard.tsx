import { useState } from 'react';
import type { Called, Data } from '../../../api/client.ts';
import { useRead } from '../../../api/reads.ts';
import { useMay, useSession } from '../../../api/session.ts';
import { Button } from '../../../components/Button.tsx';
import { isNotFound } from '../../../components/faults.ts';
import { Actions, Card, TextLink } from '../../../components/Page.tsx';
import { Shown } from '../../../components/states.tsx';
import { useMessages } from '../../../messages/messages.tsx';
import { FilledSlots } from './FilledSlots.tsx';
import { FollowedSections } from './FollowedSections.tsx';
import { BackDialog, DetachDialog } from './LeaveDialogs.tsx';
import { UseTemplateDialog } from './UseTemplateDialog.tsx';

type Project = Data<'getProject'>;

/** Which template a project follows, how it fills the template's slots, and what is its own. */
export function TemplateCard({ project, etag }: { readonly project: Project; readonly etag: string | undefined }) {
  const words = useMessages().templates.project;
  const read = useRead('getProjectTemplate', { project_id: project.id }, { enabled: project.follows_template });
  return (
    <Card title={words.title}>
      {!project.follows_template || isNotFound(read.error) ? (
        <Free project={project} etag={etag} />
      ) : (
        <Shown read={read} lines={2}>
          {(answer) => <Following project={project} followed={answer} />}
        </Shown>
      )}
    </Card>
  );
}

function Free({ project, etag }: { readonly project: Project; readonly etag: string | undefined }) {
  const words = useMessages().templates.project;
  const mayEdit = useMay('editor') && project.status === 'active';
  const isWhole = useSession().project_ids === null;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <p>{words.none}</p>
      {mayEdit && isWhole && (
        <Actions>
          <Button onPress={() => setAsking(true)}>{words.use}</Button>
        </Actions>
      )}
      {isAsking && <UseTemplateDialog project={project} etag={etag} onClose={() => setAsking(false)} />}
    </>
  );
}

interface FollowingProps {
  readonly project: Project;
  readonly followed: Called<'getProjectTemplate'>;
}

function Following({ project, followed }: FollowingProps) {
  const { templates } = useMessages();
  const words = templates.project;
  const mayEdit = useMay('editor') && project.status === 'active';
  const isWhole = useSession().project_ids === null;
  const { template_id, name, published } = followed.data;
  return (
    <>
      <p>
        {words.follows}{' '}
        {isWhole && template_id !== null ? (
          <TextLink to="/templates/$templateId" params={{ templateId: template_id }}>
            <bdi>{name}</bdi>
          </TextLink>
        ) : (
          <bdi>{name}</bdi>
        )}
        {' · '}
        {templates.revision(published)}
      </p>
      <FilledSlots followed={followed} isReadOnly={!mayEdit} />
      <FollowedSections template={followed.data} />
      {mayEdit && <Moves project={project} followed={followed} />}
    </>
  );
}

type Asked = 'use' | 'back' | 'detach';

function Moves({ project, followed }: FollowingProps) {
  const words = useMessages().templates.project;
  const isWhole = useSession().project_ids === null;
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  return (
    <Actions>
      {isWhole && <Button onPress={() => setAsked('use')}>{words.another}</Button>}
      <Button icon="undo" onPress={() => setAsked('back')}>
        {words.back}
      </Button>
      <Button onPress={() => setAsked('detach')}>{words.detach}</Button>
      {asked === 'use' && (
        <UseTemplateDialog project={project} etag={followed.etag} current={followed.data.template_id} onClose={close} />
      )}
      {asked === 'back' && <BackDialog followed={followed} onClose={close} />}
      {asked === 'detach' && <DetachDialog projectId={project.id} onClose={close} />}
    </Actions>
  );
}
