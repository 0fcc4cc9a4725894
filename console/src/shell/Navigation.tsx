import { createLink } from '@tanstack/react-router';
import { pathOfService } from '../api/base.ts';
import { useMay, useSession } from '../api/session.ts';
import { Icon, type IconName } from '../components/icons.tsx';
import { useMessages } from '../messages/messages.tsx';
import { AccountMenu, PersonMenu } from './menus.tsx';
import styles from './Shell.module.css';

function Place({ icon, children, ...props }: React.ComponentProps<'a'> & { readonly icon: IconName }) {
  return (
    <a {...props} className={styles.link}>
      <Icon name={icon} />
      {children}
    </a>
  );
}

const PlaceLink = createLink(Place);

const everyday = [
  { to: '/', icon: 'home', name: 'home' },
  { to: '/projects', icon: 'projects', name: 'projects' },
  { to: '/portfolio', icon: 'usage', name: 'portfolio' },
  { to: '/templates', icon: 'templates', name: 'templates', isForWholeAccount: true },
  { to: '/connections', icon: 'connections', name: 'connections' },
  { to: '/schedules', icon: 'schedules', name: 'schedules' },
  { to: '/watches', icon: 'eye', name: 'watches' },
  { to: '/bulk-jobs', icon: 'list', name: 'bulk' },
] as const;

const settings = [
  { to: '/brand', icon: 'brand', name: 'brand' },
  { to: '/members', icon: 'members', name: 'members', isForAdmins: true },
  { to: '/single-sign-on', icon: 'administration', name: 'sso', isForAdmins: true },
  { to: '/tokens', icon: 'tokens', name: 'tokens', isForAdmins: true },
  { to: '/chat-channels', icon: 'chat', name: 'chat' },
  { to: '/webhooks', icon: 'link', name: 'webhooks' },
  { to: '/usage', icon: 'usage', name: 'usage' },
  { to: '/security', icon: 'administration', name: 'security', isForAdmins: true },
  { to: '/audit', icon: 'audit', name: 'audit', isForAdmins: true },
] as const;

const administration = [
  { to: '/admin/accounts', icon: 'administration', name: 'accounts' },
  { to: '/admin/plans', icon: 'usage', name: 'plans' },
  { to: '/admin/sign-ins', icon: 'connections', name: 'signInClients' },
  { to: '/admin/health', icon: 'info', name: 'doctor' },
  { to: '/admin/activity', icon: 'audit', name: 'allActivity' },
] as const;

type Destination = (typeof everyday | typeof settings | typeof administration)[number];

/** The way to every screen that the person may see. */
export function Navigation() {
  const { shell } = useMessages();
  const { user, account, project_ids } = useSession();
  const isAdmin = useMay('admin');
  const isLimited = project_ids !== null;
  const daily = everyday.filter((place) => !isLimited || !('isForWholeAccount' in place));
  const settled = settings.filter((place) => isAdmin || !('isForAdmins' in place));
  return (
    <nav className={styles.side} aria-label={shell.navigation}>
      <AccountMenu />
      <div className={styles.nav}>
        {account && <Group places={daily} />}
        {account && !isLimited && <Group title={shell.settings} places={settled} />}
        {user?.is_operator && <Group title={shell.administration} places={administration} />}
      </div>
      <div className={styles.group}>
        <Place icon="external" href={pathOfService('/docs')} target="_blank" rel="noopener">
          {shell.apiReference}
        </Place>
        <PersonMenu />
      </div>
    </nav>
  );
}

function Group({ title, places }: { readonly title?: string; readonly places: readonly Destination[] }) {
  const { shell } = useMessages();
  return (
    <div className={styles.group}>
      {title !== undefined && <p className={styles.groupTitle}>{title}</p>}
      {places.map(({ to, icon, name }) => (
        <PlaceLink key={to} to={to} icon={icon} activeOptions={{ exact: to === '/' }}>
          {shell[name]}
        </PlaceLink>
      ))}
    </div>
  );
}
