import { randomBytes } from 'node:crypto';
import { type GoalSettings, type GoalsSettings, goalFaults } from '../../reporting/documents/goal-settings.ts';
import type { SectionSettings, SectionsSettings } from '../../reporting/documents/section-settings.ts';
import type { BrandInput } from '../brands/schema.ts';
import { slotPrefix, type TemplateContent, type TemplateSettings } from './content.ts';
import { fillFigures, fillGoals, fillSection } from './fill-sections.ts';
import { type KeyedSection, matchSections, textOf } from './match-sections.ts';
import { filledSlots, fillSlots, type SlotChoices, type SlotConnection, type SlotState } from './slots.ts';

/** The settings of a project; absent fields are null. */
export interface FollowedSettings extends TemplateSettings {
  readonly accent_color?: string | null;
  readonly logo?: string | null;
}

/** A template as projects follow it: its sections have keys that they keep while it is edited. */
export interface KeyedContent extends TemplateContent {
  readonly keys: readonly string[];
}

/** A section in a project's order, by the key of the template's or one of its own. */
interface OwnItem {
  readonly key: string;
  /** Absent where it is the template's. */
  readonly section?: SectionSettings;
}

interface OwnSections {
  /** In the order that the project gave them; a key of `known` that is not here is hidden. */
  readonly items: readonly OwnItem[];
  /** The keys that the template had then; null where the project's layout took the place of the automatic one. */
  readonly known: readonly string[] | null;
  /** Whether the project moved sections of the template. */
  readonly moved: boolean;
}

type OwnGoals = readonly (readonly [id: string, goal: GoalSettings | null])[];

/** What of a project's settings is its own, and stays when the template changes. */
export interface OwnSettings {
  readonly title?: string | null;
  readonly on_failure?: FollowedSettings['on_failure'];
  readonly accent_color?: string | null;
  readonly logo?: string | null;
  readonly brand?: BrandInput;
  /** By id; null for one of the template that the project does not have. */
  readonly goals?: OwnGoals;
  /** Null for the automatic layout. */
  readonly sections?: OwnSections | null;
}

type Origin = 'template' | 'changed' | 'own';

/** A section where it stands in a project; without a section it is left out, since a slot is empty. */
interface LaidSection {
  readonly key: string;
  readonly origin: Origin;
  /** As the template has it, or the project. */
  readonly template: SectionSettings;
  readonly section: SectionSettings | undefined;
}

/** What a template makes of one project. */
export interface Followed {
  readonly settings: FollowedSettings;
  readonly slots: readonly SlotState[];
  /** The names of metrics that the connections of slots lack, by the slot's name. */
  readonly missing: ReadonlyMap<string, readonly string[]>;
  /** Null for the automatic layout. */
  readonly sections: readonly LaidSection[] | null;
  /** The keys of sections that the project hides. */
  readonly hidden: readonly string[];
}

export interface Follower {
  readonly connections: readonly SlotConnection[];
  readonly choices: SlotChoices;
  readonly own: OwnSettings;
}

const plainFields = ['title', 'on_failure', 'accent_color', 'logo'] as const;

/** The settings of a project that follows a template: the template's, but for what is the project's own. */
export function follow(content: KeyedContent, { connections, choices, own }: Follower): Followed {
  const { settings } = content;
  const states = fillSlots(content.slots, connections, choices);
  const slots = filledSlots(states);
  const goals = withOwnGoals(fillGoals(settings.goals ?? [], slots), own.goals ?? []);
  const goalIds = new Set(goals.map(({ id }) => id));
  const laid = own.sections === null ? null : layOut(keyed(content), own.sections);
  const sections = laid?.map((each): LaidSection => {
    if (each.origin !== 'template' || !each.section) return each;
    return { ...each, section: fillSection(each.section, slots, goalIds) };
  });
  const visible = sections?.map(({ section }) => section).filter((section) => section !== undefined);
  const kept = Object.fromEntries(plainFields.flatMap((field) => (field in own ? [[field, own[field]]] : [])));
  const laidKeys = new Set(laid?.map(({ key }) => key));
  return {
    settings: dropNulls({
      ...settings,
      ...kept,
      sections: visible ?? null,
      goals: goals.length > 0 ? goals : null,
      brand: withOwnBrand(settings.brand, own.brand),
      portfolio: settings.portfolio ? fillFigures(settings.portfolio, slots) : null,
    }),
    slots: states,
    missing: new Map(states.map(({ slot }) => [slot.slot, [...(slots.get(slotPrefix + slot.slot)?.missing ?? [])]])),
    sections: sections ?? null,
    hidden: laid === null ? [] : content.keys.filter((key) => !laidKeys.has(key)),
  };
}

/** What of settings that somebody sent for a project is its own: all that is not as the template has it. */
export function keepOwn(content: KeyedContent, follower: Follower, sent: FollowedSettings): OwnSettings {
  const plain = follow(content, { ...follower, own: {} });
  const fields = plainFields.flatMap((field) => {
    const value = sent[field] ?? null;
    return value === (plain.settings[field] ?? null) ? [] : [[field, value]];
  });
  const brand = differingBrand(plain.settings.brand, sent.brand);
  const goals = differingGoals(content, plain, sent.goals ?? [], follower.own.goals ?? []);
  const sections = differingSections(content, plain, follow(content, follower), sent.sections ?? null);
  return {
    ...Object.fromEntries(fields),
    ...(brand && { brand }),
    ...(goals && { goals }),
    ...(sections !== undefined && { sections }),
  };
}

function keyed({ settings, keys }: KeyedContent): KeyedSection[] | null {
  return settings.sections?.map((section, index) => ({ key: keys[index] ?? '', section })) ?? null;
}

