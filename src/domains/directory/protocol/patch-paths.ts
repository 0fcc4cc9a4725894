import { attributeNamed, type ResourceType } from './attributes.ts';
import { refused, ScimFault } from './faults.ts';
import { readValueFilter, type Target } from './filter.ts';
import { filterTokens, type Token } from './filter-tokens.ts';
import { attributesIn, placeOf, withoutUrn } from './paths.ts';

/**
 * What the path of a change names (RFC 7644 section 3.5.2): `active`, `name.familyName`, `members[value eq "…"]`,
 * `emails[type eq "work"].value`, with or without the URN of a schema. Throws `invalidPath`, also for what is not there.
 */
export function readPatchPath(type: ResourceType, path: string): Target {
  const bracket = path.indexOf('[');
  if (bracket < 0) {
    const place = placeOf(type, path.trim());
    if (place) return { ...place, among: null };
    throw unknown(path);
  }
  const { extension, rest } = withoutUrn(type, path.trim());
  const attribute = attributeNamed(attributesIn(type, extension), rest.slice(0, rest.indexOf('[')));
  if (!attribute?.multiValued || !attribute.subAttributes) throw unknown(path);
  const { inside, after } = bracketed(path, rest.slice(rest.indexOf('[')));
  const among = inPath(path, () => readValueFilter(attribute, inside));
  if (after === undefined) return { extension, attribute, part: null, among };
  const part = after.startsWith('.') ? attributeNamed(attribute.subAttributes, after.slice(1)) : undefined;
  if (!part) throw unknown(path);
  return { extension, attribute, part, among };
}

/** The tokens between the brackets, and the word behind them. */
function bracketed(
  path: string,
  rest: string,
): { readonly inside: readonly Token[]; readonly after: string | undefined } {
  const [, ...tokens] = inPath(path, () => filterTokens(rest));
  const end = tokens.findIndex(({ kind, text }) => kind === 'mark' && text === ']');
  const [after, ...more] = tokens.slice(end + 1);
  if (end < 0 || more.length > 0 || (after && after.kind !== 'word')) throw unknown(path);
  return { inside: tokens.slice(0, end), after: after?.text };
}

/** A filter that is wrong makes the path wrong. */
function inPath<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof ScimFault) throw refused('invalidPath', `${path.slice(0, 200)}: ${error.message}`);
    throw error;
  }
}

function unknown(path: string) {
  return refused('invalidPath', `There is no "${path.slice(0, 200)}" to change.`);
}
