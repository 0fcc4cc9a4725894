import type { SignOnSettings } from './types.ts';

type Reason = NonNullable<NonNullable<SignOnSettings['test']>['reason']>;

const words: Partial<Record<Reason, 'unreachable' | 'settings' | 'client' | 'email' | 'role'>> = {
  unreachable: 'unreachable',
  misconfigured: 'settings',
  invalid_answer: 'settings',
  refused: 'settings',
  client_refused: 'client',
  unverified_email: 'email',
  foreign_email: 'email',
  no_role: 'role',
};

/** The word for why a test came to nothing, as owners can mend it. */
export function reasonWord(reason: Reason) {
  return words[reason] ?? 'other';
}
