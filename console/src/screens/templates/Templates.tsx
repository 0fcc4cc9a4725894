import { useState } from 'react';
import { useList } from '../../api/reads.ts';
import { useMay, useSession } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { More } from '../../components/More.tsx';
import { Page } from '../../components/Page.tsx';
import { Empty, Shown } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { NotFound } from '../../shell/Astray.tsx';
import { NewTemplateDialog } from './NewTemplateDialog.tsx';
import { TemplateTable } from './TemplateTable.tsx';

/** The layouts that projects of the account follow. */
export function Templates() {
  return useSession().project_ids === null ? <AllTemplates /> : <NotFound />;
}

function AllTemplates() {
  const { templates } = useMessages();
  const mayEdit = useMay('editor');
  const [isMaking, setMaking] = useState(false);
  const list = useList('listTemplates', { query: { sort: 'name', direction: 'asc' } });
  const make = mayEdit && (
    <Button look="primary" icon="add" onPress={() => setMaking(true)}>
      {templates.make}
    </Button>
  );
  const isEmpty = list.items?.length === 0;
  return (
    <Page title={templates.title} subtitle={templates.subtitle} actions={!isEmpty && make}>
      <Shown read={{ ...list, data: list.items }}>
        {(items) =>
          isEmpty ? (
            <Empty icon="templates" title={templates.empty.title} text={templates.empty.text}>
              {make}
            </Empty>
          ) : (
            <>
              <TemplateTable items={items} />
              <More list={list} />
            </>
          )
        }
      </Shown>
      {isMaking && <NewTemplateDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}
