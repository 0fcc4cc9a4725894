import { renamed } from '../../reporting/documents/expression.ts';
import type { GoalsSettings } from '../../reporting/documents/goal-settings.ts';
import { readPlaceholder } from '../../reporting/documents/placeholders.ts';
import type { SectionSettings } from '../../reporting/documents/section-settings.ts';
import type { ChosenFigure } from './content.ts';
import type { FilledSlots, SlotWords } from './slots.ts';

type Of<Type extends SectionSettings['type']> = Extract<SectionSettings, { readonly type: Type }>;

/**
 * A section of a template with the connections and keys of one project; undefined where a slot that it needs is empty, or
 * its connection has nothing that the section shows. `goals` are those that the project has.
 */
export function fillSection(
  section: SectionSettings,
  slots: FilledSlots,
  goals: ReadonlySet<string>,
): SectionSettings | undefined {
  switch (section.type) {
    case 'channels':
      return fillChannels(section, slots);
    case 'text':
      return fillText(section, slots);
    case 'goals':
      return fillGoalNames(section, goals);
    case 'kpis':
    case 'timeseries':
    case 'breakdown':
    case 'heatmap':
    case 'funnel':
    case 'gallery': {
      const slot = slots.get(section.connection_id);
      return slot && fillOne(section, slot);
    }
    default:
      return section;
  }
}

/** The goals of a template whose slot is filled and has the metric. */
export function fillGoals(goals: GoalsSettings, slots: FilledSlots): GoalsSettings {
  return goals.flatMap((goal) => {
    const slot = slots.get(goal.connection_id);
    const metric = slot?.metric(goal.metric);
    return slot && metric !== undefined ? [{ ...goal, connection_id: slot.connectionId, metric }] : [];
  });
}

/** The figures of the portfolio whose slot is filled and has the metric. */
export function fillFigures(figures: readonly ChosenFigure[], slots: FilledSlots): ChosenFigure[] {
  return figures.flatMap(({ connection_id, metric }) => {
    const slot = slots.get(connection_id);
    const key = slot?.metric(metric);
    return slot && key !== undefined ? [{ connection_id: slot.connectionId, metric: key }] : [];
  });
}

function fillOne(
  section: Of<'kpis' | 'timeseries' | 'breakdown' | 'heatmap' | 'funnel' | 'gallery'>,
  slot: SlotWords,
): SectionSettings | undefined {
  const connection_id = slot.connectionId;
  if (section.type === 'timeseries') return fillSeries({ ...section, connection_id }, slot);
  if (section.type === 'heatmap') {
    const metric = slot.metric(section.metric);
    return metric === undefined ? undefined : { ...section, connection_id, metric };
  }
  const metrics = section.metrics && present(section.metrics, slot);
  // A funnel that lacks a step would show another loss than there is.
  const isWhole = section.type === 'funnel' ? metrics?.length === section.metrics.length : metrics?.length !== 0;
  if (!isWhole) return undefined;
  // A card has two figures at least.
  if (section.type === 'gallery' && (metrics?.length ?? 0) < 2) return undefined;
  const filled = { ...section, connection_id, ...(metrics && { metrics }) } as typeof section;
  if (filled.type !== 'breakdown' && filled.type !== 'gallery') return filled;
  const dimension = slot.dimension(filled.dimension);
  if (dimension === undefined) return undefined;
  return filled.type === 'gallery'
    ? fillCards({ ...filled, dimension }, slot)
    : fillTable(fillSecondary({ ...filled, dimension }, slot), slot);
}

/** Without what they are sorted by, cards have their usual order. */
function fillCards({ sort, ...section }: Of<'gallery'>, slot: SlotWords): SectionSettings {
  const by = sort?.by && slot.metric(sort.by);
  return sort && (!sort.by || by) ? { ...section, sort: { ...sort, ...(by && { by }) } } : section;
}

