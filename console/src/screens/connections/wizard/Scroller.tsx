import type { ReactNode } from 'react';
import styles from './wizard.module.css';

/** A table that may be wider than the screen: it scrolls by itself, with the keyboard too. */
export function Scroller({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll in every browser.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard.
    <div className={styles.scroller} role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
