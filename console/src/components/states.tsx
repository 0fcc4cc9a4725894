import type { ReactNode } from 'react';
import { useMessages } from '../messages/messages.tsx';
import { Button } from './Button.tsx';
import { explain } from './faults.ts';
import { Icon, type IconName } from './icons.tsx';
import styles from './states.module.css';

/** In place of what is being read. */
export function Loading({ lines = 6 }: { readonly lines?: number }) {
  const { loading } = useMessages().common;
  return (
    <div className={styles.skeleton} role="status">
      <p className="unseen">{loading}</p>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move.
        <span key={line} aria-hidden="true" />
      ))}
    </div>
  );
}

/** Where there is nothing yet: what would be here, and how one makes the first. */
export function Empty({
  icon,
  title,
  text,
  children,
}: {
  readonly icon: IconName;
  /** Where the heading of the screen does not say it already. */
  readonly title?: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      <span className={styles.emptyIcon}>
        <Icon name={icon} size={24} />
      </span>
      {title !== undefined && <h2>{title}</h2>}
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}

export type Tone = 'good' | 'warning' | 'bad' | 'accent' | 'plain';

/** A sentence that matters, with what can be done about it (`children`). */
export function Note({
  tone = 'accent',
  title,
  text,
  children,
}: {
  readonly tone?: Tone;
  readonly title?: string;
  readonly text?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className={`${styles.note} ${styles[tone] ?? ''}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon name={tone === 'good' ? 'check' : tone === 'bad' || tone === 'warning' ? 'warning' : 'info'} />
      <div className={styles.words}>
        {title && <strong>{title}</strong>}
        {text && <div>{text}</div>}
      </div>
      {children}
    </div>
  );
}

/** Why something could not be read or done, in the reader's words, with a way to try again. */
export function Fault({
  error,
  onRetry,
  title,
}: {
  readonly error: Error;
  readonly onRetry?: () => void;
  readonly title?: string;
}) {
  const { common } = useMessages();
  const { text, number } = explain(error, common.faults);
  return (
    <Note
      tone="bad"
      {...(title !== undefined && { title })}
      text={
        <>
          {text} {number && <code>{number}</code>}
        </>
      }
    >
      {onRetry && (
        <Button icon="refresh" onPress={onRetry}>
          {common.retry}
        </Button>
      )}
    </Note>
  );
}

/** What is read: a skeleton until it is there, the fault if it cannot be, else what `children` makes of it. */
export function Shown<Answer>({
  read,
  lines,
  children,
}: {
  readonly read: { readonly data: Answer | undefined; readonly error: Error | null; readonly refetch: () => unknown };
  readonly lines?: number;
  readonly children: (answer: Answer) => ReactNode;
}) {
  const { title } = useMessages().common.faults;
  if (read.data !== undefined) return children(read.data);
  if (read.error) return <Fault error={read.error} title={title} onRetry={() => void read.refetch()} />;
  return <Loading {...(lines !== undefined && { lines })} />;
}

/** One word for a state. */
export function Badge({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return <span className={`${styles.badge} ${styles[tone] ?? ''}`}>{children}</span>;
}
