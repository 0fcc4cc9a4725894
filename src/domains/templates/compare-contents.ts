import type { SectionSettings } from '../../reporting/documents/section-settings.ts';
import type { TemplateSettings } from './content.ts';
import type { KeyedContent } from './follow.ts';
import { longestCommon, textOf } from './match-sections.ts';
import type { ReportDefaults } from './report-defaults.ts';

type Change = 'added' | 'removed' | 'changed' | 'same';

/** A section that is another one, or elsewhere, in the later of two contents. */
interface SectionDifference {
  readonly change: Change;
  readonly moved: boolean;
  /** As it is later; as it was where it is removed. */
  readonly section: SectionSettings;
  /** Its places, from 1. */
  readonly before: number | null;
  readonly after: number | null;
  /** The fields of a changed one that differ. */
  readonly fields: readonly string[];
}

interface SlotDifference {
  readonly slot: string;
  readonly change: Exclude<Change, 'same'>;
  readonly fields: readonly string[];
}

export interface ContentDifferences {
  /** In the order of the later content; those that are removed behind what they stood behind. */
  readonly sections: readonly SectionDifference[];
  readonly slots: readonly SlotDifference[];
  /** What else differs, such as `title`. */
  readonly fields: readonly string[];
}

/** How a later content of a template differs from an earlier one. Sections are the same by the keys that they keep while they are edited. */
export function compareContents(before: KeyedContent, after: KeyedContent): ContentDifferences {
  const { sections: _before, ...plain } = before.settings;
  const { sections: _after, ...laterPlain } = after.settings;
  const isAutomatic = ({ settings }: KeyedContent) => !settings.sections;
  const layout = isAutomatic(before) === isAutomatic(after) ? [] : ['sections'];
  return {
    sections: compareSections(before, after),
    slots: compareSlots(before, after),
    fields: [
      ...layout,
      ...differingFields<Omit<TemplateSettings, 'sections'>>(plain, laterPlain),
      ...differingFields<ReportDefaults>(before.reports ?? {}, after.reports ?? {}),
    ],
  };
}

function compareSections(before: KeyedContent, after: KeyedContent): SectionDifference[] {
  const [old, next] = [sectionsOf(before), sectionsOf(after)];
  const oldKeys = [...old.keys()].filter((key) => next.has(key));
  const newKeys = [...next.keys()].filter((key) => old.has(key));
  const inPlace = new Set(longestCommon(oldKeys, newKeys).map(([place]) => oldKeys[place]));
  const placeIn = ({ keys }: KeyedContent, key: string) => keys.indexOf(key) + 1 || null;
  return withRemoved([...old.keys()], [...next.keys()]).flatMap((key) => {
    const [was, is] = [old.get(key), next.get(key)];
    const section = is ?? was;
    const fields = was && is ? differingFields(was, is) : [];
    const change = !was ? 'added' : !is ? 'removed' : fields.length > 0 ? 'changed' : 'same';
    const moved = newKeys.includes(key) && !inPlace.has(key);
    if (!section || (change === 'same' && !moved)) return [];
    return [{ change, moved, section, before: placeIn(before, key), after: placeIn(after, key), fields }];
  });
}

function sectionsOf({ keys, settings }: KeyedContent): ReadonlyMap<string, SectionSettings> {
  return new Map(settings.sections?.map((section, index) => [keys[index] ?? '', section]));
}

/** The later keys, each with those behind it that were removed from behind it. */
function withRemoved(old: readonly string[], next: readonly string[]): string[] {
  const all = [...next];
  for (const [place, key] of old.entries()) {
    if (all.includes(key)) continue;
    const before = old[place - 1];
    all.splice(before === undefined ? 0 : all.indexOf(before) + 1, 0, key);
  }
  return all;
}

function compareSlots({ slots: old }: KeyedContent, { slots: next }: KeyedContent): SlotDifference[] {
  const find = (all: KeyedContent['slots'], name: string) => all.find(({ slot }) => slot === name);
  const names = [...new Set([...next, ...old].map(({ slot }) => slot))];
  return names.flatMap((slot): SlotDifference[] => {
    const [was, is] = [find(old, slot), find(next, slot)];
    if (!was || !is) return [{ slot, change: was ? 'removed' : 'added', fields: [] }];
    const fields = differingFields(was, is);
    return fields.length > 0 ? [{ slot, change: 'changed', fields }] : [];
  });
}

/** Absent, null, false and empty mean the same. */
function differingFields<Fields extends object>(before: Fields, after: Fields): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof Fields & string)[];
  const text = (value: unknown) => {
    const isEmpty = value === undefined || value === null || value === false || textOf(value) === '{}';
    return isEmpty ? '' : textOf(value);
  };
  return names.filter((name) => text(before[name]) !== text(after[name]));
}
