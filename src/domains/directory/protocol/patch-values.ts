import type { Attribute } from './attributes.ts';
import { refused } from './faults.ts';
import type { Filter, Target } from './filter.ts';
import { matches } from './match.ts';
import { readOne, readValue } from './read-values.ts';

/** A resource, or a part of one, while it is changed. */
export type Draft = Record<string, unknown>;

/** What is not there any more is no fault, so that a directory may say it twice. */
export function removeAt(holder: Draft, { attribute, part, among }: Target, value: unknown): void {
  const { name } = attribute;
  if (!attribute.multiValued) {
    if (part && holder[name]) delete (holder[name] as Draft)[part.name];
    else if (!part) delete holder[name];
    return;
  }
  const present = valuesOf(holder, attribute);
  if (part) {
    for (const each of chosen(present, among)) delete each[part.name];
    holder[name] = present.filter((each) => Object.keys(each).length > 0);
  } else if (among) holder[name] = present.filter((each) => !matches(among, each));
  // Entra names the members to remove in a value, and means those alone.
  else if (value === undefined) delete holder[name];
  else {
    const gone = new Set((readValue(attribute, value) as Draft[] | undefined)?.map(identityOf));
    holder[name] = present.filter((each) => !gone.has(identityOf(each)));
  }
}

/** Adds or replaces what a target names. Throws `invalidValue`, and `noTarget` where there is nothing to replace. */
export function setAt(holder: Draft, target: Target, change: 'add' | 'replace', value: unknown): void {
  const { attribute, part } = target;
  if (attribute.multiValued) {
    setAmong(holder, target, change, value);
    return;
  }
  if (part) {
    holder[attribute.name] ??= {};
    (holder[attribute.name] as Draft)[part.name] = readValue(part, value);
    return;
  }
  const read = readValue(attribute, value);
  // The parts that are not named stay (RFC 7644 section 3.5.2.3).
  holder[attribute.name] =
    attribute.type === 'complex' ? { ...(holder[attribute.name] as object), ...(read as object) } : read;
}

function setAmong(holder: Draft, target: Target, change: 'add' | 'replace', value: unknown): void {
  const { attribute, part, among } = target;
  const present = valuesOf(holder, attribute);
  if (!part && !among) {
    const given = (readValue(attribute, value) ?? []) as Draft[];
    holder[attribute.name] = change === 'replace' ? distinct(given) : distinct([...present, ...given], given);
    return;
  }
  let meant = chosen(present, among);
  if (meant.length === 0) {
    if (change === 'replace' && among) {
      throw refused('noTarget', `No value of ${attribute.name} is the one that is to be replaced.`);
    }
    meant = [among ? impliedBy(among) : {}];
    present.push(...meant);
  }
  for (const each of meant) {
    if (part) each[part.name] = readValue(part, value);
    else Object.assign(each, readOne(attribute, value));
  }
  holder[attribute.name] = distinct(present, meant);
}

function valuesOf(holder: Draft, { name }: Attribute): Draft[] {
  return [...((holder[name] ?? []) as Draft[])];
}

function chosen(values: readonly Draft[], among: Filter | null): Draft[] {
  return among ? values.filter((each) => matches(among, each)) : [...values];
}

/** What a new value is that a filter has to hold for: of `type eq "work"` it is for work. */
function impliedBy(filter: Filter): Draft {
  if (filter.kind === 'and') return Object.assign({}, ...filter.filters.map(impliedBy));
  if (filter.kind !== 'compare' || filter.operator !== 'eq') return {};
  return { [filter.target.attribute.name]: filter.value };
}

/** Two with the same `value` are one; of what has none, two that are the same in all. */
function identityOf(value: Draft): string {
  return JSON.stringify(value.value ?? value);
}

/** Each once, and one primary at most: of those that are new, where one is. */
function distinct(values: readonly Draft[], added: readonly Draft[] = values): Draft[] {
  const primary = added.findLast((each) => each.primary === true);
  const byIdentity = new Map<string, Draft>();
  for (const each of values) {
    const others = primary && each !== primary && each.primary === true ? { ...each, primary: false } : each;
    byIdentity.set(identityOf(each), { ...byIdentity.get(identityOf(each)), ...others });
  }
  return [...byIdentity.values()];
}
