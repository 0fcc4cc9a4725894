import type { Attribute, Values } from './attributes.ts';
import type { Filter, Operator, Target } from './filter.ts';

/** Whether a filter holds for a resource, or for one value of an attribute. */
export function matches(filter: Filter, values: Values): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((each) => matches(each, values));
    case 'or':
      return filter.filters.some((each) => matches(each, values));
    case 'not':
      return !matches(filter.filter, values);
    case 'present':
      return found(filter.target, values).some((value) => value !== '');
    case 'compare':
      return compares(filter.target, filter.operator, filter.value, values);
  }
}

function compares(target: Target, operator: Operator, wanted: unknown, values: Values): boolean {
  const all = found(target, values);
  const attribute = partOf(target) ?? target.attribute;
  const isEqual = () =>
    wanted === null ? all.length === 0 : all.some((value) => order(attribute, value, wanted) === 0);
  if (operator === 'eq') return isEqual();
  if (operator === 'ne') return !isEqual();
  return all.some((value) => holds(operator, attribute, value, wanted));
}

function holds(
  operator: Exclude<Operator, 'eq' | 'ne'>,
  attribute: Attribute,
  value: unknown,
  wanted: unknown,
): boolean {
  const [text, part] = [folded(attribute, value), folded(attribute, wanted)];
  if (operator === 'co') return text.includes(part);
  if (operator === 'sw') return text.startsWith(part);
  if (operator === 'ew') return text.endsWith(part);
  const sign = order(attribute, value, wanted);
  if (operator === 'gt') return sign > 0;
  if (operator === 'ge') return sign >= 0;
  return operator === 'lt' ? sign < 0 : sign <= 0;
}

/** Below, at or above zero as the value is before, the same as, or behind what is wanted; NaN where neither. */
function order(attribute: Attribute, value: unknown, wanted: unknown): number {
  if (typeof value === 'boolean' || typeof wanted === 'boolean') return value === wanted ? 0 : Number.NaN;
  if (attribute.type === 'dateTime') return Date.parse(String(value)) - Date.parse(String(wanted));
  const [one, other] = [folded(attribute, value), folded(attribute, wanted)];
  return one < other ? -1 : one > other ? 1 : 0;
}

function folded({ caseExact }: Attribute, value: unknown): string {
  const text = String(value).normalize('NFC');
  return caseExact ? text : text.toLowerCase();
}

/** The part that is looked at: that which is named, else the `value` of what has one. */
function partOf({ attribute, part }: Target): Attribute | undefined {
  return part ?? attribute.subAttributes?.find(({ name }) => name === 'value');
}

/** All values at the place, without those that are not there. */
function found(target: Target, values: Values): readonly unknown[] {
  const { extension, attribute, among } = target;
  const holder = extension === null ? values : (values[extension] as Values | undefined);
  const chosen = each(holder?.[attribute.name]).filter((value) => among === null || matches(among, value as Values));
  const part = partOf(target);
  return part ? chosen.flatMap((value) => each((value as Values)[part.name])) : chosen;
}

function each(value: unknown): readonly unknown[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined && one !== null);
}
