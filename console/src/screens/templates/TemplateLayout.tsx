import { useParams } from '@tanstack/react-router';
import { useRead } from '../../api/reads.ts';
import { useMay, useSession } from '../../api/session.ts';
import { isNotFound } from '../../components/faults.ts';
import { Page, TextLink } from '../../components/Page.tsx';
import { Note, Shown } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { NotFound } from '../../shell/Astray.tsx';
import { Outline } from './Outline.tsx';
import { TemplateEditor } from './TemplateEditor.tsx';

/** The sections and slots of a template: for changing where that is allowed. */
export function TemplateLayout() {
  const { templateId } = useParams({ from: '/templates/$templateId/layout' });
  const isWhole = useSession().project_ids === null;
  const read = useRead('getTemplate', { template_id: templateId }, { enabled: isWhole });
  const { templates, common } = useMessages();
  const mayEdit = useMay('editor');
  const template = read.data?.data;
  if (!isWhole || (template === undefined && isNotFound(read.error))) return <NotFound />;
  return (
    <Page
      title={templates.editor.title}
      path={
        <>
          <TextLink to="/templates">{templates.title}</TextLink>
          <span aria-hidden="true">/</span>
          <TextLink to="/templates/$templateId" params={{ templateId }}>
            <bdi>{template?.name ?? '…'}</bdi>
          </TextLink>
        </>
      }
      isWide
    >
      <Shown read={read} lines={10}>
        {(answer) =>
          mayEdit ? (
            <TemplateEditor key={templateId} template={answer} />
          ) : (
            <>
              <Note text={common.readOnly} />
              <Outline template={answer.data} />
            </>
          )
        }
      </Shown>
    </Page>
  );
}
