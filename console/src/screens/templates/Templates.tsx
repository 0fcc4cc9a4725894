import { useDeferredValue, useEffect, useState } from 'react';
import { useList } from '../../api/reads.ts';
import { useMay, useSession } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { More } from '../../components/More.tsx';
import { Page } from '../../components/Page.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { Empty, Shown } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { NotFound } from '../../shell/Astray.tsx';
import { Library } from './Library.tsx';
import { NewTemplateDialog } from './NewTemplateDialog.tsx';
import { hasWords } from './search.ts';
import { TemplateTable } from './TemplateTable.tsx';

/** The layouts that projects of the account follow. */
export function Templates() {
  return useSession().project_ids === null ? <AllTemplates /> : <NotFound />;
}

function AllTemplates() {
  const { templates } = useMessages();
  const mayEdit = useMay('editor');
  const [isMaking, setMaking] = useState(false);
  const [typed, setTyped] = useState('');
  const q = useDeferredValue(typed.trim());
  const list = useList('listTemplates', { query: { sort: 'name', direction: 'asc', per_page: 100 } });
  const { hasNextPage, isFetching, fetchNextPage } = list;
  // What is searched through is all of them; there are at most five pages.
  useEffect(() => {
    if (q !== '' && hasNextPage && !isFetching) void fetchNextPage();
  }, [q, hasNextPage, isFetching, fetchNextPage]);
  const make = mayEdit && (
    <Button look="primary" icon="add" onPress={() => setMaking(true)}>
      {templates.make}
    </Button>
  );
  const isEmpty = list.items?.length === 0;
  return (
    <Page title={templates.title} subtitle={templates.subtitle} actions={!isEmpty && make}>
      <SearchField label={templates.library.find} value={typed} onChange={setTyped} />
      <Shown read={{ ...list, data: list.items }}>
        {(items) => {
          if (isEmpty) {
            return (
              <Empty icon="templates" title={templates.empty.title} text={templates.empty.text}>
                {make}
              </Empty>
            );
          }
          const found = items.filter(({ name, description }) => hasWords(q, [name, description]));
          if (found.length === 0) return <p>{templates.library.nothing}</p>;
          return (
            <>
              <TemplateTable items={found} taken={items.map(({ name }) => name)} />
              {q === '' && <More list={list} />}
            </>
          );
        }}
      </Shown>
      <Library q={q} />
      {isMaking && <NewTemplateDialog onClose={() => setMaking(false)} />}
    </Page>
  );
}
