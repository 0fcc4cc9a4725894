import { type Attribute, attributeNamed, attributesOf, type ResourceType } from './attributes.ts';

/** Where a value is: an attribute, perhaps one of its parts, at the top of a resource or in an extension of it. */
export interface Place {
  /** The URN of the extension; null at the top. */
  readonly extension: string | null;
  readonly attribute: Attribute;
  readonly part: Attribute | null;
}

/** A path without the URN in front, and the extension that it names; null where it names none. */
export function withoutUrn(
  { schema, extensions }: ResourceType,
  path: string,
): { readonly extension: string | null; readonly rest: string } {
  const folded = path.toLowerCase();
  const named = [schema, ...extensions].find(({ id }) => folded.startsWith(`${id.toLowerCase()}:`));
  if (!named) return { extension: null, rest: path };
  return { extension: named === schema ? null : named.id, rest: path.slice(named.id.length + 1) };
}

/** The place of a path such as `name.familyName`; undefined where there is none. */
export function placeOf(type: ResourceType, path: string): Place | undefined {
  const { extension, rest } = withoutUrn(type, path);
  const [name = '', part, ...more] = rest.split('.');
  if (more.length > 0) return undefined;
  const attribute = attributeNamed(attributesIn(type, extension), name);
  if (!attribute) return undefined;
  if (part === undefined) return { extension, attribute, part: null };
  const found = attributeNamed(attribute.subAttributes ?? [], part);
  return found && { extension, attribute, part: found };
}

/** The attributes at the top of a resource, or of one of its extensions. */
export function attributesIn(type: ResourceType, extension: string | null): readonly Attribute[] {
  if (extension === null) return attributesOf(type);
  return type.extensions.find(({ id }) => id === extension)?.attributes ?? [];
}
