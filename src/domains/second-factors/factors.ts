import type { Queryable } from '../../platform/database/tables.ts';
import type { Vault } from '../connections/vault.ts';
import { findCodeAppOf, removeCodeAppsOf, takeCode } from './code-apps.ts';
import { listPasskeys, removePasskeysOf } from './passkeys.ts';
import { readRecoveryCode, removeRecoveryCodes, takeRecoveryCode } from './recovery-codes.ts';

/** What a user can prove besides a password. */
export interface Factors {
  readonly hasCodeApp: boolean;
  readonly passkeys: number;
}

export async function findFactors(db: Queryable, userId: string): Promise<Factors> {
  const app = await findCodeAppOf(db, userId);
  const passkeys = await listPasskeys(db, userId);
  return { hasCodeApp: app !== undefined, passkeys: passkeys.length };
}

export function hasFactor({ hasCodeApp, passkeys }: Factors): boolean {
  return hasCodeApp || passkeys > 0;
}

/** Uses up what somebody typed: the code of their app, or a recovery code; undefined when it is neither, or was used. */
export async function takeTypedCode(
  transaction: Queryable,
  vault: Vault,
  userId: string,
  text: string,
): Promise<'code' | 'recovery_code' | undefined> {
  if (await takeCode(transaction, vault, userId, text)) return 'code';
  const recovery = readRecoveryCode(text);
  if (recovery === undefined) return undefined;
  return (await takeRecoveryCode(transaction, userId, recovery)) ? 'recovery_code' : undefined;
}

/** Removes every factor of a user, and their recovery codes; returns what there was. */
export async function removeFactors(transaction: Queryable, userId: string): Promise<Factors> {
  const apps = await removeCodeAppsOf(transaction, userId);
  const passkeys = await removePasskeysOf(transaction, userId);
  await removeRecoveryCodes(transaction, userId);
  return { hasCodeApp: apps > 0, passkeys };
}
