import { useState } from 'react';
import { openSignOn, useRefreshedWhileElsewhere } from '../api/sign-on.ts';
import { useMessages } from '../messages/messages.tsx';
import { Button } from './Button.tsx';
import { Actions } from './Page.tsx';
import { Fault, Note } from './states.tsx';

/**
 * Begins a sign-in by the provider in a window of its own. `refreshes` is read again until `state` has changed, which says
 * that it came to something.
 */
export function SignOnButton({
  id,
  refreshes,
  state,
  label,
}: {
  readonly id: 'testSingleSignOn' | 'linkSignOn';
  readonly refreshes: 'getSingleSignOn' | 'getOwnSignOn';
  readonly state: string | undefined;
  readonly label: string;
}) {
  const { sso } = useMessages();
  const [begun, setBegun] = useState<{ readonly state: string | undefined; readonly isOpen: boolean }>();
  const [fault, setFault] = useState<Error>();
  useRefreshedWhileElsewhere(begun !== undefined && begun.state === state, refreshes);
  const begin = () => {
    setFault(undefined);
    openSignOn(id).then((isOpen) => setBegun({ state, isOpen }), setFault);
  };
  return (
    <>
      <Actions>
        <Button icon="external" onPress={begin}>
          {label}
        </Button>
      </Actions>
      {fault && <Fault error={fault} />}
      <div role="status">{begun?.isOpen === false && <Note tone="warning" text={sso.blocked} />}</div>
    </>
  );
}
