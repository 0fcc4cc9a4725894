import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useList } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { CopyField } from '../../components/CopyField.tsx';
import { ConfirmDialog, Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { TextField } from '../../components/fields.tsx';
import { Card, Form } from '../../components/Page.tsx';
import { Fault, Shown } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useFormat } from '../../messages/format.ts';
import { useMessages } from '../../messages/messages.tsx';
import { RemovalFault } from './Passkeys.tsx';
import styles from './profile.module.css';
import { RecoveryCodesDialog } from './RecoveryCodes.tsx';

type App = Data<'listSecondFactors'>['items'][number];
type Begun = Data<'beginSecondFactor'>;

const refreshes = ['listSecondFactors', 'getRecoveryCodes', 'listSessions', 'getSession'] as const;

/** The app whose codes one enters after the password. */
export function OneTimeCodes() {
  const words = useMessages().factors.codes;
  const { day } = useFormat();
  const list = useList('listSecondFactors', {});
  const [begun, setBegun] = useState<Begun>();
  const [isRemoving, setRemoving] = useState(false);
  const beginning = useWrite('beginSecondFactor', { onDone: ({ data }) => setBegun(data) });
  const app = list.items?.[0];
  return (
    <Card
      title={words.title}
      actions={
        <Button isPending={beginning.isPending} onPress={() => beginning.write({})}>
          {app ? words.replace : words.setUp}
        </Button>
      }
    >
      <p>{words.text}</p>
      {beginning.fault && <Fault error={beginning.fault} />}
      <Shown read={{ ...list, data: list.items }} lines={1}>
        {() => (
          <>
            <p>{app ? words.isOn(day((app.confirmed_at ?? app.created_at).slice(0, 10))) : words.none}</p>
            {app && (
              <div>
                <Button onPress={() => setRemoving(true)}>{words.remove}</Button>
              </div>
            )}
          </>
        )}
      </Shown>
      {begun && <SetUp begun={begun} onClose={() => setBegun(undefined)} />}
      {isRemoving && app && <RemoveApp app={app} onClose={() => setRemoving(false)} />}
    </Card>
  );
}

function SetUp({ begun: { id, setup }, onClose }: { readonly begun: Begun; readonly onClose: () => void }) {
  const { factors, common } = useMessages();
  const words = factors.codes;
  const [code, setCode] = useState('');
  const [codes, setCodes] = useState<readonly string[]>();
  const { write, isPending, fault } = useWrite('confirmSecondFactor', {
    refreshes,
    onDone: ({ data }) => {
      tell(words.confirmed);
      if (data.recovery_codes) setCodes(data.recovery_codes);
      else onClose();
    },
  });
  const faults = fieldFaults(fault, '', { wrong: words.wrong });
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog isOpen title={words.setUp} onClose={onClose}>
      <p>{words.scan}</p>
      {setup && (
        <>
          <img
            className={styles.picture}
            src={`data:image/svg+xml,${encodeURIComponent(setup.qr_svg)}`}
            alt={words.picture}
          />
          <CopyField label={words.key} value={setup.secret} />
        </>
      )}
      <Form onSubmit={() => write({ second_factor_id: id, body: { code } })} validationErrors={faults}>
        <TextField
          {...{ name: 'code', label: words.code, autoComplete: 'one-time-code', inputMode: 'numeric', maxLength: 20 }}
          isRequired
          autoFocus
          minLength={6}
          value={code}
          onChange={setCode}
        />
        {fault && !faults.code && <Fault error={fault} />}
        <DialogActions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" isPending={isPending}>
            {common.confirm}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function RemoveApp({ app, onClose }: { readonly app: App; readonly onClose: () => void }) {
  const words = useMessages().factors.codes;
  const { write, isPending, fault } = useWrite('removeSecondFactor', {
    refreshes,
    onDone: () => {
      tell(words.removed);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={words.remove}
      action={words.remove}
      isDangerous
      isOpen
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => write({ second_factor_id: app.id })}
    >
      <p>{words.removeText}</p>
      {fault && <RemovalFault error={fault} />}
    </ConfirmDialog>
  );
}
