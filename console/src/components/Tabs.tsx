import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { TextLink } from './Page.tsx';
import styles from './Tabs.module.css';

/** Links between the screens of one thing; the one that is open is marked. */
export function Tabs({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const tabs = useRef<HTMLElement>(null);
  const address = useRouterState({ select: ({ location }) => location.href });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says which tab is open.
  useEffect(() => showOpen(tabs.current), [address]);
  return (
    <nav ref={tabs} className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}

/** On a phone there are more tabs than fit; `scrollIntoView` would move the whole page, too. */
function showOpen(tabs: HTMLElement | null): void {
  const open = tabs?.querySelector('[aria-current]')?.getBoundingClientRect();
  if (!tabs || !open) return;
  const { left, right } = tabs.getBoundingClientRect();
  tabs.scrollLeft += Math.max(0, open.right - right) + Math.min(0, open.left - left);
}

/** What a tab of a router link needs: `<TextLink {...tab} to="…">`. */
export const tab = { className: styles.tab ?? '', activeOptions: { exact: true } } as const;
export { TextLink };
