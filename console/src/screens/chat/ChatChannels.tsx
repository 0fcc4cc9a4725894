import { useState } from 'react';
import { useList } from '../../api/reads.ts';
import { useMay, useSession } from '../../api/session.ts';
import { Button } from '../../components/Button.tsx';
import { ListPage } from '../../components/ListPage.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { NotFound } from '../../shell/Astray.tsx';
import { AddChannelDialog } from './AddChannelDialog.tsx';
import { ChannelTable } from './ChannelTable.tsx';

/** The channels of chats that schedules post reports to. */
export function ChatChannels() {
  return useSession().project_ids === null ? <AllChannels /> : <NotFound />;
}

function AllChannels() {
  const { chat } = useMessages();
  const isAdmin = useMay('admin');
  const [isAdding, setAdding] = useState(false);
  const list = useList('listChatChannels', {});
  const add = isAdmin && (
    <Button look="primary" icon="add" onPress={() => setAdding(true)}>
      {chat.add}
    </Button>
  );
  return (
    <>
      <ListPage {...{ words: chat, icon: 'chat', guide: 'chat', list, add }}>
        {(items) => <ChannelTable items={items} />}
      </ListPage>
      {isAdding && <AddChannelDialog onClose={() => setAdding(false)} />}
    </>
  );
}
