import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Button, ButtonAddress } from '../../components/Button.tsx';
import { CopyField } from '../../components/CopyField.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import styles from './administration.module.css';
import { nameOfVendor, places } from './vendors.ts';

type Client = Data<'listOAuthClients'>['items'][number];

/** What to do at the vendor, step by step, and what to bring back from there. */
export function SignInClientDialog({ client, onClose }: { readonly client: Client; readonly onClose: () => void }) {
  const words = useMessages().administration.clients;
  const { vendor, redirect_uri: address } = client;
  return (
    <Dialog isOpen isWide title={words.setTitle(nameOfVendor(vendor))} onClose={onClose}>
      <ol className={styles.steps}>
        <li>
          <p>{words.open}</p>
          <ButtonAddress href={places[vendor].address} target="_blank" rel="noopener" icon="external">
            <bdi>{new URL(places[vendor].address).host}</bdi>
          </ButtonAddress>
        </li>
        {words.steps[vendor].map((step) => (
          <li key={step}>{step}</li>
        ))}
        <li>
          <p>{words.enterAddress(places[vendor].redirectField)}</p>
          {address === null ? (
            <Note tone="bad" text={words.noAddress} />
          ) : (
            <CopyField label={words.address} value={address} />
          )}
          {address?.startsWith('http://') && <p className={styles.more}>{words.needsHttps}</p>}
        </li>
        <li>
          <p>{words.bringBack}</p>
          <ClientForm client={client} onClose={onClose} />
        </li>
      </ol>
    </Dialog>
  );
}

function ClientForm({ client, onClose }: { readonly client: Client; readonly onClose: () => void }) {
  const { administration, common } = useMessages();
  const words = administration.clients;
  const { vendor, client_id: before, has_developer_token: hasToken } = client;
  const [id, setId] = useState(before ?? '');
  const [secret, setSecret] = useState('');
  const [developerToken, setDeveloperToken] = useState('');
  const setting = useWrite('setOAuthClient', {
    refreshes: ['listOAuthClients'],
    onDone: () => {
      onClose();
      tell(words.done(nameOfVendor(vendor)));
    },
  });
  const tokenAdvice = vendor === 'microsoft' ? words.tokenNeeded : words.tokenAdvice;
  const faults = fieldFaults(setting.fault, '', { pattern: words.oneText });
  const body = { vendor, client_id: id, client_secret: secret, developer_token: developerToken.trim() || null };
  return (
    <Form validationErrors={faults} onSubmit={() => setting.write({ body })} isWide>
      <TextField
        {...{ label: words.id, name: 'client_id', maxLength: 1_000, autoComplete: 'off' }}
        isRequired
        value={id}
        onChange={setId}
      />
      {before !== null && id.trim() !== before && <Note tone="warning" text={words.otherId} />}
      <TextField
        {...{ label: words.secret, name: 'client_secret', type: 'password', maxLength: 1_000 }}
        {...{ autoComplete: 'off', advice: words.secretAdvice }}
        isRequired
        value={secret}
        onChange={setSecret}
      />
      {(vendor === 'google' || vendor === 'microsoft') && (
        <TextField
          {...{ label: words.developerToken, name: 'developer_token', type: 'password', maxLength: 1_000 }}
          {...{ autoComplete: 'off', advice: hasToken ? words.tokenStays : tokenAdvice }}
          value={developerToken}
          onChange={setDeveloperToken}
        />
      )}
      {setting.fault && Object.keys(faults).length === 0 && <Fault error={setting.fault} />}
      <DialogActions>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button look="primary" type="submit" isPending={setting.isPending}>
          {words.save}
        </Button>
      </DialogActions>
    </Form>
  );
}
