import type { ConfigWarning } from '../contract.ts';
import type { GrantSecret } from './grant.ts';

const soonMs = 14 * 24 * 60 * 60 * 1000;

/** The warning that a sign-in which cannot be renewed ends within two weeks. */
export function tokenWarnings(secret: GrantSecret | object | null): ConfigWarning[] {
  const endsAt = secret && 'grant' in secret ? secret.grant.expires_at : null;
  if (endsAt === null || endsAt > Date.now() + soonMs) return [];
  const day = new Date(endsAt).toISOString().slice(0, 10);
  return [{ code: 'token_expires', path: 'secret', message: `The sign-in ends on ${day}. Sign in again before.` }];
}
