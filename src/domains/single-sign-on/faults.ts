/** Why a sign-in by a provider came to nothing; the words are those of the audit log, and pages say them in ten languages. */
export const signOnFaults = [
  // What the provider did.
  ...(['unreachable', 'misconfigured', 'client_refused', 'denied', 'refused', 'invalid_answer'] as const),
  // Who came.
  ...(['unverified_email', 'foreign_email', 'no_role', 'unlinked', 'not_invited', 'not_member'] as const),
  ...(['disabled', 'operator', 'taken', 'full'] as const),
  // How they came.
  ...(['elsewhere', 'expired', 'used', 'off', 'signed_out', 'invitation_gone'] as const),
] as const;
export type SignOnReason = (typeof signOnFaults)[number];

/** A sign-in by a provider that came to nothing. The message is for the log of the service alone. */
export class SignOnFault extends Error {
  override readonly name = 'SignOnFault';
  readonly reason: SignOnReason;

  constructor(reason: SignOnReason, cause?: unknown) {
    super(`Single sign-on: ${reason}`, { cause });
    this.reason = reason;
  }
}
