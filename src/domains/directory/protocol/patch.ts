import type { ResourceType, Values } from './attributes.ts';
import { refused } from './faults.ts';
import type { Target } from './filter.ts';
import { readPatchPath } from './patch-paths.ts';
import { type Draft, removeAt, setAt } from './patch-values.ts';
import { namedValue, requireObject } from './read-values.ts';

const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const mostOperations = 1_000;

type Change = 'add' | 'remove' | 'replace';

interface Operation {
  readonly change: Change;
  readonly path: string | undefined;
  readonly value: unknown;
}

/**
 * The resource as the operations of a body make it (RFC 7644 section 3.5.2), in the forms that Entra, Okta and OneLogin send.
 * Throws `invalidSyntax`, `invalidPath`, `invalidValue`, `noTarget`, `mutability`; then nothing is changed.
 */
export function patched(type: ResourceType, resource: Values, body: Values): Values {
  const draft = structuredClone(resource) as Draft;
  for (const operation of readOperations(body)) apply(type, draft, operation);
  // Without parts that have become undefined.
  return JSON.parse(JSON.stringify(withoutEmpty(draft)));
}

function readOperations(body: Values): readonly Operation[] {
  const schemas = namedValue(body, 'schemas');
  if (!Array.isArray(schemas) || !schemas.includes(patchSchema)) {
    throw refused('invalidSyntax', `The schemas of a change are ["${patchSchema}"].`);
  }
  const operations = namedValue(body, 'Operations');
  if (!Array.isArray(operations) || operations.length === 0) {
    throw refused('invalidSyntax', 'Operations is a list of changes, at least one.');
  }
  if (operations.length > mostOperations) {
    throw refused('invalidSyntax', `A request has at most ${mostOperations} operations.`);
  }
  return operations.map(readOperation);
}

function readOperation(given: unknown): Operation {
  const operation = requireObject(given, 'An operation');
  const word = String(namedValue(operation, 'op')).toLowerCase();
  const path = namedValue(operation, 'path');
  if (word !== 'add' && word !== 'remove' && word !== 'replace') {
    throw refused('invalidSyntax', 'The op of an operation is add, remove or replace.');
  }
  if (path !== undefined && path !== null && typeof path !== 'string') {
    throw refused('invalidPath', 'The path of an operation is a text.');
  }
  return { change: word, path: path || undefined, value: namedValue(operation, 'value') };
}

function apply(type: ResourceType, draft: Draft, { change, path, value }: Operation): void {
  if (path !== undefined) {
    applyAt(type, draft, change, path, value);
    return;
  }
  if (change === 'remove') throw refused('noTarget', 'To remove something, name it by a path.');
  for (const [key, each] of Object.entries(requireObject(value, 'A value without a path'))) {
    applyKey(type, draft, change, key, each);
  }
}

/** A key of a value without a path is a path itself: Entra writes `name.givenName` and `emails[type eq "work"].value` so. */
function applyKey(type: ResourceType, draft: Draft, change: Change, key: string, value: unknown): void {
  const folded = key.toLowerCase();
  if (folded === 'schemas' || folded === 'meta') return;
  // Okta names the group that it changes.
  if (folded === 'id' && value === draft.id) return;
  applyAt(type, draft, change, key, value);
}

function applyAt(type: ResourceType, draft: Draft, change: Change, path: string, value: unknown): void {
  const extension = type.extensions.find(({ id }) => id.toLowerCase() === path.toLowerCase());
  if (extension && change === 'remove') return void delete draft[extension.id];
  if (extension) {
    for (const [key, each] of Object.entries(requireObject(value, path))) {
      applyAt(type, draft, change, `${extension.id}:${key}`, each);
    }
    return;
  }
  const target = readPatchPath(type, path);
  requireWritable(target, change);
  if (change !== 'remove' && value === undefined) {
    throw refused('invalidValue', `To ${change} ${path}, send a value.`);
  }
  const holder = holderOf(draft, target.extension);
  if (change === 'remove' || value === null) removeAt(holder, target, value ?? undefined);
  else setAt(holder, target, change, value);
}

function requireWritable({ attribute, part, among }: Target, change: Change): void {
  const name = part?.name ?? attribute.name;
  if (attribute.mutability === 'readOnly' || part?.mutability === 'readOnly') {
    throw refused('mutability', `${name} cannot be changed.`);
  }
  const isWhole = part === null && among === null;
  if (change === 'remove' && isWhole && attribute.required) {
    throw refused('mutability', `${name} is required and cannot be removed.`);
  }
}

function holderOf(draft: Draft, extension: string | null): Draft {
  if (extension === null) return draft;
  draft[extension] ??= {};
  return draft[extension] as Draft;
}

/** An attribute without a value is none (RFC 7643 section 2.5). */
function withoutEmpty(draft: Draft): Draft {
  return Object.fromEntries(Object.entries(draft).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value !== 'object') return false;
  return Array.isArray(value) ? value.length === 0 : Object.values(value).every((each) => each === undefined);
}
