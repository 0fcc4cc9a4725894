import type { System } from '../systems.ts';
import type { Drafting } from './draft.ts';

/** What a step of the wizard gets. */
export interface StepProps {
  readonly projectId: string;
  readonly system: System;
  readonly drafting: Drafting;
}

/** The source as operations take it: what proves it, and `config`. */
export function sourceOf({ system, drafting: { draft, secret } }: Omit<StepProps, 'projectId'>, config: object | null) {
  const proof = draft.grantId === null ? (secret === null ? {} : { secret }) : { grant_id: draft.grantId };
  return { system: system.system, config: config as Record<string, unknown> | null, ...proof };
}

/** Fields of a configuration that are made from a look at the source. */
export const madeFields = ['date', 'metrics', 'dimensions', 'numbers', 'currency'];

/** What a name of a file suggests to call the connection: without its extension and marks that are not seen, in words. */
export function nameOfFile(name: string): string {
  const words = name
    .replace(/(\.[a-z0-9]{1,8}){1,2}$/i, '')
    .replaceAll(/[_\s]+/g, ' ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();
  return (words || name).slice(0, 200);
}
