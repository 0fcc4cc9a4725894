import type { Section, Settings } from '../types.ts';
import { isSame } from './draft.ts';

/** What somebody has changed of a layout. */
export interface Differences {
  readonly added: readonly Section[];
  readonly removed: readonly Section[];
  /** As they are now. */
  readonly changed: readonly Section[];
  readonly isReordered: boolean;
  /** Whether it is now, or is no longer, the automatic layout. */
  readonly automatic: 'begun' | 'ended' | null;
  readonly texts: boolean;
  readonly goals: boolean;
  readonly brand: boolean;
  /** Of a template. */
  readonly slots: boolean;
}

/** How `after` differs from `before`; sections that are alike count as the same ones wherever they stand. */
export function differencesBetween(before: Settings, after: Settings): Differences {
  const unmatched = [...(before.sections ?? [])];
  const kept: number[] = [];
  const strangers: Section[] = [];
  for (const section of after.sections ?? []) {
    const index = unmatched.findIndex((one) => one && isSame(one, section));
    if (index < 0) strangers.push(section);
    else {
      kept.push(index);
      delete unmatched[index];
    }
  }
  const lost = unmatched.filter((one) => one !== undefined);
  const changed = strangers.filter((section) => {
    const index = lost.findIndex((one) => isKin(one, section));
    if (index >= 0) lost.splice(index, 1);
    return index >= 0;
  });
  const differs = (...names: readonly (keyof Settings)[]) => names.some((name) => !isSame(before[name], after[name]));
  return {
    added: strangers.filter((section) => !changed.includes(section)),
    removed: lost,
    changed,
    isReordered: kept.some((index, place) => place > 0 && index < (kept[place - 1] ?? 0)),
    automatic: automaticOf(before, after),
    texts: differs('title', 'on_failure'),
    goals: !isSame({ goals: before.goals }, { goals: after.goals }),
    brand: differs('brand', 'logo', 'accent_color'),
    slots: differs('slots'),
  };
}

function isKin(one: Section, other: Section): boolean {
  if (one.type !== other.type) return false;
  return !('connection_id' in one && 'connection_id' in other) || one.connection_id === other.connection_id;
}

function automaticOf(before: Settings, after: Settings): Differences['automatic'] {
  const was = before.sections == null;
  const is = after.sections == null;
  return was === is ? null : is ? 'begun' : 'ended';
}
