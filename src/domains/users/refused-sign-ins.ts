import { channel } from 'node:diagnostics_channel';

/** Somebody who was not let in. */
export interface RefusedSignIn {
  /** Null where nobody has the address, or nobody was looked up. */
  readonly userId: string | null;
  /** As it was entered, which may be a password in the wrong field; empty for a link and a passkey. */
  readonly email: string;
  readonly address: string;
  /** `throttled`: the password, code or passkey was not looked at. `link`: it is unknown, used or over. */
  readonly reason: 'wrong' | 'throttled' | 'link';
}

/** A channel of the process, since a refusal is no row that somebody else could read. */
const refused = channel('report-service.refused-sign-in');

export function tellRefusedSignIn(told: RefusedSignIn): void {
  refused.publish(told);
}

/** Hears of each refusal of this thread until it is disposed. A listener must not throw. */
export function hearRefusedSignIns(listener: (told: RefusedSignIn) => void): Disposable {
  const hear = (message: unknown) => listener(message as RefusedSignIn);
  refused.subscribe(hear);
  return { [Symbol.dispose]: () => void refused.unsubscribe(hear) };
}
