import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Called } from '../../api/client.ts';
import { useRead } from '../../api/reads.ts';
import { useMay, useSession } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { isNotFound } from '../../components/faults.ts';
import { Menu } from '../../components/Menu.tsx';
import { Page, TextLink } from '../../components/Page.tsx';
import { Note, Shown } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { NotFound } from '../../shell/Astray.tsx';
import { GeneralCard } from './GeneralCard.tsx';
import { NewestReport } from './NewestReport.tsx';
import { Outline } from './Outline.tsx';
import { PortfolioCard } from './PortfolioCard.tsx';
import { PublishDialog } from './PublishDialog.tsx';
import { Publishing } from './Publishing.tsx';
import { RemoveTemplateDialog } from './RemoveTemplateDialog.tsx';
import { ReportsCard } from './ReportsCard.tsx';
import { Revisions } from './Revisions.tsx';
import { Slots } from './Slots.tsx';
import { TakeLayoutDialog } from './TakeLayoutDialog.tsx';
import { saveTemplateFile } from './template-file.ts';
import styles from './templates.module.css';

/** One template: what it has, what of it is published, and what can be done with it. */
export function TemplateDetails() {
  const { templateId } = useParams({ from: '/templates/$templateId' });
  const isWhole = useSession().project_ids === null;
  const read = useRead('getTemplate', { template_id: templateId }, { enabled: isWhole });
  const { templates } = useMessages();
  const template = read.data?.data;
  if (!isWhole || (template === undefined && isNotFound(read.error))) return <NotFound />;
  return (
    <Page
      title={template?.name ?? '…'}
      subtitle={template?.description && <bdi>{template.description}</bdi>}
      path={<TextLink to="/templates">{templates.title}</TextLink>}
      actions={read.data && <HeadActions read={read.data} />}
    >
      <Shown read={read}>{(answer) => <Parts key={templateId} read={answer} />}</Shown>
    </Page>
  );
}

interface PartProps {
  readonly read: Called<'getTemplate'>;
}

function Parts({ read: { data: template, etag } }: PartProps) {
  const { templates, common } = useMessages();
  const mayEdit = useMay('editor');
  return (
    <>
      <p className={styles.line}>
        <Publishing template={template} />
        <span>{templates.followers(template.projects)}</span>
      </p>
      {mayEdit ? <GeneralCard template={template} etag={etag} /> : <Note text={common.readOnly} />}
      {template.newest_report && <NewestReport report={template.newest_report} />}
      <Slots slots={template.slots} />
      <Outline template={template} />
      <ReportsCard template={template} etag={etag} />
      <PortfolioCard template={template} etag={etag} />
      {template.published > 0 && <Revisions template={template} etag={etag} />}
    </>
  );
}

type Asked = 'publish' | 'take' | 'remove';

function HeadActions({ read: { data: template, etag } }: PartProps) {
  const { templates, common } = useMessages();
  const mayEdit = useMay('editor');
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const download = () => {
    saveTemplateFile(template).catch((error: Error) => tell(error.message, 'bad'));
  };
  if (!mayEdit) {
    return (
      <Button icon="download" onPress={download}>
        {templates.download}
      </Button>
    );
  }
  const name = common.actions(template.name);
  return (
    <>
      <Menu
        label={name}
        actions={[
          { id: 'take', label: templates.take.action, icon: 'copy', run: () => setAsked('take') },
          { id: 'download', label: templates.download, icon: 'download', run: download },
          { id: 'remove', label: common.remove, icon: 'remove', isDangerous: true, run: () => setAsked('remove') },
        ]}
      >
        <Button look="quiet" icon="more" aria-label={name} />
      </Menu>
      <Button look="primary" isDisabled={!template.has_changes} onPress={() => setAsked('publish')}>
        {templates.publish.action}
      </Button>
      {asked === 'publish' && <PublishDialog template={template} onClose={close} />}
      {asked === 'take' && <TakeLayoutDialog template={template} etag={etag} onClose={close} />}
      {asked === 'remove' && <RemoveTemplateDialog template={template} onClose={close} />}
    </>
  );
}
