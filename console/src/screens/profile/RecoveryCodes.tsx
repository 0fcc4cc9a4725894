import { useState } from 'react';
import { useRead } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog, Dialog, DialogActions } from '../../components/Dialog.tsx';
import { Card } from '../../components/Page.tsx';
import { Fault, Note, Shown } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import styles from './profile.module.css';

/** What signs one in once when all else is lost. */
export function RecoveryCodes({ hasFactor }: { readonly hasFactor: boolean }) {
  const words = useMessages().factors.recovery;
  const read = useRead('getRecoveryCodes', {});
  const [isAsking, setAsking] = useState(false);
  return (
    <Card title={words.title} actions={hasFactor && <Button onPress={() => setAsking(true)}>{words.make}</Button>}>
      <p>{words.text}</p>
      <Shown read={read} lines={1}>
        {({ data: { left } }) => <p>{hasFactor ? words.left(left) : words.none}</p>}
      </Shown>
      {isAsking && <MakeCodes onClose={() => setAsking(false)} />}
    </Card>
  );
}

function MakeCodes({ onClose }: { readonly onClose: () => void }) {
  const words = useMessages().factors.recovery;
  const [codes, setCodes] = useState<readonly string[] | null>();
  const { write, isPending, fault } = useWrite('createRecoveryCodes', {
    refreshes: ['getRecoveryCodes'],
    onDone: ({ data }) => setCodes(data.codes),
  });
  if (codes !== undefined) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={words.make}
      action={words.make}
      isOpen
      isPending={isPending}
      onClose={onClose}
      onConfirm={() => write({})}
    >
      <p>{words.makeText}</p>
      {fault && <Fault error={fault} />}
    </ConfirmDialog>
  );
}

/** The codes, this once; null where the answer came a second time, without them. */
export function RecoveryCodesDialog({
  codes,
  onClose,
}: {
  readonly codes: readonly string[] | null;
  readonly onClose: () => void;
}) {
  const { factors, common } = useMessages();
  const words = factors.recovery;
  const [isCopied, setCopied] = useState(false);
  const text = `${codes?.join('\n') ?? ''}\n`;
  return (
    <Dialog isOpen title={words.yours} onClose={onClose}>
      {codes === null ? (
        <Note tone="warning" text={words.withheld} />
      ) : (
        <>
          <Note tone="warning" text={words.once} />
          <ul className={styles.codes} aria-label={words.yours}>
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </>
      )}
      <DialogActions>
        {codes && (
          <Button
            icon={isCopied ? 'check' : 'copy'}
            onPress={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
          >
            {isCopied ? common.copied : common.copy}
          </Button>
        )}
        <Button look="primary" onPress={onClose}>
          {codes ? words.kept : common.close}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
