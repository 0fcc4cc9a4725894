import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { Badge, Fault } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { tell } from '../../components/toasts.tsx';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import styles from '../webhooks/webhooks.module.css';
import { type ChatChannel, chatNames } from './systems.ts';

/** Channels with whether their chat knows them. */
export function ChannelTable({ items }: { readonly items: readonly ChatChannel[] }) {
  const { chat, common } = useMessages();
  const isAdmin = useMay('admin');
  const [removed, setRemoved] = useState<ChatChannel>();
  return (
    <>
      <Table
        label={chat.title}
        rows={items}
        keyOf={({ id }) => id}
        columns={[
          { id: 'name', label: chat.name, cell: ({ name }) => <bdi className={styles.address}>{name}</bdi> },
          {
            id: 'system',
            label: chat.system,
            cell: ({ system, address }) => (
              <span className={styles.lines}>
                <span>{chatNames[system]}</span>
                <bdi className={styles.more}>{address}</bdi>
              </span>
            ),
          },
          {
            id: 'status',
            label: common.status,
            cell: ({ gone_at }) =>
              gone_at === null ? <Badge tone="good">{chat.ready}</Badge> : <Badge tone="bad">{chat.gone}</Badge>,
          },
          ...(isAdmin
            ? [
                {
                  ...{ id: 'actions', label: common.details, isAtEnd: true, hidesLabel: true },
                  cell: (channel: ChatChannel) => <Actions channel={channel} onRemove={() => setRemoved(channel)} />,
                },
              ]
            : []),
        ]}
      />
      {removed && <RemoveDialog channel={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

function Actions({ channel, onRemove }: { readonly channel: ChatChannel; readonly onRemove: () => void }) {
  const { chat, common, schedules } = useMessages();
  const { locale } = useLanguage();
  const { unsent, unsentOther } = schedules.runs;
  const testing = useWrite('testChatChannel', {
    refreshes: ['listChatChannels'],
    onDone: ({ data: { is_taken, reason } }) =>
      is_taken ? tell(chat.tested) : tell(`${chat.refused} ${unsent[reason ?? ''] ?? unsentOther}`, 'bad'),
    onFault: (error) => tell(error.message, 'bad'),
  });
  const of = <span className="unseen">{channel.name}</span>;
  return (
    <span className={styles.actions}>
      <Button
        look="quiet"
        isPending={testing.isPending}
        onPress={() => testing.write({ channel_id: channel.id, body: { language: locale } })}
      >
        {chat.test} {of}
      </Button>
      <Button look="quiet" onPress={onRemove}>
        {common.remove} {of}
      </Button>
    </span>
  );
}

function RemoveDialog({ channel, onClose }: { readonly channel: ChatChannel; readonly onClose: () => void }) {
  const { chat, common } = useMessages();
  const removing = useWrite('removeChatChannel', {
    refreshes: ['listChatChannels', 'listSchedules', 'listProjectSchedules', 'getSchedule'],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={chat.removeTitle(channel.name)}
      action={common.remove}
      isPending={removing.isPending}
      onConfirm={() => removing.write({ channel_id: channel.id })}
      onClose={onClose}
    >
      <p>{chat.removeText}</p>
      {removing.fault && <Fault error={removing.fault} />}
    </ConfirmDialog>
  );
}
