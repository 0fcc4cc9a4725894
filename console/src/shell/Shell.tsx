import { onlineManager } from '@tanstack/react-query';
import { Navigate, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { useSession } from '../api/session.ts';
import { openQuestion } from '../api/sign-in-again.ts';
import { Button, ButtonLink } from '../components/Button.tsx';
import { Loading } from '../components/states.tsx';
import { Toasts } from '../components/toasts.tsx';
import { loadLaterTexts, useMessages } from '../messages/messages.tsx';
import { NotFound, Outside } from './Astray.tsx';
import { useEnterAccount } from './menus.tsx';
import { Navigation } from './Navigation.tsx';
import styles from './Shell.module.css';

/** Read when it is needed: few sign in again, and fields weigh. */
const SignInDialog = lazy(async () => {
  const [module] = await Promise.all([import('./SignInDialog.tsx'), loadLaterTexts()]);
  return { default: module.SignInDialog };
});

/** Nobody waits for it: jobs take longer. */
const JobNews = lazy(async () => ({ default: (await import('./JobNews.tsx')).JobNews }));

/** What is around every screen: navigation, and what concerns all of them. */
export function Shell() {
  const { shell } = useMessages();
  const { is_network_allowed } = useSession();
  useFocusOnHeadings();
  return (
    <>
      <a className={styles.skip} href="#main">
        {shell.skip}
      </a>
      <div className={styles.shell}>
        <Navigation />
        <div className={styles.content}>
          <Top />
          <Offline />
          <LookingIn />
          <main className={styles.main} id="main" tabIndex={-1}>
            <Suspense fallback={<Loading />}>
              <Screen />
            </Suspense>
          </main>
        </div>
      </div>
      <Suspense>{is_network_allowed && <JobNews />}</Suspense>
      <Toasts />
      <PasswordQuestion />
    </>
  );
}

function Top() {
  const { common, shell } = useMessages();
  const { account } = useSession();
  const drawer = useRef<HTMLDialogElement>(null);
  const router = useRouter();
  useEffect(() => router.subscribe('onBeforeNavigate', () => drawer.current?.close()), [router]);
  return (
    <header className={styles.top}>
      <Button look="quiet" icon="menu" aria-label={shell.openNavigation} onPress={() => drawer.current?.showModal()} />
      {account?.name ?? common.product}
      {/* The browser's own, since every first load would carry another one. */}
      <dialog ref={drawer} className={styles.drawer} aria-label={shell.navigation} closedby="any">
        <Button look="quiet" icon="close" aria-label={shell.closeNavigation} onPress={() => drawer.current?.close()} />
        <Navigation />
      </dialog>
    </header>
  );
}

function PasswordQuestion() {
  const question = useSyncExternalStore(openQuestion.subscribe, openQuestion.read);
  return <Suspense>{question && <SignInDialog question={question} />}</Suspense>;
}

function Offline() {
  const { shell } = useMessages();
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  return <div role="status">{!isOnline && <p className={styles.strip}>{shell.offline}</p>}</div>;
}

function LookingIn() {
  const { shell } = useMessages();
  const { account, accounts, is_looking_in } = useSession();
  const enter = useEnterAccount();
  const own = accounts[0];
  if (!is_looking_in || !account) return null;
  return (
    <aside className={styles.strip}>
      {shell.lookingIn(account.name)}
      {own ? (
        <Button onPress={() => void enter(own.id)}>{shell.stopLooking}</Button>
      ) : (
        <ButtonLink to="/admin/accounts">{shell.accounts}</ButtonLink>
      )}
    </aside>
  );
}

/** About the whole account: there is nothing for members limited to projects. */
const ofWholeAccount: readonly string[] = ['/brand', '/usage'];

/** About the person, or the installation. */
const isOfNoAccount = (route: string) => route === '/profile' || route.startsWith('/admin/');

/** The screen of the address, where it has one for the person. */
function Screen() {
  const { shell } = useMessages();
  const { account, user, project_ids, is_network_allowed, second_factor_required: needsFactor } = useSession();
  const route: string = useRouterState({ select: ({ matches }) => matches.at(-1)?.routeId ?? '' });
  if (account && !is_network_allowed && !isOfNoAccount(route)) return <Outside account={account.name} />;
  // There it says why, and a factor is set up.
  if (needsFactor && !isOfNoAccount(route)) return <Navigate to="/profile" replace />;
  if (account) return project_ids !== null && ofWholeAccount.includes(route) ? <NotFound /> : <Outlet />;
  if (route === '/profile') return <Outlet />;
  if (!user?.is_operator) return <p className={styles.strip}>{shell.noAccount}</p>;
  // Operators administrate without an account of their own.
  if (route === '/') return <Navigate to="/admin/accounts" replace />;
  return route.startsWith('/admin/') ? <Outlet /> : <NotFound />;
}

/** Whoever comes to another screen begins at its heading, as on a page that was loaded. */
function useFocusOnHeadings(): void {
  const router = useRouter();
  const path = useRef(router.state.location.pathname);
  useEffect(
    () =>
      router.subscribe('onRendered', ({ toLocation }) => {
        if (toLocation.pathname === path.current) return;
        path.current = toLocation.pathname;
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
      }),
    [router],
  );
}
