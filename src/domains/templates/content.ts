import type { ErrorDetail } from '../../platform/errors.ts';
import { type GoalsSettings, goalFaults } from '../../reporting/documents/goal-settings.ts';
import { placeholderNames, readPlaceholder, unknownPlaceholder } from '../../reporting/documents/placeholders.ts';
import type { SectionSettings, SectionsSettings } from '../../reporting/documents/section-settings.ts';
import type { BrandInput } from '../brands/schema.ts';
import type { ReportDefaults } from './report-defaults.ts';

/** A place for a connection, which each project fills with one of its own. */
export interface Slot {
  readonly slot: string;
  /** The systems that it takes. */
  readonly systems: readonly string[];
  /** Whether a report without it is none. */
  readonly required?: boolean;
  /** What a system calls the metrics and dimensions of the sections, where it is not the same: name -> system -> key. */
  readonly names?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What of a project's settings a template gives; its sections and goals name slots, as in `slot:ads`, for connections. */
export interface TemplateSettings {
  readonly title?: string | null;
  readonly sections?: SectionsSettings | null;
  readonly goals?: GoalsSettings | null;
  readonly on_failure?: 'block' | 'omit' | null;
  readonly brand?: BrandInput | null;
  /** What the portfolio shows of a project; of those in their own settings nothing but the template says so. */
  readonly portfolio?: readonly ChosenFigure[] | null;
}

/** A figure of the portfolio: a metric of a slot, or of the connection that fills it. */
export interface ChosenFigure {
  readonly connection_id: string;
  readonly metric: string;
}

export interface TemplateContent {
  readonly slots: readonly Slot[];
  readonly settings: TemplateSettings;
  /** Absent for one that says nothing of it. */
  readonly reports?: ReportDefaults | null;
}

/** What sections and goals have for a connection. */
export const slotPrefix = 'slot:';

/** The dotted paths in a content that are at fault; none for one that can be used. */
export function contentFaults({ slots, settings }: TemplateContent, systems: readonly string[]): ErrorDetail[] {
  const sections = settings.sections ?? [];
  const goals = settings.goals ?? [];
  return [
    ...slots.flatMap((slot, index) => slotFaults(slot, index, slots.slice(0, index), systems)),
    ...sections.flatMap((section, index) => sectionFaults(section, `settings.sections.${index}`, slots)),
    ...goals.flatMap(({ connection_id }, index) =>
      referenceFaults(connection_id, `settings.goals.${index}.connection_id`, slots),
    ),
    ...(settings.portfolio ?? []).flatMap(({ connection_id }, index) =>
      referenceFaults(connection_id, `settings.portfolio.${index}.connection_id`, slots),
    ),
    ...goalFaults(goals, sections).map(({ field, ...fault }) => ({ field: `settings.${field}`, ...fault })),
  ];
}

function slotFaults(
  { slot, systems, names = {} }: Slot,
  index: number,
  before: readonly Slot[],
  known: readonly string[],
): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  if (before.some((other) => other.slot === slot)) {
    faults.push({
      field: `slots.${index}.slot`,
      rule: 'unique',
      message: `is also the name of another slot, "${slot}"`,
    });
  }
  const unknown = systems.findIndex((system) => !known.includes(system));
  if (unknown >= 0) {
    const message = `names no system; there are ${known.join(', ')}`;
    faults.push({ field: `slots.${index}.systems.${unknown}`, rule: 'value', message });
  }
  for (const [name, keys] of Object.entries(names)) {
    const other = Object.keys(keys).find((system) => !systems.includes(system));
    if (other === undefined) continue;
    const message = `names the system "${other}", which the slot does not take`;
    faults.push({ field: `slots.${index}.names.${name}`, rule: 'value', message });
  }
  return faults;
}

function sectionFaults(section: SectionSettings, field: string, slots: readonly Slot[]): ErrorDetail[] {
  if (section.type === 'text') return textFaults(section.markdown, `${field}.markdown`, slots);
  if (section.type === 'channels') {
    return [
      ...section.rows.flatMap(({ connection_id }, index) =>
        referenceFaults(connection_id, `${field}.rows.${index}.connection_id`, slots),
      ),
      ...section.metrics.flatMap(({ of = {} }, index) =>
        Object.keys(of).flatMap((reference) => referenceFaults(reference, `${field}.metrics.${index}.of`, slots)),
      ),
    ];
  }
  return 'connection_id' in section ? referenceFaults(section.connection_id, `${field}.connection_id`, slots) : [];
}

function textFaults(markdown: string, field: string, slots: readonly Slot[]): ErrorDetail[] {
  const wrong = placeholderNames(markdown).find((name) => {
    const read = readPlaceholder(name);
    return !read || ('connection' in read && !findSlot(read.connection, slots));
  });
  return wrong === undefined ? [] : [{ field, rule: 'placeholder', message: unknownPlaceholder(wrong) }];
}

function referenceFaults(reference: string, field: string, slots: readonly Slot[]): ErrorDetail[] {
  if (findSlot(reference, slots)) return [];
  const known = slots.map(({ slot }) => slotPrefix + slot).join(', ') || 'none yet';
  return [{ field, rule: 'value', message: `names no slot of the template; it has ${known}` }];
}

/** The slot that `slot:ads` names. */
function findSlot(reference: string, slots: readonly Slot[]): Slot | undefined {
  return slots.find(({ slot }) => reference === slotPrefix + slot);
}
