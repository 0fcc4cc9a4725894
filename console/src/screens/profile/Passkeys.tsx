import { browserSupportsWebAuthn, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { useState } from 'react';
import { ApiError, call, type Data } from '../../api/client.ts';
import { useList } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog, Dialog, DialogActions } from '../../components/Dialog.tsx';
import { explain, fieldFaults } from '../../components/faults.ts';
import { TextField } from '../../components/fields.tsx';
import { Card, Form } from '../../components/Page.tsx';
import { Badge, Fault, Note, Shown } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { browserOf, systemOf } from './browsers.ts';
import { RecoveryCodesDialog } from './RecoveryCodes.tsx';

type Passkey = Data<'listPasskeys'>['items'][number];

const refreshes = ['listPasskeys', 'getRecoveryCodes', 'listSessions', 'getSession'] as const;
const longestName = 100;

/** Web Authentication knows names of hosts only. */
const isAtAddress = /^(\d+\.){3}\d+$|^\[/.test(location.hostname);

/** By what one signs in without a password. */
export function Passkeys() {
  const words = useMessages().factors.passkeys;
  const list = useList('listPasskeys', { query: { per_page: 100, direction: 'asc' } });
  const [isAdding, setAdding] = useState(false);
  const obstacle = isAtAddress ? words.ipAddress : browserSupportsWebAuthn() ? undefined : words.unsupported;
  return (
    <Card
      title={words.title}
      actions={obstacle === undefined && <Button onPress={() => setAdding(true)}>{words.add}</Button>}
    >
      <p>{words.text}</p>
      {obstacle !== undefined && <Note text={obstacle} />}
      <Shown read={{ ...list, data: list.items }} lines={2}>
        {(items) => (items.length === 0 ? <p>{words.none}</p> : <PasskeyTable items={items} />)}
      </Shown>
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
    </Card>
  );
}

function PasskeyTable({ items }: { readonly items: readonly Passkey[] }) {
  const { factors, common } = useMessages();
  const words = factors.passkeys;
  const { since } = useFormat();
  const [renamed, setRenamed] = useState<Passkey>();
  const [removed, setRemoved] = useState<Passkey>();
  return (
    <>
      <Table
        label={words.title}
        keyOf={({ id }) => id}
        rows={items}
        columns={[
          {
            ...{ id: 'name', label: common.name },
            cell: ({ name, is_synced }) => (
              <>
                {name} {is_synced && <Badge tone="accent">{words.synced}</Badge>}
              </>
            ),
          },
          { id: 'created', label: words.created, cell: ({ created_at }) => since(created_at) },
          {
            ...{ id: 'used', label: words.used },
            cell: ({ last_used_at }) => (last_used_at ? since(last_used_at) : words.never),
          },
          {
            ...{ id: 'change', label: common.change, isAtEnd: true, hidesLabel: true },
            cell: (passkey) => (
              <>
                <Button aria-label={words.renameNamed(passkey.name)} onPress={() => setRenamed(passkey)}>
                  {common.rename}
                </Button>{' '}
                <Button aria-label={words.removeNamed(passkey.name)} onPress={() => setRemoved(passkey)}>
                  {common.remove}
                </Button>
              </>
            ),
          },
        ]}
      />
      {renamed && <RenamePasskey passkey={renamed} onClose={() => setRenamed(undefined)} />}
      {removed && <RemovePasskey passkey={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

/** What this browser calls itself, which is what one would call it. */
function useOwnName(): string {
  const words = useMessages().profile.sessions;
  const [browser, system] = [browserOf(navigator.userAgent), systemOf(navigator.userAgent)];
  if (browser === null) return '';
  return system === null ? browser : words.on(browser, system);
}

function AddPasskey({ onClose }: { readonly onClose: () => void }) {
  const { factors, common } = useMessages();
  const words = factors.passkeys;
  const [name, setName] = useState(useOwnName());
  const [isAsking, setAsking] = useState(false);
  const [obstacle, setObstacle] = useState<string>();
  const [codes, setCodes] = useState<readonly string[]>();
  const creating = useWrite('createPasskey', {
    refreshes,
    onDone: ({ data }) => {
      tell(words.added);
      if (data.recovery_codes) setCodes(data.recovery_codes);
      else onClose();
    },
  });
  const make = async () => {
    setAsking(true);
    setObstacle(undefined);
    try {
      const { data } = await call('preparePasskey', {});
      const optionsJSON = data.options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
      const response = await startRegistration({ optionsJSON });
      creating.write({ body: { name, response: { ...response } } });
    } catch (error) {
      setObstacle(obstacleOf(error));
    }
    setAsking(false);
  };
  const obstacleOf = (error: unknown) => {
    const isKnown = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
    if (isKnown) return words.known;
    return error instanceof ApiError ? explain(error, common.faults).text : words.failed;
  };
  const faults = fieldFaults(creating.fault);
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog isOpen title={words.add} onClose={onClose}>
      <Form onSubmit={() => void make()} validationErrors={faults}>
        <TextField
          {...{ name: 'name', label: words.name, advice: words.nameAdvice, maxLength: longestName }}
          isRequired
          autoFocus
          value={name}
          onChange={setName}
        />
        {obstacle !== undefined && <Note tone="bad" text={obstacle} />}
        {creating.fault && !faults.name && <Fault error={creating.fault} />}
        <DialogActions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" isPending={isAsking || creating.isPending}>
            {common.continue}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

interface ChangeProps {
  readonly passkey: Passkey;
  readonly onClose: () => void;
}

function RenamePasskey({ passkey, onClose }: ChangeProps) {
  const { factors, common } = useMessages();
  const words = factors.passkeys;
  const [name, setName] = useState(passkey.name);
  const { write, isPending, fault } = useWrite('updatePasskey', { refreshes: ['listPasskeys'], onDone: onClose });
  const faults = fieldFaults(fault);
  return (
    <Dialog isOpen title={words.renameNamed(passkey.name)} onClose={onClose}>
      <Form onSubmit={() => write({ passkey_id: passkey.id, body: { name } })} validationErrors={faults}>
        <TextField
          {...{ name: 'name', label: words.name, maxLength: longestName, isRequired: true, autoFocus: true }}
          value={name}
          onChange={setName}
        />
        {fault && !faults.name && <Fault error={fault} />}
        <DialogActions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" isPending={isPending}>
            {common.save}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function RemovePasskey({ passkey, onClose }: ChangeProps) {
  const { factors, common } = useMessages();
  const words = factors.passkeys;
  const { write, isPending, fault } = useWrite('removePasskey', {
    refreshes,
    onDone: () => {
      tell(words.removed);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={words.removeTitle}
      action={common.remove}
      isDangerous
      isOpen
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => write({ passkey_id: passkey.id })}
    >
      <p>{words.removeText(passkey.name)}</p>
      {fault && <RemovalFault error={fault} />}
    </ConfirmDialog>
  );
}

/** Why a factor stays, in the reader's words. */
export function RemovalFault({ error }: { readonly error: Error }) {
  const { lastFactor } = useMessages().factors;
  if (error instanceof ApiError && error.code === 'last_second_factor') return <Note tone="bad" text={lastFactor} />;
  return <Fault error={error} />;
}
