import type { ReactNode } from 'react';
import { useSession } from '../../api/session.ts';
import { ButtonLink } from '../../components/Button.tsx';
import { Page } from '../../components/Page.tsx';
import { Note } from '../../components/states.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { NotFound } from '../../shell/Astray.tsx';

/** What operators of the installation see, once they have signed in with a second factor; for everybody else there is nothing. */
export function OperatorsOnly({ children }: { readonly children: ReactNode }) {
  const { shell, factors } = useMessages();
  const { user, session } = useSession();
  if (!user?.is_operator) return <NotFound />;
  if (session?.factor) return children;
  return (
    <Page title={shell.administration}>
      <Note text={factors.required.administration}>
        <ButtonLink to="/profile" look="primary">
          {factors.signInAgain.toProfile}
        </ButtonLink>
      </Note>
    </Page>
  );
}
