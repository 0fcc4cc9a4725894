import { useCallback, useState } from 'react';
import { pathOfService } from '../api/base.ts';
import { callAsIs } from '../api/client.ts';
import type { PasswordQuestion } from '../api/sign-in-again.ts';
import { openSignOn, useWhileElsewhere } from '../api/sign-on.ts';
import { Button } from '../components/Button.tsx';
import { explain } from '../components/faults.ts';
import { useMessages } from '../messages/messages.tsx';

/** Proves to the provider anew who one is, in a window of its own, and goes on with what was begun. */
export function SignOnAgain({ question }: { readonly question: PasswordQuestion }) {
  const { sso, common } = useMessages();
  const [isElsewhere, setElsewhere] = useState(false);
  const [fault, setFault] = useState<string>();
  const ask = useCallback(() => void isFresh(question).then((fresh) => fresh && question.done()), [question]);
  useWhileElsewhere(isElsewhere, ask);
  const begin = async () => {
    setFault(undefined);
    setElsewhere(true);
    try {
      // A page of the console leads through the provider by itself, or else to the form.
      if (question.reason === 'expired') globalThis.open(pathOfService('/console'), '_blank', 'noopener');
      else await openSignOn('confirmSignOn');
    } catch (error) {
      setElsewhere(false);
      setFault(explain(error as Error, common.faults).text);
    }
  };
  return (
    <>
      {question.reason === 'confirm' && <p>{sso.again.text}</p>}
      {fault && <p role="alert">{fault}</p>}
      <div>
        <Button icon="external" onPress={() => void begin()}>
          {sso.again.button}
        </Button>
      </div>
    </>
  );
}

/** Whether there is a session again, and for what needs it one of the last minutes. */
async function isFresh({ reason }: PasswordQuestion): Promise<boolean> {
  try {
    const { session } = (await callAsIs('getSession', {})).data;
    return session !== null && (reason === 'expired' || Date.parse(session.step_up_until) > Date.now());
  } catch {
    // Still signed out, or away for a moment: it is asked again.
    return false;
  }
}