function dropNulls(settings: FollowedSettings): FollowedSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined));
}

/** The sections in their order, each the template's or the project's; a hidden one is not there. */
function layOut(template: readonly KeyedSection[] | null, own: OwnSections | undefined): LaidSection[] | null {
  if (!own) return template?.map(({ key, section }) => laid(key, 'template', section)) ?? null;
  const given = new Map(template?.map(({ key, section }) => [key, section]));
  // What the template has dropped meanwhile stays where the project had changed it.
  const items = new Map(
    own.items.filter(({ key, section }) => section || given.has(key)).map(({ key, section }) => [key, section]),
  );
  const isNew = (key: string) => own.known !== null && !own.known.includes(key);
  const followed = [...given.keys()].filter((key) => items.has(key) || isNew(key));
  const order = own.moved ? weave([...items.keys()], followed) : weave(followed, [...items.keys()]);
  return order.flatMap((key) => {
    const section = items.get(key);
    if (section) return [laid(key, given.has(key) ? 'changed' : 'own', section)];
    const ofTemplate = given.get(key);
    return ofTemplate ? [laid(key, 'template', ofTemplate)] : [];
  });
}

const laid = (key: string, origin: Origin, section: SectionSettings): LaidSection => {
  return { key, origin, template: section, section };
};

/** The keys of `main` with those that only `other` has, each behind the nearest one that stands before it there. */
function weave(main: readonly string[], other: readonly string[]): string[] {
  const woven = [...main];
  for (const [place, key] of other.entries()) {
    if (woven.includes(key)) continue;
    const before = other.slice(0, place).findLast((each) => woven.includes(each));
    woven.splice(before === undefined ? 0 : woven.indexOf(before) + 1, 0, key);
  }
  return woven;
}

/** Undefined where all are the template's, in its order. */
function differingSections(
  content: KeyedContent,
  plain: Followed,
  shown: Followed,
  sent: SectionsSettings | null,
): OwnSections | null | undefined {
  if (!sent) return plain.sections ? null : undefined;
  const ofTemplate = new Map(plain.sections?.map(({ key, section }) => [key, section]));
  const laid = shown.sections ?? [];
  for (const { key, origin, section } of laid) if (origin === 'template') ofTemplate.set(key, section);
  const visible = laid.flatMap(({ key, section }) => (section ? [{ key, section }] : []));
  const keys = matchSections(visible, sent).map((key) => key ?? newKey());
  const items = new Map(
    sent.map((section, index): [string, OwnItem] => {
      const key = keys[index] ?? '';
      const template = ofTemplate.get(key);
      return [key, template && textOf(template) === textOf(section) ? { key } : { key, section }];
    }),
  );
  // What is left out for now was not sent, and is not hidden by that.
  const leftOut = laid.filter(({ section }) => !section).map(({ key }) => key);
  const stays = laid.map(({ key }) => key).filter((key) => items.has(key) || leftOut.includes(key));
  const order = weave(keys, stays);
  const known = plain.sections ? content.keys : null;
  const inOrder = content.keys.filter((key) => order.includes(key));
  const moved = textOf(order.filter((key) => content.keys.includes(key))) !== textOf(inOrder);
  const isTheirs =
    known && !moved && textOf(order) === textOf(known) && [...items.values()].every(({ section }) => !section);
  return isTheirs ? undefined : { items: order.map((key) => items.get(key) ?? { key }), known, moved };
}

const newKey = () => randomBytes(6).toString('base64url');

/** Keys for the sections of a changed template, those of what stays the same. */
export function keepKeys(before: KeyedContent | null, sections: SectionsSettings | null | undefined): string[] {
  return matchSections((before && keyed(before)) ?? [], sections ?? []).map((key) => key ?? newKey());
}

function withOwnBrand(template: BrandInput | null | undefined, own: BrandInput | undefined): BrandInput | null {
  const fields = Object.entries({ ...template, ...own }).filter(([, value]) => value !== null);
  return fields.length > 0 ? (Object.fromEntries(fields) as BrandInput) : null;
}

function differingBrand(
  template: BrandInput | null | undefined,
  sent: BrandInput | null | undefined,
): BrandInput | undefined {
  const names = Object.keys({ ...template, ...sent }) as (keyof BrandInput)[];
  const fields = names.flatMap((name) => {
    const value = sent?.[name] ?? null;
    return value === (template?.[name] ?? null) ? [] : [[name, value]];
  });
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

/** The goals of the template and then the project's own, which go before the template's for the same metric. */
function withOwnGoals(template: GoalsSettings, own: OwnGoals): GoalsSettings {
  const ownIds = new Set(own.map(([id]) => id));
  const kept = own.map(([, goal]) => goal).filter((goal) => goal !== null);
  for (const goal of template) {
    if (!ownIds.has(goal.id) && goalFaults([...kept, goal], []).length === 0) kept.push(goal);
  }
  const ids = [...template.map(({ id }) => id), ...ownIds];
  return kept.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
}

function differingGoals(
  { settings }: KeyedContent,
  plain: Followed,
  sent: GoalsSettings,
  before: OwnGoals,
): OwnGoals | undefined {
  const shown = new Map(plain.settings.goals?.map((goal) => [goal.id, textOf(goal)]));
  const changed = sent.filter((goal) => shown.get(goal.id) !== textOf(goal));
  const absent = (settings.goals ?? []).filter(({ id }) => sent.every((goal) => goal.id !== id));
  const own = [
    ...changed.map((goal) => [goal.id, goal] as const),
    // One whose slot is empty was not there to be sent.
    ...absent.flatMap(({ id }) => (shown.has(id) ? [[id, null] as const] : before.filter(([known]) => known === id))),
  ];
  return own.length > 0 ? own : undefined;
}
