import { signOnRoles } from '../../platform/database/words.ts';
import { fieldFault } from '../../platform/faults.ts';

export type SignOnRole = (typeof signOnRoles)[number];

/** Which values of a claim give which role. */
export interface RoleClaim {
  readonly claim: string;
  readonly values: Readonly<Record<string, SignOnRole>>;
}

const mostValues = 100;
const longestText = 200;

/** Throws a fault of `mapping` for a mapping that is too large or has no values. */
export function checkRoleClaim({ claim, values }: RoleClaim): void {
  const names = Object.keys(values);
  const isNamed = claim.trim() !== '' && claim.length <= longestText;
  const isBounded = names.length > 0 && names.length <= mostValues && names.every(isShort);
  if (isNamed && isBounded) return;
  const message = `A mapping names a claim and 1 to ${mostValues} values of at most ${longestText} characters.`;
  throw fieldFault('mapping', 'mapping', message);
}

const isShort = (text: string) => text !== '' && text.length <= longestText;

/**
 * The role that somebody's claims give: the highest of those that the values of the claim name, else the default one. Null
 * refuses them.
 */
export function roleOf(
  claims: Readonly<Record<string, unknown>>,
  roleClaim: RoleClaim | null,
  defaultRole: SignOnRole | null,
): SignOnRole | null {
  const named = roleClaim ? rolesNamed(claims, roleClaim) : [];
  return signOnRoles.findLast((role) => named.includes(role)) ?? defaultRole;
}

function rolesNamed(claims: Readonly<Record<string, unknown>>, { claim, values }: RoleClaim): SignOnRole[] {
  return textsOf(valueAt(claims, claim)).flatMap((text) => (Object.hasOwn(values, text) ? (values[text] ?? []) : []));
}

/** The claim of that name; a dotted name leads into objects, such as `realm_access.roles`. */
function valueAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** Texts of a claim that is one, or a list of them. */
function textsOf(value: unknown): string[] {
  const all = Array.isArray(value) ? value : [value];
  return all.filter((each) => typeof each === 'string');
}
