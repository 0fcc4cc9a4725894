import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { pathOfService } from '../api/base.ts';
import { call } from '../api/client.ts';
import { useSession } from '../api/session.ts';
import { explain } from '../components/faults.ts';
import { Icon } from '../components/icons.tsx';
import { TextLink } from '../components/Page.tsx';
import { tell } from '../components/toasts.tsx';
import { useMessages } from '../messages/messages.tsx';
import styles from './Shell.module.css';

/** What comes up at a button: the browser's own popover, since every first load would carry another one. */
function Upcoming({
  label,
  name,
  isAtFoot = false,
  children,
}: {
  readonly label: string;
  readonly name: string;
  readonly isAtFoot?: boolean;
  readonly children: ReactNode;
}) {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  const router = useRouter();
  useEffect(() => router.subscribe('onBeforeNavigate', () => popover.current?.hidePopover()), [router]);
  return (
    <>
      <button type="button" className={styles.opener} popoverTarget={id} aria-label={label}>
        <span className={styles.who}>{name}</span>
        <Icon name="chevron" size={16} />
      </button>
      <div ref={popover} id={id} popover="auto" className={`${styles.upcoming} ${isAtFoot ? styles.atFoot : ''}`}>
        {children}
      </div>
    </>
  );
}

/** The account that everything is about, and the way to the others. */
export function AccountMenu() {
  const { common, shell } = useMessages();
  const { account, accounts } = useSession();
  const enter = useEnterAccount();
  if (!account) return <strong className={styles.groupTitle}>{common.product}</strong>;
  if (accounts.length < 2) return <strong className={styles.link}>{account.name}</strong>;
  return (
    <Upcoming label={`${shell.switchAccount}: ${account.name}`} name={account.name}>
      {accounts.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          className={styles.link}
          aria-current={id === account.id ? 'true' : undefined}
          onClick={() => void enter(id)}
        >
          {name}
        </button>
      ))}
    </Upcoming>
  );
}

/** Makes everything about another account; the page is read anew, so that nothing of the one before stays. */
export function useEnterAccount(): (accountId: string) => Promise<void> {
  const { common } = useMessages();
  return async (accountId) => {
    try {
      await call('switchAccount', { body: { account_id: accountId } });
      location.assign(pathOfService('/console'));
    } catch (error) {
      if (error instanceof Error) tell(explain(error, common.faults).text, 'bad');
    }
  };
}

/** Who is signed in, their profile, and the way out. */
export function PersonMenu() {
  const { shell } = useMessages();
  const { user } = useSession();
  if (!user) return null;
  const form = pathOfService('/console/sign-in');
  // Whoever came by a provider is led on to sign out there, too.
  const leave = async () => {
    const signedOut = await call('signOut', {}).catch(() => undefined);
    location.assign(signedOut?.data.provider_url ?? form);
  };
  return (
    <Upcoming label={user.name || user.email} name={user.name || user.email} isAtFoot>
      <TextLink to="/profile" className={styles.link ?? ''}>
        <Icon name="members" />
        {shell.yourProfile}
      </TextLink>
      <button type="button" className={styles.link} onClick={() => void leave()}>
        <Icon name="external" />
        {shell.signOut}
      </button>
    </Upcoming>
  );
}
