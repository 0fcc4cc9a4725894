import { useState } from 'react';
import { pathOfService } from '../api/base.ts';
import { ApiError, callAsIs } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import type { PasswordQuestion } from '../api/sign-in-again.ts';
import { Button, ButtonLink } from '../components/Button.tsx';
import { Dialog, DialogActions } from '../components/Dialog.tsx';
import { explain } from '../components/faults.ts';
import { TextField } from '../components/fields.tsx';
import { Form } from '../components/Page.tsx';
import { useMessages } from '../messages/messages.tsx';
import { SignOnAgain } from './SignOnAgain.tsx';

/** Asks for the password where the service wants a fresh sign-in, and goes on with what was begun. */
export function SignInDialog({ question }: { readonly question: PasswordQuestion }) {
  const { shell, common } = useMessages();
  const { user, account, session } = useSession();
  const words = shell.signInAgain;
  const [password, setPassword] = useState('');
  const [isPending, setPending] = useState(false);
  const [fault, setFault] = useState<string>();
  const email = user?.email ?? '';

  async function submit() {
    setPending(true);
    setFault(undefined);
    try {
      const { data } = await callAsIs('signIn', { body: { email, password } });
      if (account && data.account?.id !== account.id)
        await callAsIs('switchAccount', { body: { account_id: account.id } });
      question.done();
    } catch (error) {
      setPending(false);
      if (!(error instanceof Error)) throw error;
      const status = error instanceof ApiError ? error.status : 0;
      setFault(status === 401 ? words.wrong : status === 429 ? words.tooMany : explain(error, common.faults).text);
    }
  }

  const isExpired = question.reason === 'expired';
  if (!isExpired && user && !user.has_password) {
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
          fault={fault}
        />
        <p>
          <a href={pathOfService('/console/reset')}>{words.forgot}</a>
        </p>
        <DialogActions>
          <Button onPress={question.cancel}>{common.cancel}</Button>
          <Button look="primary" type="submit" isPending={isPending}>
            {words.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
