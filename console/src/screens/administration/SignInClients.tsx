import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useList } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { Actions, Card, Page } from '../../components/Page.tsx';
import { Badge, Fault, Shown } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import styles from './administration.module.css';
import { OperatorsOnly } from './OperatorsOnly.tsx';
import { SignInClientDialog } from './SignInClientDialog.tsx';
import { nameOfVendor } from './vendors.ts';

type Client = Data<'listOAuthClients'>['items'][number];

/** The operator's clients at the vendors where people sign in. */
export function SignInClients() {
  return (
    <OperatorsOnly>
      <AllClients />
    </OperatorsOnly>
  );
}

function AllClients() {
  const words = useMessages().administration.clients;
  const { vendor } = useSearch({ strict: false });
  const navigate = useNavigate();
  const list = useList('listOAuthClients', { query: { direction: 'asc' } });
  const choose = (next?: string) =>
    void navigate({ to: '/admin/sign-ins', search: next ? { vendor: next } : {}, replace: true });
  const chosen = list.items?.find((client) => client.vendor === vendor);
  return (
    <Page title={words.title} subtitle={words.subtitle}>
      <Shown read={{ ...list, data: list.items }}>
        {(items) =>
          items.map((client) => <ClientCard key={client.vendor} client={client} onSet={() => choose(client.vendor)} />)
        }
      </Shown>
      {chosen && <SignInClientDialog client={chosen} onClose={() => choose()} />}
    </Page>
  );
}

function ClientCard({ client, onSet }: { readonly client: Client; readonly onSet: () => void }) {
  const words = useMessages().administration.clients;
  const { day } = useFormat();
  const [isRemoving, setRemoving] = useState(false);
  const { vendor, client_id, updated_at } = client;
  const isSet = client_id !== null;
  return (
    <Card title={nameOfVendor(vendor)}>
      <p className={styles.client}>
        <Badge tone={isSet ? 'good' : 'plain'}>{isSet ? words.isSet : words.isMissing}</Badge>
        {isSet && <code className={styles.more}>{client_id}</code>}
        {updated_at && <span className={styles.more}>{words.since(day(updated_at.slice(0, 10)))}</span>}
      </p>
      <Actions>
        <Button onPress={onSet}>
          {isSet ? words.change : words.set} <span className="unseen">{nameOfVendor(vendor)}</span>
        </Button>
        {isSet && (
          <Button look="quiet" onPress={() => setRemoving(true)}>
            {words.remove} <span className="unseen">{nameOfVendor(vendor)}</span>
          </Button>
        )}
      </Actions>
      {isRemoving && <RemoveDialog vendor={vendor} onClose={() => setRemoving(false)} />}
    </Card>
  );
}

function RemoveDialog({ vendor, onClose }: { readonly vendor: Client['vendor']; readonly onClose: () => void }) {
  const words = useMessages().administration.clients;
  const removing = useWrite('removeOAuthClient', {
    refreshes: ['listOAuthClients'],
    onDone: () => {
      onClose();
      tell(words.removed(nameOfVendor(vendor)));
    },
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={words.removeTitle(nameOfVendor(vendor))}
      action={words.remove}
      isPending={removing.isPending}
      onConfirm={() => removing.write({ vendor })}
      onClose={onClose}
    >
      <p>{words.removeText}</p>
      {removing.fault && <Fault error={removing.fault} />}
    </ConfirmDialog>
  );
}
