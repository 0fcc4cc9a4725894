import type { ReactNode } from 'react';
import { TextLink } from './Page.tsx';
import styles from './Tabs.module.css';

/** Links between the screens of one thing; the one that is open is marked. */
export function Tabs({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}

/** What a tab of a router link needs: `<TextLink {...tab} to="…">`. */
export const tab = { className: styles.tab ?? '', activeOptions: { exact: true } } as const;
export { TextLink };
