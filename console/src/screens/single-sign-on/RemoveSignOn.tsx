import { useState } from 'react';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { Fault } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';

/** Removes settings and links. */
export function RemoveSignOn() {
  const { sso } = useMessages();
  const [isAsking, setAsking] = useState(false);
  const { write, isPending, fault } = useWrite('removeSingleSignOn', {
    refreshes: ['getSingleSignOn'],
    onDone: () => setAsking(false),
  });
  return (
    <div>
      <Button icon="remove" onPress={() => setAsking(true)}>
        {sso.remove}
      </Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          isDangerous
          title={sso.remove}
          action={sso.remove}
          isPending={isPending}
          onConfirm={() => write({})}
          onClose={() => setAsking(false)}
        >
          <p>{sso.removeText}</p>
          {fault && <Fault error={fault} />}
        </ConfirmDialog>
      )}
    </div>
  );
}
