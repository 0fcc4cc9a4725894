import canonicalize from 'canonicalize';
import type { SectionSettings } from '../../reporting/documents/section-settings.ts';

/** A section of a template, by a key that it keeps while it is edited. */
export interface KeyedSection {
  readonly key: string;
  readonly section: SectionSettings;
}

/**
 * Which of the sections before each of those after is: its key, or null for a new one. Equal ones are the same, those in
 * order before those that were moved; what is left is the same where both stand between the same neighbours and are of one
 * type, of one connection before others. Each key is given once.
 */
export function matchSections(before: readonly KeyedSection[], after: readonly SectionSettings[]): (string | null)[] {
  const keys: (string | null)[] = after.map(() => null);
  const taken = new Set<string>();
  const give = (place: number, key: string) => {
    keys[place] = key;
    taken.add(key);
  };
  const texts = { before: before.map(({ section }) => textOf(section)), after: after.map(textOf) };
  for (const [from, to] of longestCommon(texts.before, texts.after)) give(to, before[from]?.key ?? '');
  const isFree = ({ key }: KeyedSection) => !taken.has(key);
  const pair = (alike: (one: SectionSettings, other: SectionSettings) => boolean, within: Range) => {
    for (const [place, section] of after.entries()) {
      if (keys[place] !== null) continue;
      const found = within(keys, place, before).find((each) => isFree(each) && alike(each.section, section));
      if (found) give(place, found.key);
    }
  };
  pair(
    (one, other) => textOf(one) === textOf(other),
    (_keys, _place, all) => all,
  );
  pair((one, other) => one.type === other.type && connectionOf(one) === connectionOf(other), sameGap);
  pair((one, other) => one.type === other.type, sameGap);
  return keys;
}

type Range = (
  keys: readonly (string | null)[],
  place: number,
  before: readonly KeyedSection[],
) => readonly KeyedSection[];

/** The sections before that stand between the nearest neighbours with a key. */
const sameGap: Range = (keys, place, before) => {
  const placeOf = (key: string | null | undefined) => before.findIndex((each) => each.key === key);
  const left = placeOf(keys.slice(0, place).findLast((key) => key !== null));
  const right = placeOf(keys.slice(place + 1).find((key) => key !== null));
  return before.slice(left + 1, right < 0 ? before.length : right);
};

function connectionOf(section: SectionSettings): string | undefined {
  return 'connection_id' in section ? section.connection_id : undefined;
}

/** The same for equal sections, whatever the order of their fields. */
export function textOf(value: unknown): string {
  return canonicalize(value) ?? '';
}

/** The places of a longest common subsequence; there are at most fifty sections on each side. */
export function longestCommon(before: readonly string[], after: readonly string[]): [number, number][] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  const lengthAt = (one: number, other: number) => lengths[one]?.[other] ?? 0;
  for (let one = before.length - 1; one >= 0; one--) {
    for (let other = after.length - 1; other >= 0; other--) {
      const longest = Math.max(lengthAt(one + 1, other), lengthAt(one, other + 1));
      (lengths[one] as number[])[other] = before[one] === after[other] ? lengthAt(one + 1, other + 1) + 1 : longest;
    }
  }
  const pairs: [number, number][] = [];
  for (let one = 0, other = 0; one < before.length && other < after.length; ) {
    if (before[one] === after[other]) pairs.push([one++, other++]);
    else if (lengthAt(one + 1, other) >= lengthAt(one, other + 1)) one++;
    else other++;
  }
  return pairs;
}
