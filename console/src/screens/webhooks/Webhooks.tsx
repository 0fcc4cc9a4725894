import { useState } from 'react';
import { useList } from '../../api/reads.ts';
import { useMay, useSession } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { ListPage } from '../../components/ListPage.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { NotFound } from '../../shell/Astray.tsx';
import { AddWebhookDialog } from './AddWebhookDialog.tsx';
import { WebhookTable } from './WebhookTable.tsx';

/** The addresses that are told what happens in the account. */
export function Webhooks() {
  return useSession().project_ids === null ? <AllWebhooks /> : <NotFound />;
}

function AllWebhooks() {
  const { webhooks } = useMessages();
  const isAdmin = useMay('admin');
  const [isAdding, setAdding] = useState(false);
  const list = useList('listWebhooks', {});
  const add = isAdmin && (
    <Button look="primary" icon="add" onPress={() => setAdding(true)}>
      {webhooks.add}
    </Button>
  );
  return (
    <>
      <ListPage {...{ words: webhooks, icon: 'link', guide: 'webhooks', list, add }}>
        {(items) => <WebhookTable items={items} />}
      </ListPage>
      {isAdding && <AddWebhookDialog onClose={() => setAdding(false)} />}
    </>
  );
}
