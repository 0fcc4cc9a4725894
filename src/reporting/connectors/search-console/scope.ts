import { type Static, Type } from 'typebox';

const texts = Type.Optional(
  Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: 20, uniqueItems: true }),
);

/** The part of a configuration that says which results count. */
export const searchScope = {
  /** The kind of search; the web unless given. */
  type: Type.Optional(Type.Enum(['web', 'image', 'video', 'news'])),
  /** Search terms that have any of `contains` and none of `without` in them, in upper or lower case. */
  queries: Type.Optional(
    Type.Object({ contains: texts, without: texts }, { additionalProperties: false, minProperties: 1 }),
  ),
};

const schema = Type.Object(searchScope);
export type SearchScope = Static<typeof schema>;

/**
 * The filters of a request. Filters of a group all have to fit, so that several texts are one expression (RE2). Search terms are
 * in small letters.
 */
export function filtersOf({ queries }: SearchScope): object {
  if (!queries) return {};
  const filters = [
    { operator: 'includingRegex', texts: queries.contains },
    { operator: 'excludingRegex', texts: queries.without },
  ].flatMap(({ operator, texts }) =>
    texts ? [{ dimension: 'query', operator, expression: texts.map(literal).join('|') }] : [],
  );
  return { dimensionFilterGroups: [{ groupType: 'and', filters }] };
}

/** The text itself, as an expression. */
function literal(text: string): string {
  return text.toLowerCase().replace(/[\\^$.|?*+()[\]{}]/g, '\\$&');
}
