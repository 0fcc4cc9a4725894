import { useState } from 'react';
import { useRead } from '../../api/reads.ts';
import { openSignOn, useRefreshedWhileElsewhere } from '../../api/sign-on.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { Actions, Card } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';

/** One's own sign-in at the provider of the account, where there is one. */
export function SignOn() {
  const { sso } = useMessages();
  const words = sso.own;
  const { data: read } = useRead('getOwnSignOn', {});
  const own = read?.data;
  const [isElsewhere, setElsewhere] = useState(false);
  const [isBlocked, setBlocked] = useState(false);
  const [fault, setFault] = useState<Error>();
  useRefreshedWhileElsewhere(isElsewhere && own?.identity === null, 'getOwnSignOn');
  if (!own || (!own.is_offered && own.identity === null)) return null;
  const link = async () => {
    setFault(undefined);
    try {
      setBlocked(!(await openSignOn('linkSignOn')));
      setElsewhere(true);
    } catch (error) {
      setFault(error as Error);
    }
  };
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
          <Actions>
            <Button icon="external" onPress={() => void link()}>
              {words.link}
            </Button>
          </Actions>
        </>
      )}
      {fault && <Fault error={fault} />}
      <div role="status">{isBlocked && <Note tone="warning" text={sso.blocked} />}</div>
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
