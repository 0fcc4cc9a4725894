import type { Queryable } from '../../platform/database/tables.ts';
import { ServiceError } from '../../platform/errors.ts';
import { refusedField } from '../../platform/faults.ts';
import { listConnections } from '../connections/connections.ts';
import type { Slot, TemplateContent, TemplateSettings } from './content.ts';
import { fillFigures, fillGoals, fillSection } from './fill-sections.ts';
import type { FollowedSettings } from './follow.ts';
import { withTemplate } from './followers.ts';
import { emptySlot, fillSlots, type SlotChoices, type SlotConnection, type SlotWords } from './slots.ts';

/**
 * What a project has for settings as the content of a template: for each connection that its sections name the slot of
 * `before` that it fills, or one named after its system. Throws a fault of `project_id`.
 */
export async function contentOfProject(
  db: Queryable,
  accountId: string,
  projectId: string,
  before: readonly Slot[] = [],
): Promise<TemplateContent> {
  const own = db.selectFrom('projects').selectAll().where('id', '=', projectId).where('account_id', '=', accountId);
  const project = await own.executeTakeFirst();
  if (!project) throw refusedField('project_id', 'value', 'names no project of the account');
  const { settings, template_choices } = await withTemplate(db, project);
  const used = (await listConnections(db, projectId)).filter(({ id }) => settings.includes(id));
  const choices = JSON.parse(template_choices ?? '{}') as SlotChoices;
  const { slots, words } = slotsFor(used, before, choices);
  return { slots, settings: emptied(JSON.parse(settings) as FollowedSettings, words) };
}

function slotsFor(connections: readonly SlotConnection[], before: readonly Slot[], choices: SlotChoices) {
  const slots = [...before];
  const words = new Map<string, SlotWords>();
  for (const { slot, connection, fitting } of fillSlots(before, connections, choices)) {
    const filling = connection ?? fitting.find(({ id }) => !words.has(id));
    if (filling && !words.has(filling.id)) words.set(filling.id, emptySlot(slot, filling.system));
  }
  for (const { id, system } of connections) {
    if (words.has(id)) continue;
    const slot = { slot: freeName(system, slots), systems: [system] };
    slots.push(slot);
    words.set(id, emptySlot(slot, system));
  }
  return { slots, words };
}

function freeName(system: string, slots: readonly Slot[]): string {
  const names = Array.from({ length: slots.length + 1 }, (_, place) =>
    place === 0 ? system : `${system}-${place + 1}`,
  );
  return names.find((name) => slots.every(({ slot }) => slot !== name)) ?? system;
}

function emptied(settings: FollowedSettings, words: ReadonlyMap<string, SlotWords>): TemplateSettings {
  const { title, sections, goals: all, on_failure, brand, accent_color, logo, portfolio } = settings;
  const goals = fillGoals(all ?? [], words);
  const ids = new Set(goals.map(({ id }) => id));
  const laid = sections?.map((section) => fillSection(section, words, ids)).filter((section) => section !== undefined);
  // What projects had before they had a brand.
  const whole = { ...(accent_color && { accent_color }), ...(logo && { logo }), ...brand };
  return {
    ...(title && { title }),
    ...(laid && { sections: laid }),
    ...(goals.length > 0 && { goals }),
    ...(on_failure && { on_failure }),
    ...(Object.keys(whole).length > 0 && { brand: whole }),
    ...(portfolio && { portfolio: fillFigures(portfolio, words) }),
  };
}

/** Throws `invalid_request` for a template whose content is to come from two places. */
export function refuseSeveral(body: {
  readonly project_id?: unknown;
  readonly library?: unknown;
  readonly slots?: unknown;
  readonly settings?: unknown;
}): void {
  const own = body.slots !== undefined || body.settings !== undefined;
  const places = [
    body.project_id !== undefined && 'project_id',
    body.library !== undefined && 'library',
    own && 'slots',
  ];
  const [field, ...others] = places.filter((place) => place !== false);
  if (field === undefined || others.length === 0) return;
  const message = `comes with ${others.join(' and ')}; take the content from one of them`;
  throw new ServiceError('invalid_request', { details: [{ field, rule: 'alone', message }] });
}
