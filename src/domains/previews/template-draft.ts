import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { listConnections } from '../connections/connections.ts';
import { getProject } from '../projects/projects.ts';
import type { Settings } from '../projects/schema.ts';
import { type Followed, type Follower, follow, type KeyedContent, keepKeys } from '../templates/follow.ts';
import { readFollower, SlotError } from '../templates/followers.ts';
import { fillSlots, type SlotConnection } from '../templates/slots.ts';
import { checkContent, getTemplate, readContent } from '../templates/templates.ts';
import type { PreviewRequest } from './schema.ts';

type DraftOfTemplate = NonNullable<PreviewRequest['template']>;

/** What the draft of a template makes of a project. */
export interface TemplateDraft {
  readonly settings: Settings;
  readonly locale: string;
  /** How the template's own parts stand in it, for who edits them. */
  readonly told: {
    readonly sections: (number | null)[] | null;
    readonly slots: { slot: string; connection_id: string | null; missing: string[] }[];
  };
  /** The same error with the fields of the template in place of those of the project's settings. */
  placed(error: unknown): unknown;
}

/**
 * What a project would have for settings once the draft of a template is published, or `given` in place of the draft. A
 * project that does not follow it is taken as if it did, with the first connection that fits each slot. Throws
 * `not_found`, the faults of what is given, and one of `template.slots` for a slot that reports need and that is empty.
 */
export async function readTemplateDraft(
  db: Queryable,
  accountId: string,
  projectId: string,
  { template_id, slots, settings }: DraftOfTemplate,
): Promise<TemplateDraft> {
  const template = await getTemplate(db, accountId, template_id);
  const project = await getProject(db, accountId, projectId);
  const before = readContent(template.draft);
  const content = { slots: slots ?? before.slots, settings: settings ?? before.settings };
  await checkContent(content).catch((error: unknown) => {
    throw withFields(error, (field) => `template.${field}`);
  });
  const keyed = { ...content, keys: keepKeys(before, content.settings.sections) };
  const connections = await listConnections(db, projectId);
  const isFollowed = project.template_id === template_id;
  const follower = isFollowed ? readFollower(project, connections) : newcomer(keyed, connections);
  const followed = follow(keyed, follower);
  const empty = followed.slots.find(({ slot, connection }) => slot.required && !connection);
  if (empty) {
    const { message } = new SlotError(empty.slot);
    const details = [{ field: 'template.slots', rule: 'value', message }];
    throw new ServiceError('invalid_request', { message, details });
  }
  const { locale } = before.reports ?? {};
  return {
    settings: followed.settings,
    locale: locale && project.locale_own === 0 ? locale : project.locale,
    told: { sections: placesOf(keyed, followed), slots: slotsOf(followed) },
    placed: (error) => withFields(error, (field) => fieldInTemplate(field, keyed, followed, follower)),
  };
}

/** A project that begins to follow, with the first connection that fits where somebody would have to choose. */
function newcomer({ slots }: KeyedContent, connections: readonly SlotConnection[]): Follower {
  const states = fillSlots(slots, connections, {});
  const firsts = states.flatMap(({ slot, fitting: [first] }) => (first ? [[slot.slot, first.id] as const] : []));
  return { connections, choices: Object.fromEntries(firsts), own: {} };
}

const shown = ({ sections }: Followed) => sections?.filter(({ section }) => section) ?? [];

/** Where each section of the template stands on the page, from 1; null for one that is hidden or left out. */
function placesOf({ keys, settings }: KeyedContent, followed: Followed): (number | null)[] | null {
  if (!settings.sections) return null;
  return keys.map((key) => shown(followed).findIndex((section) => section.key === key) + 1 || null);
}

function slotsOf({ slots, missing }: Followed) {
  return slots.map(({ slot: { slot }, connection }) => {
    return { slot, connection_id: connection?.id ?? null, missing: [...(missing.get(slot) ?? [])] };
  });
}

/** What is the project's own keeps its field. */
function fieldInTemplate(field: string, { keys, settings }: KeyedContent, followed: Followed, { own }: Follower) {
  const [root, list, index = '', ...rest] = field.split('.');
  if (root !== 'settings' || (list !== 'sections' && list !== 'goals')) return field;
  const place = (at: number) => (at < 0 ? field : ['template.settings', list, at, ...rest].join('.'));
  if (list === 'sections') {
    const section = shown(followed)[Number(index)];
    return place(section?.origin === 'template' ? keys.indexOf(section.key) : -1);
  }
  const id = followed.settings.goals?.[Number(index)]?.id;
  const isOwn = own.goals?.some(([known]) => known === id);
  return place(isOwn ? -1 : (settings.goals ?? []).findIndex((goal) => goal.id === id));
}

function withFields(error: unknown, rename: (field: string) => string): unknown {
  if (!(error instanceof ServiceError) || !error.details) return error;
  const details = error.details.map((detail) => ({ ...detail, field: rename(detail.field) }));
  const { code, message, headers, cause } = error;
  return new ServiceError(code, { message, details, ...(headers && { headers }), cause });
}
