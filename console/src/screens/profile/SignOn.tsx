import { useState } from 'react';
import { useRead } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { Actions, Card } from '../../components/Page.tsx';
import { SignOnButton } from '../../components/SignOnButton.tsx';
import { Fault } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';

/** One's own sign-in at the provider of the account, where there is one. */
export function SignOn() {
  const words = useMessages().sso.own;
  const { data: read } = useRead('getOwnSignOn', {});
  const own = read?.data;
  if (!own || (!own.is_offered && own.identity === null)) return null;
  return (
    <Card title={words.title}>
      {own.mode === 'required' && <p>{words.required}</p>}
      {own.identity ? (
        <>
          <p>
            {words.linkedAs} <bdi>{own.identity.email}</bdi>
          </p>
          {own.mode !== 'required' && <Unlink />}
        </>
      ) : (
        <>
          <p>{words.advice}</p>
          <SignOnButton id="linkSignOn" refreshes="getOwnSignOn" state={undefined} label={words.link} />
        </>
      )}
    </Card>
  );
}

function Unlink() {
  const { sso } = useMessages();
  const [isAsking, setAsking] = useState(false);
  const { write, isPending, fault } = useWrite('unlinkSignOn', {
    refreshes: ['getOwnSignOn', 'listSessions'],
    onDone: () => {
      setAsking(false);
      tell(sso.own.unlinked);
    },
  });
  return (
    <Actions>
      <Button onPress={() => setAsking(true)}>{sso.own.unlink}</Button>
      {isAsking && (
        <ConfirmDialog
          isOpen
          title={sso.own.unlink}
          action={sso.own.unlink}
          isPending={isPending}
          onConfirm={() => write({})}
          onClose={() => setAsking(false)}
        >
          <p>{sso.own.unlinkText}</p>
          {fault && <Fault error={fault} />}
        </ConfirmDialog>
      )}
    </Actions>
  );
}
