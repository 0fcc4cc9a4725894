import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useList, useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { More } from '../../components/More.tsx';
import { Badge, Shown } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './webhooks.module.css';

type Webhook = Data<'listWebhooks'>['items'][number];
type Delivery = Data<'listWebhookDeliveries'>['items'][number];

const tones = { pending: 'plain', delivered: 'good', failed: 'bad' } as const;
const dayMs = 86_400_000;

/** What was sent to a webhook, the newest first, each with its attempts. */
export function DeliveriesDialog({ webhook, onClose }: { readonly webhook: Webhook; readonly onClose: () => void }) {
  const { webhooks, common } = useMessages();
  const isAdmin = useMay('admin');
  const list = useList('listWebhookDeliveries', { webhook_id: webhook.id });
  const catchingUp = useWrite('resendWebhook', {
    refreshes: ['listWebhookDeliveries'],
    onDone: ({ data }) => tell(webhooks.resent(data.resent)),
    onFault: (error) => tell(error.message, 'bad'),
  });
  const catchUp = () => {
    const since = `${new Date(Date.now() - dayMs).toISOString().slice(0, 19)}Z`;
    catchingUp.write({ webhook_id: webhook.id, body: { since, which: 'missed' } });
  };
  return (
    <Dialog isOpen isWide title={webhooks.messagesOf(webhook.url)} onClose={onClose}>
      <Shown read={{ ...list, data: list.items }}>
        {(items) =>
          items.length === 0 ? (
            <p>{webhooks.noDeliveries}</p>
          ) : (
            <ul className={styles.deliveries}>
              {items.map((delivery) => (
                <DeliveryItem key={delivery.id} delivery={delivery} mayResend={isAdmin && webhook.enabled} />
              ))}
            </ul>
          )
        }
      </Shown>
      <More list={list} />
      <DialogActions>
        {isAdmin && webhook.enabled && (
          <Button isPending={catchingUp.isPending} onPress={catchUp}>
            {webhooks.catchUp}
          </Button>
        )}
        <Button look="primary" onPress={onClose}>
          {common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function DeliveryItem({ delivery, mayResend }: { readonly delivery: Delivery; readonly mayResend: boolean }) {
  const { webhooks, common } = useMessages();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const ids = { webhook_id: delivery.webhook_id, webhook_delivery_id: delivery.id };
  const resending = useWrite('resendWebhookDelivery', {
    refreshes: ['listWebhookDeliveries', 'getWebhookDelivery'],
    onDone: () => tell(webhooks.resent(1)),
    onFault: (error) => tell(error.message, 'bad'),
  });
  return (
    <li className={styles.delivery}>
      <div className={styles.line}>
        <span className={styles.lines}>
          <span>{webhooks.types[delivery.type]}</span>
          <span className={styles.more}>{format.time(delivery.created_at)}</span>
        </span>
        <Badge tone={tones[delivery.status]}>{webhooks.deliveryStates[delivery.status]}</Badge>
        <span className={styles.actions}>
          <Button look="quiet" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {common.details}
          </Button>
          {mayResend && (
            <Button look="quiet" isPending={resending.isPending} onPress={() => resending.write(ids)}>
              {webhooks.resend}
            </Button>
          )}
        </span>
      </div>
      {isOpen && <Attempts ids={ids} />}
    </li>
  );
}

function Attempts({ ids }: { readonly ids: { readonly webhook_id: string; readonly webhook_delivery_id: string } }) {
  const { webhooks } = useMessages();
  const format = useFormat();
  const read = useRead('getWebhookDelivery', ids);
  return (
    <Shown read={read}>
      {({ data: { attempts } }) => (
        <ol className={styles.attempts} reversed>
          {attempts.map(({ number, started_at, duration_ms, http_status, answer }) => (
            <li key={number} value={number}>
              {format.time(started_at)}: {http_status ?? webhooks.noAnswer}, {duration_ms} ms
              {answer && <pre className={styles.answer}>{answer}</pre>}
            </li>
          ))}
        </ol>
      )}
    </Shown>
  );
}
