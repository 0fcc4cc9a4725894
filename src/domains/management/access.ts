import { ServiceError } from '../../platform/errors.ts';
import type { Access, Caller, CallerPerson } from '../../platform/http/caller.ts';
import { isAtLeast } from '../../platform/http/roles.ts';

/** How long after giving a password somebody may do what needs one. */
export const stepUpMs = 10 * 60_000;

/**
 * Throws what refuses a caller who may not use an operation: `network_not_allowed`, `not_found`, `insufficient_role`,
 * `second_factor_required` or `step_up_required`.
 */
export function checkAccess(caller: Caller, access: Access, now = Date.now()): void {
  const { role, projectIds, person } = caller;
  // The rest is about the person, their other accounts, or the installation.
  const isAboutAccount = access.role !== null && access.role !== 'operator';
  if (isAboutAccount && person && !person.isNetworkAllowed) throw new ServiceError('network_not_allowed');
  const isOfAccount = access.wholeAccount || access.role === 'admin' || access.role === 'owner';
  if (isOfAccount && projectIds !== null) throw new ServiceError('not_found');
  if (access.role === 'operator') {
    if (!person?.isOperator) throw lacks('Only operators of the installation may do this.');
    checkFactor(person);
  } else if (access.role !== null && !isAtLeast(role, access.role)) {
    throw lacks(`This needs the role ${access.role}${role === null ? '' : `; yours is ${role}`}.`);
  }
  if (access.peopleOnly && !person) throw lacks('Only a person may do this, who is signed in; no token can.');
  // What is about oneself stays open, so that a factor can be set up.
  if (access.role !== null && person?.lacksFactor) throw new ServiceError('second_factor_required');
  if (access.stepUp && person) checkStepUp(person, now);
}

/** Throws `second_factor_required` unless somebody signed in with more than a password: operators see what is everybody's. */
export function checkFactor({ factor }: CallerPerson): void {
  if (factor === null) throw new ServiceError('second_factor_required');
}

/** Throws `step_up_required` unless somebody has just given their password. */
export function checkStepUp({ signedInAt }: CallerPerson, now = Date.now()): void {
  if (Date.parse(signedInAt) + stepUpMs <= now) throw new ServiceError('step_up_required');
}

function lacks(message: string): ServiceError {
  return new ServiceError('insufficient_role', { message });
}
