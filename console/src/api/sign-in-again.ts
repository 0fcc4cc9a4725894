/** Why a password is asked for: what comes next needs a fresh sign-in, or the session has ended. */
export type PasswordReason = 'confirm' | 'expired';

export interface PasswordQuestion {
  readonly reason: PasswordReason;
  /** Everything that waits goes on. */
  done(): void;
  /** Everything that waits fails with what the service had said. */
  cancel(): void;
}

let question: PasswordQuestion | null = null;
let answer: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** The open question, for the dialog that shows it. */
export const openQuestion = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: (): PasswordQuestion | null => question,
};

/** Waits until somebody has given their password; everybody who asks meanwhile waits for the same. Rejects with `refusal`. */
export function askForPassword(reason: PasswordReason, refusal: Error): Promise<void> {
  answer ??= new Promise<void>((resolve, reject) => {
    show({ reason, done: () => close(resolve), cancel: () => close(() => reject(refusal)) });
  });
  return answer;
}

function close(settle: () => void): void {
  answer = null;
  show(null);
  settle();
}

function show(next: PasswordQuestion | null): void {
  question = next;
  for (const listener of listeners) listener();
}
