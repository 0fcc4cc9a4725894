import { ServiceError } from '../../platform/errors.ts';
import { createAddressThrottle } from '../../platform/limits/address-throttle.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { verifyPassword } from '../../platform/passwords.ts';
import { addressCaller, type Caller, PasswordTries, readerCaller } from './password-tries.ts';
import type { ShareRow } from './shares.ts';

/** What one link allows everybody together, right and wrong, over all processes, beyond the tries of each caller's own. */
const commonTries = { perMinute: 10, perDay: 1_000 };
/** Wrong tries in a minute from one address, over all links. */
const failuresPerAddress = 30;

export interface PasswordTry {
  readonly password: string;
  readonly address: string;
  /** The id of a browser that was in before; undefined for any other. */
  readonly reader: string | undefined;
}

export type TryOutcome =
  | { readonly result: 'right' | 'wrong' }
  /** The password was not checked. */
  | { readonly result: 'refused'; readonly waitMs: number };

/**
 * Checks the passwords of links so that guessing is bounded and yet locks out no reader: every address has some tries
 * that others cannot use up, and a browser that was in before has its own even where others guess from its address.
 * Rejects with `api_controls_unavailable` when tries cannot be counted or too many wait.
 */
export class PasswordCheck {
  readonly #limiter: Limiter;
  readonly #failures = createAddressThrottle(failuresPerAddress);
  readonly #strangers = new PasswordTries();
  readonly #readers = new PasswordTries();

  constructor(limiter: Limiter) {
    this.#limiter = limiter;
  }

  async check(share: ShareRow, { password, address, reader }: PasswordTry): Promise<TryOutcome> {
    if (reader !== undefined) return this.#check(share, password, this.#readers, readerCaller(reader));
    const waitMs = this.#failures.retryAfterMs(address);
    if (waitMs > 0) return { result: 'refused', waitMs };
    // Counted as wrong until proven right, so that concurrent attempts get no more tries than sequential ones.
    this.#failures.record(address);
    let outcome: TryOutcome | undefined;
    try {
      outcome = await this.#check(share, password, this.#strangers, addressCaller(share.id, address));
      return outcome;
    } finally {
      if (outcome?.result !== 'wrong') this.#failures.takeBack(address);
    }
  }

  async #check(share: ShareRow, password: string, tries: PasswordTries, caller: Caller): Promise<TryOutcome> {
    const waitMs = tries.retryAfterMs(caller);
    if (waitMs > 0) return { result: 'refused', waitMs };
    const isOwn = tries.hasOwn(caller);
    tries.record(caller);
    let isWrong = false;
    try {
      const commonWaitMs = isOwn ? 0 : await this.#countCommon(share);
      if (commonWaitMs > 0) return { result: 'refused', waitMs: commonWaitMs };
      isWrong = !(await verifyPassword(share.password_hash ?? '', password));
    } finally {
      if (!isWrong) tries.takeBack(caller);
    }
    return { result: isWrong ? 'wrong' : 'right' };
  }

  /** Returns the milliseconds until a common try is allowed, 0 if this one is. */
  async #countCommon(share: ShareRow): Promise<number> {
    const { retryAfterMs } = await this.#limiter.admit(share.id, commonTries).catch((cause: unknown) => {
      throw new ServiceError('api_controls_unavailable', { cause });
    });
    return retryAfterMs;
  }
}
