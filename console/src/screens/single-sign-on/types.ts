import type { Data, Input } from '../../api/client.ts';

export type SignOnSettings = Data<'getSingleSignOn'>;
export type SignOnBody = Input<'setSingleSignOn'>['body'];
export type SignOnProtocol = NonNullable<SignOnSettings['protocol']>;
export type SignOnRole = 'viewer' | 'editor' | 'admin';
export const signOnRoles: readonly SignOnRole[] = ['viewer', 'editor', 'admin'];

/** A value of the claim while it is being edited. */
export interface MappedValue {
  readonly key: number;
  readonly value: string;
  readonly role: SignOnRole;
}

/** The rows that stand for a stored mapping. */
export function rowsOf({ mapping }: SignOnSettings): MappedValue[] {
  return Object.entries(mapping?.values ?? {}).map(([value, role], key) => ({ key, value, role: role as SignOnRole }));
}

/** The mapping that rows stand for: none without a claim or without values. */
export function mappingOf(claim: string, rows: readonly MappedValue[]): SignOnBody['mapping'] {
  const values = rows.filter(({ value }) => value.trim() !== '').map(({ value, role }) => [value.trim(), role]);
  return claim.trim() === '' || values.length === 0
    ? null
    : { claim: claim.trim(), values: Object.fromEntries(values) };
}
