import { ProgressBar as AriaProgressBar } from 'react-aria-components';
import styles from './ProgressBar.module.css';

/** How far something is, from 0 to 1; undefined while that is not known. */
export function ProgressBar({ label, value }: { readonly label: string; readonly value: number | undefined }) {
  return (
    <AriaProgressBar
      aria-label={label}
      maxValue={1}
      {...(value === undefined ? { isIndeterminate: true } : { value })}
      className={styles.bar ?? ''}
    >
      {({ percentage }) => (
        <span
          className={`${styles.done} ${value === undefined ? styles.unknown : ''}`}
          style={{ inlineSize: `${percentage ?? 30}%` }}
        />
      )}
    </AriaProgressBar>
  );
}
