/** Why a message of a provider counts for nothing; the words are those of the log and of the test of the settings. */
export const samlRefusals = [
  // It cannot be read: too large, not well-formed, or with what SAML never needs, such as a DOCTYPE.
  'unreadable',
  // It has other parts, or in other places, than one answer with one assertion.
  'wrong_shape',
  'encrypted',
  'unsigned',
  'weak_algorithm',
  'certificate_expired',
  'bad_signature',
  // The provider says itself that the sign-in came to nothing.
  'not_successful',
  'wrong_issuer',
  'wrong_destination',
  'wrong_recipient',
  'wrong_audience',
  'wrong_request',
  'not_yet_valid',
  'expired',
  'no_subject',
] as const;
export type SamlReason = (typeof samlRefusals)[number];

/** A message of a provider that counts for nothing. The message of the error is for the log. */
export class SamlRefusal extends Error {
  override readonly name = 'SamlRefusal';
  readonly reason: SamlReason;

  constructor(reason: SamlReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}