/** Without its secondary dimension a table is one by the first alone. */
function fillSecondary(section: Of<'breakdown'>, slot: SlotWords): Of<'breakdown'> {
  const { secondary_dimension: key, layout, secondary_limit, ...single } = section;
  if (key === undefined || key === null) return section;
  const secondary = slot.dimension(key);
  return secondary === undefined || secondary === section.dimension
    ? single
    : { ...section, secondary_dimension: secondary };
}

/** Own columns whose metrics there are; without what it is sorted by, a table has its usual order. */
function fillTable(section: Of<'breakdown'>, slot: SlotWords): SectionSettings {
  const { own_columns, sort, ...rest } = section;
  const own = own_columns?.flatMap((column) => {
    const expression = renamed(column.expression, (name) => slot.metric(name));
    return expression === undefined ? [] : [{ ...column, expression }];
  });
  const by = sort?.by;
  const isOwn = own_columns?.some(({ key }) => key === by);
  const key = isOwn ? own?.find((column) => column.key === by)?.key : by && slot.metric(by);
  const isSorted = sort && (by === undefined || by === null || key !== undefined);
  return {
    ...rest,
    ...(own && own.length > 0 && { own_columns: own }),
    ...(isSorted && { sort: { ...sort, ...(by && key && { by: key }) } }),
  };
}

/** Of several series those that there are: one of them alone is the metric. */
function fillSeries(section: Of<'timeseries'>, slot: SlotWords): SectionSettings | undefined {
  const { metric, metrics, ...rest } = section;
  const keys = present(metrics ?? (metric === undefined ? [] : [metric]), slot);
  const [first] = keys;
  if (first === undefined) return undefined;
  return keys.length === 1 ? { ...rest, metric: first } : { ...rest, metrics: keys };
}

function present(names: readonly string[], slot: SlotWords): string[] {
  const keys = names.map((name) => slot.metric(name)).filter((key) => key !== undefined);
  return [...new Set(keys)];
}

/** The rows of filled slots, the metrics that one of them has, and the ratios of those. */
function fillChannels(section: Of<'channels'>, slots: FilledSlots): SectionSettings | undefined {
  const seen = new Set<string>();
  const rows = section.rows.flatMap((row) => {
    const connectionId = slots.get(row.connection_id)?.connectionId;
    // Two slots that one connection fills are one row.
    if (connectionId === undefined || seen.has(connectionId)) return [];
    seen.add(connectionId);
    return [{ ...row, connection_id: connectionId }];
  });
  const own = section.metrics.flatMap((metric) => {
    if (!metric.of) return [metric];
    const of: Record<string, string> = {};
    for (const [reference, name] of Object.entries(metric.of)) {
      const slot = slots.get(reference);
      const key = slot?.metric(name);
      if (slot && key !== undefined) of[slot.connectionId] ??= key;
    }
    return Object.keys(of).length > 0 ? [{ ...metric, of }] : [];
  });
  const keys = new Set(own.filter(({ of }) => of).map(({ key }) => key));
  const metrics = own.filter(({ ratio }) => !ratio || ratio.every((each) => keys.has(each)));
  return rows.length > 0 && metrics.length > 0 ? { ...section, rows, metrics } : undefined;
}

/** A text that speaks of a figure which is not there is left out whole. */
function fillText(section: Of<'text'>, slots: FilledSlots): SectionSettings | undefined {
  let isWhole = true;
  const markdown = section.markdown.replace(/\{\{([^{}\n]*)\}\}/g, (whole, inner: string) => {
    const read = readPlaceholder(inner.trim());
    if (!read || 'period' in read) return whole;
    const slot = slots.get(read.connection);
    const metric = slot?.metric(read.metric);
    if (slot && metric !== undefined) return `{{${slot.connectionId}.${metric}.${read.form}}}`;
    isWhole = false;
    return whole;
  });
  return isWhole ? { ...section, markdown } : undefined;
}

function fillGoalNames(section: Of<'goals'>, goals: ReadonlySet<string>): SectionSettings | undefined {
  if (!section.goals) return goals.size > 0 ? section : undefined;
  const named = section.goals.filter((id) => goals.has(id));
  return named.length > 0 ? { ...section, goals: named } : undefined;
}
