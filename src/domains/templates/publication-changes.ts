import type { Queryable } from '../../platform/database/tables.ts';
import { type Followed, type FollowedSettings, follow, type KeyedContent } from './follow.ts';
import { type FollowerOfTemplate, findPublished, followersOf } from './followers.ts';
import { textOf } from './match-sections.ts';
import { wholePattern } from './report-defaults.ts';
import { readContent, type TemplateRow } from './templates.ts';

/** The most projects that an answer tells of. */
const mostTold = 1_000;

/** What publishing the draft would change in one project. */
export interface ProjectChange {
  readonly project_id: string;
  readonly name: string;
  readonly sections: {
    readonly added: number;
    readonly removed: number;
    readonly changed: number;
    readonly moved: boolean;
  };
  /** Other settings that change. */
  readonly fields: readonly string[];
  /** How many sections change in the template only, since the project has its own in their place. */
  readonly kept: number;
  readonly empty_slots: readonly string[];
  readonly missing: readonly { readonly slot: string; readonly metrics: readonly string[] }[];
}

export interface PublicationChanges {
  /** How many projects follow the template. */
  readonly projects: number;
  /** How many of them change. */
  readonly changed: number;
  /** Those that change, or where something is missing; the first thousand. */
  readonly items: readonly ProjectChange[];
}

const plainFields = ['title', 'on_failure', 'brand', 'goals'] as const satisfies (keyof FollowedSettings)[];

/** What publishing the draft of a template would change, project by project; nothing is written. */
export async function findChanges(db: Queryable, template: TemplateRow): Promise<PublicationChanges> {
  const draft = readContent(template.draft);
  const published = (await findPublished(db, template.id)) ?? draft;
  const items: ProjectChange[] = [];
  let projects = 0;
  let changed = 0;
  for await (const project of followersOf(db, template.id)) {
    const { id, name, follower } = project;
    const after = follow(draft, follower);
    const { sections, fields } = changeOf(follow(published, follower), after);
    const change = { sections, fields: [...fields, ...changedReports(project, published.reports, draft.reports)] };
    const told = { project_id: id, name, ...change, kept: countKept(after, published, draft), ...gapsOf(after) };
    projects += 1;
    if (isChange(told)) changed += 1;
    else if (told.empty_slots.length + told.missing.length + told.kept === 0) continue;
    if (items.length < mostTold) items.push(told);
  }
  return { projects, changed, items };
}

function changeOf(before: Followed, after: Followed) {
  const shown = (followed: Followed) =>
    new Map(followed.sections?.flatMap(({ key, section }) => (section ? [[key, textOf(section)] as const] : [])));
  const [old, next] = [shown(before), shown(after)];
  const stay = [...next.keys()].filter((key) => old.has(key));
  const sections = {
    added: next.size - stay.length,
    removed: old.size - stay.length,
    changed: stay.filter((key) => old.get(key) !== next.get(key)).length,
    moved: textOf([...old.keys()].filter((key) => next.has(key))) !== textOf(stay),
  };
  const fields = plainFields.filter((field) => textOf(before.settings[field]) !== textOf(after.settings[field]));
  return { sections, fields };
}

/** The language and the schedule of a project, where the template's take effect there. */
function changedReports(
  { locale, locale_own, schedules }: FollowerOfTemplate,
  before: KeyedContent['reports'],
  after: KeyedContent['reports'],
): string[] {
  const [old, pattern] = [wholePattern(before ?? {}), wholePattern(after ?? {})];
  const isOther = pattern !== undefined && textOf(old) !== textOf(pattern);
  const isScheduled = isOther && (schedules === 'followed' || (!old && schedules === 'none'));
  const isTranslated = after?.locale && locale_own === 0 && locale !== after.locale;
  return [...(isTranslated ? ['locale'] : []), ...(isScheduled ? ['schedule'] : [])];
}

function isChange({ sections: { added, removed, changed, moved }, fields }: ProjectChange): boolean {
  return added + removed + changed + fields.length > 0 || moved;
}

function countKept({ sections }: Followed, published: KeyedContent, draft: KeyedContent): number {
  const textIn = ({ keys, settings }: KeyedContent, key: string) => textOf(settings.sections?.[keys.indexOf(key)]);
  const own = sections?.filter(({ origin }) => origin === 'changed') ?? [];
  return own.filter(({ key }) => textIn(published, key) !== textIn(draft, key)).length;
}

/** What is missing in a project for the template to show all of it. */
function gapsOf({ slots, missing }: Followed) {
  return {
    empty_slots: slots.filter(({ connection }) => !connection).map(({ slot }) => slot.slot),
    missing: [...missing].flatMap(([slot, metrics]) => (metrics.length > 0 ? [{ slot, metrics }] : [])),
  };
}
