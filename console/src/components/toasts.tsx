import { useSyncExternalStore } from 'react';
import { useMessages } from '../messages/messages.tsx';
import { Button } from './Button.tsx';
import { Icon } from './icons.tsx';
import styles from './toasts.module.css';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad';
  /** Such as undoing it. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
}

const shownFor = { good: 5_000, bad: 12_000 };
const most = 3;
let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();

/** Says in a corner what has happened; it is read out, too. The same text again takes the place of the first. */
export function tell(text: string, tone: Toast['tone'] = 'good', action?: Toast['action']): void {
  last += 1;
  const toast = { id: last, text, tone, action };
  show([...toasts.filter((other) => other.text !== text), toast].slice(-most));
  setTimeout(() => remove(toast.id), shownFor[tone]);
}

function remove(id: number): void {
  show(toasts.filter((toast) => toast.id !== id));
}

function show(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where toasts come up; part of the shell. */
export function Toasts() {
  const shown = useSyncExternalStore(subscribe, () => toasts);
  const { close } = useMessages().common;
  return (
    <div className={styles.toasts} role="status" aria-live="polite">
      {shown.map(({ id, text, tone, action }) => (
        <div key={id} className={`${styles.toast} ${styles[tone]}`}>
          <Icon name={tone === 'good' ? 'check' : 'warning'} />
          <span className={styles.text}>{text}</span>
          {action && (
            <Button
              look="quiet"
              onPress={() => {
                action.run();
                remove(id);
              }}
            >
              {action.label}
            </Button>
          )}
          <Button look="quiet" icon="close" aria-label={close} onPress={() => remove(id)} />
        </div>
      ))}
    </div>
  );
}
