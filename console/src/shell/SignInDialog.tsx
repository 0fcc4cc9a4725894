import { useState } from 'react';
import { pathOfService } from '../api/base.ts';
import { ApiError, callAsIs } from '../api/client.ts';
import { type Session, useSession } from '../api/session.ts';
import type { PasswordQuestion } from '../api/sign-in-again.ts';
import { Button, ButtonLink } from '../components/Button.tsx';
import { Dialog, DialogActions } from '../components/Dialog.tsx';
import { explain } from '../components/faults.ts';
import { TextField } from '../components/fields.tsx';
import { Form } from '../components/Page.tsx';
import { useMessages } from '../messages/messages.tsx';
import { SignOnAgain } from './SignOnAgain.tsx';

/** Signs in by a passkey of this browser. */
async function signInByPasskey(): Promise<{ readonly data: Session }> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const { data } = await callAsIs('preparePasskeySignIn', {});
  const optionsJSON = data.options as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const response = await startAuthentication({ optionsJSON });
  return callAsIs('signInByPasskey', { body: { response: { ...response } } });
}

/** Asks for the password where the service wants a fresh sign-in, and goes on with what was begun. */
export function SignInDialog({ question }: { readonly question: PasswordQuestion }) {
  const { factors, common } = useMessages();
  const { user, account, session } = useSession();
  const words = factors.signInAgain;
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asksCode, setAsksCode] = useState(user?.has_one_time_codes ?? false);
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();
  const email = user?.email ?? '';

  async function enter(signIn: () => Promise<{ readonly data: Session }>, worded: (error: unknown) => string) {
    setPending(true);
    setFault(undefined);
    try {
      const { data } = await signIn();
      if (account && data.account?.id !== account.id)
        await callAsIs('switchAccount', { body: { account_id: account.id } });
      question.done();
    } catch (error) {
      setPending(false);
      setFault(worded(error));
    }
  }

  const submit = () =>
    enter(
      () => callAsIs('signIn', { body: { email, password, ...(asksCode && { code: code || ' ' }) } }),
      (error) => {
        if (!(error instanceof Error)) throw error;
        if (error instanceof ApiError && error.code === 'second_factor_required') {
          setAsksCode(true);
          return '';
        }
        const status = error instanceof ApiError ? error.status : 0;
        if (status === 401) return asksCode ? words.wrongCode : words.wrong;
        return status === 429 ? words.tooMany : explain(error, common.faults).text;
      },
    );
  const takePasskey = () => enter(signInByPasskey, () => words.passkeyFailed);
  const passkey = user?.has_passkey && (
    <Button isPending={isPending} onPress={() => void takePasskey()}>
      {words.passkey}
    </Button>
  );

  const isExpired = question.reason === 'expired';
  if (!isExpired && user && !user.has_password && !user.has_passkey) {
    return (
      <Dialog isOpen title={words.confirm} onClose={question.cancel}>
        {session?.is_by_sso ? <SignOnAgain question={question} /> : <p>{words.noPassword}</p>}
        <DialogActions>
          <Button onPress={question.cancel}>{common.cancel}</Button>
          <ButtonLink to="/profile" look="primary" onPress={question.cancel}>
            {words.toProfile}
          </ButtonLink>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <Dialog isOpen title={isExpired ? words.expired : words.confirm} onClose={question.cancel}>
      {session?.is_by_sso && <SignOnAgain question={question} />}
      <p>{isExpired ? words.expiredText : words.confirmText}</p>
      {/* A password that was wrong, or too early, may be tried again as it is. */}
      <Form validationBehavior="aria" onSubmit={() => void submit()}>
        <TextField label={common.email} type="email" autoComplete="username" value={email} isReadOnly />
        <TextField
          label={common.password}
          type="password"
          autoComplete="current-password"
          autoFocus
          isRequired
          value={password}
          onChange={setPassword}
          fault={fault || undefined}
        />
        {asksCode && (
          <TextField
            {...{ label: words.code, autoComplete: 'one-time-code', maxLength: 40, isRequired: true }}
            value={code}
            onChange={setCode}
          />
        )}
        <p>
          <a href={pathOfService('/console/reset')}>{words.forgot}</a>
        </p>
        <DialogActions>
          <Button onPress={question.cancel}>{common.cancel}</Button>
          {passkey}
          <Button look="primary" type="submit" isPending={isPending}>
            {words.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
