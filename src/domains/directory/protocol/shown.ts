import { isDeepStrictEqual } from 'node:util';
import type { ResourceType, Values } from './attributes.ts';
import { refused } from './faults.ts';
import { type Place, placeOf } from './paths.ts';

const mostNames = 100;

/** Which attributes an answer has (RFC 7644 section 3.9): those that are named, or all but those. */
export interface Shown {
  readonly only: readonly Place[] | null;
  readonly without: readonly Place[];
}

/** Reads `attributes` and `excludedAttributes`; names that nobody knows choose nothing. Throws `invalidValue` for both at once. */
export function readShown(
  type: ResourceType,
  { attributes, excludedAttributes }: { readonly attributes?: string; readonly excludedAttributes?: string },
): Shown {
  if (attributes && excludedAttributes) {
    throw refused('invalidValue', 'Send attributes or excludedAttributes, not both.');
  }
  return {
    only: attributes ? placesOf(type, attributes) : null,
    without: excludedAttributes ? placesOf(type, excludedAttributes) : [],
  };
}

function placesOf(type: ResourceType, names: string): Place[] {
  const list = names.split(',').slice(0, mostNames);
  return list.flatMap((name) => {
    const extension = type.extensions.find(({ id }) => id.toLowerCase() === name.trim().toLowerCase());
    if (!extension) return placeOf(type, name.trim()) ?? [];
    return extension.attributes.map((attribute) => ({ extension: extension.id, attribute, part: null }));
  });
}

/** Whether an answer has any of an attribute. */
export function isShown({ only, without }: Shown, name: string): boolean {
  if (without.some(({ attribute, part }) => attribute.name === name && part === null)) return false;
  return only === null || only.some(({ attribute }) => attribute.name === name);
}

/** The resource as an answer shows it; `schemas` and what is always returned are always there. */
export function show(resource: Values, { only, without }: Shown): Values {
  if (only) {
    const kept: Record<string, unknown> = { schemas: resource.schemas, id: resource.id };
    for (const place of only) copy(resource, kept, place);
    return kept;
  }
  if (without.length === 0) return resource;
  const left = structuredClone(resource) as Record<string, unknown>;
  for (const place of without) leaveOut(left, place);
  return left;
}

function copy(resource: Values, kept: Record<string, unknown>, { extension, attribute, part }: Place): void {
  const from = extension === null ? resource : ((resource[extension] ?? {}) as Values);
  const value = from[attribute.name];
  if (value === undefined) return;
  if (extension !== null) kept[extension] ??= {};
  const into = extension === null ? kept : (kept[extension] as Record<string, unknown>);
  if (!part) into[attribute.name] = value;
  else if (Array.isArray(value)) {
    const before = (into[attribute.name] ?? value.map(() => ({}))) as Values[];
    into[attribute.name] = value.map((each: Values, index) => ({ ...before[index], [part.name]: each[part.name] }));
  } else into[attribute.name] = { ...(into[attribute.name] as object), [part.name]: (value as Values)[part.name] };
}

function leaveOut(left: Record<string, unknown>, { extension, attribute, part }: Place): void {
  const from = extension === null ? left : ((left[extension] ?? {}) as Record<string, unknown>);
  if (attribute.returned === 'always') return;
  if (!part) return void delete from[attribute.name];
  const value = from[attribute.name];
  for (const each of Array.isArray(value) ? value : [value ?? {}]) delete (each as Record<string, unknown>)[part.name];
}

/** The names of the attributes that two states of a resource differ in. */
export function differences(before: Values, after: Values): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name])).toSorted();
}
