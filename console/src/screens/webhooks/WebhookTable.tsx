import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog, Dialog } from '../../components/Dialog.tsx';
import { Badge, Fault, type Tone } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { MadeSecret } from './AddWebhookDialog.tsx';
import { DeliveriesDialog } from './DeliveriesDialog.tsx';
import styles from './webhooks.module.css';

type Webhook = Data<'listWebhooks'>['items'][number];
type Asked = 'messages' | 'rotate' | 'remove';

/** Webhooks with what they are told and whether they take it. */
export function WebhookTable({ items }: { readonly items: readonly Webhook[] }) {
  const { webhooks, members, common } = useMessages();
  const format = useFormat();
  const [asked, setAsked] = useState<{ readonly what: Asked; readonly webhook: Webhook }>();
  const ask = (what: Asked, webhook: Webhook) => setAsked({ what, webhook });
  const close = () => setAsked(undefined);
  return (
    <>
      <Table
        label={webhooks.title}
        rows={items}
        keyOf={({ id }) => id}
        columns={[
          {
            id: 'address',
            label: webhooks.address,
            cell: ({ url, description, project_ids, signing, public_key }) => (
              <span className={styles.lines}>
                <bdi className={styles.address}>{url}</bdi>
                {description && <span className={styles.more}>{description}</span>}
                {project_ids && (
                  <span className={styles.more}>
                    {members.limit}: {format.number(project_ids.length)}
                  </span>
                )}
                {signing === 'v1a' && public_key && (
                  <span className={styles.more}>
                    {webhooks.publicKey}: <code className={styles.address}>{public_key}</code>
                  </span>
                )}
              </span>
            ),
          },
          {
            id: 'events',
            label: webhooks.events,
            cell: ({ events }) => (
              <span className={styles.more}>{events.map((type) => webhooks.types[type]).join(' · ')}</span>
            ),
          },
          { id: 'status', label: common.status, cell: (webhook) => <State webhook={webhook} /> },
          {
            ...{ id: 'actions', label: webhooks.deliveries, isAtEnd: true, hidesLabel: true },
            cell: (webhook) => <Actions webhook={webhook} onAsk={(what) => ask(what, webhook)} />,
          },
        ]}
      />
      {asked?.what === 'messages' && <DeliveriesDialog webhook={asked.webhook} onClose={close} />}
      {asked?.what === 'rotate' && <RotateDialog webhook={asked.webhook} onClose={close} />}
      {asked?.what === 'remove' && <RemoveDialog webhook={asked.webhook} onClose={close} />}
    </>
  );
}

function State({ webhook: { enabled, off_reason, failures } }: { readonly webhook: Webhook }) {
  const { states } = useMessages().webhooks;
  const [tone, word]: [Tone, string] = enabled
    ? failures > 0
      ? ['warning', states.failing]
      : ['good', states.on]
    : off_reason === 'gone'
      ? ['bad', states.off_gone]
      : off_reason === 'failing'
        ? ['bad', states.off_failing]
        : ['plain', states.by_hand];
  return <Badge tone={tone}>{word}</Badge>;
}

function Actions({ webhook, onAsk }: { readonly webhook: Webhook; readonly onAsk: (what: Asked) => void }) {
  const { webhooks, common } = useMessages();
  const isAdmin = useMay('admin');
  const failed = { onFault: (error: Error) => tell(error.message, 'bad') };
  const switching = useWrite('updateWebhook', { refreshes: ['listWebhooks', 'getOverview'], ...failed });
  const testing = useWrite('testWebhook', {
    refreshes: ['listWebhookDeliveries'],
    onDone: () => tell(webhooks.tested),
    ...failed,
  });
  const webhook_id = webhook.id;
  const of = <span className="unseen">{webhook.url}</span>;
  return (
    <span className={styles.actions}>
      <Button look="quiet" onPress={() => onAsk('messages')}>
        {webhooks.deliveries} {of}
      </Button>
      {isAdmin && (
        <>
          {webhook.enabled && (
            <Button look="quiet" isPending={testing.isPending} onPress={() => testing.write({ webhook_id })}>
              {webhooks.test} {of}
            </Button>
          )}
          <Button
            look="quiet"
            isPending={switching.isPending}
            onPress={() => switching.write({ webhook_id, body: { enabled: !webhook.enabled } })}
          >
            {webhook.enabled ? webhooks.switchOff : webhooks.switchOn} {of}
          </Button>
          <Button look="quiet" onPress={() => onAsk('rotate')}>
            {webhooks.rotate} {of}
          </Button>
          <Button look="quiet" onPress={() => onAsk('remove')}>
            {common.remove} {of}
          </Button>
        </>
      )}
    </span>
  );
}

interface DialogProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

function RotateDialog({ webhook, onClose }: DialogProps) {
  const { webhooks } = useMessages();
  const [made, setMade] = useState<Data<'rotateWebhookSecret'>>();
  const rotating = useWrite('rotateWebhookSecret', {
    refreshes: ['listWebhooks'],
    onDone: ({ data }) => setMade(data),
  });
  if (made) {
    return (
      <Dialog isOpen title={webhooks.doneTitle} onClose={onClose}>
        <MadeSecret made={made} onClose={onClose} />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      isOpen
      title={webhooks.rotateTitle(webhook.url)}
      action={webhooks.rotate}
      isPending={rotating.isPending}
      onConfirm={() => rotating.write({ webhook_id: webhook.id })}
      onClose={onClose}
    >
      <p>{webhooks.rotateText}</p>
      {rotating.fault && <Fault error={rotating.fault} />}
    </ConfirmDialog>
  );
}

function RemoveDialog({ webhook, onClose }: DialogProps) {
  const { webhooks, common } = useMessages();
  const removing = useWrite('removeWebhook', { refreshes: ['listWebhooks', 'getOverview'], onDone: onClose });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={webhooks.removeTitle(webhook.url)}
      action={common.remove}
      isPending={removing.isPending}
      onConfirm={() => removing.write({ webhook_id: webhook.id })}
      onClose={onClose}
    >
      <p>{webhooks.removeText}</p>
      {removing.fault && <Fault error={removing.fault} />}
    </ConfirmDialog>
  );
}
