import { type Attribute, attributeNamed, type ResourceType } from './attributes.ts';
import { refused } from './faults.ts';
import { filterTokens, type Token } from './filter-tokens.ts';
import { type Place, placeOf } from './paths.ts';

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const;
export type Operator = (typeof operators)[number];
/** Deeper ones are nobody's. */
const mostDepth = 20;

/** What a filter looks at: an attribute, or a part of those of its values for which `among` holds. */
export interface Target extends Place {
  readonly among: Filter | null;
}

/** A filter of RFC 7644 section 3.4.2.2, read. */
export type Filter =
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | { readonly kind: 'present'; readonly target: Target }
  | {
      readonly kind: 'compare';
      readonly target: Target;
      readonly operator: Operator;
      readonly value: string | number | boolean | null;
    };

/** Where names are looked up: in a whole resource, or among the parts of one value. */
type Scope = (path: string) => Place | undefined;

/** Reads a filter on resources. Throws `invalidFilter`. */
export function readFilter(type: ResourceType, filter: string): Filter {
  return new Reader(filterTokens(filter), (path) => placeOf(type, path)).whole();
}

/** Reads what stands in brackets behind an attribute with several values. Throws `invalidFilter`. */
export function readValueFilter(attribute: Attribute, tokens: readonly Token[]): Filter {
  return new Reader(tokens, partsOf(attribute)).whole();
}

function partsOf({ subAttributes = [] }: Attribute): Scope {
  return (path) => {
    const attribute = attributeNamed(subAttributes, path);
    return attribute && { extension: null, attribute, part: null };
  };
}

/** By recursive descent: `or` binds least, then `and`, then `not`. */
class Reader {
  readonly #tokens: readonly Token[];
  readonly #scope: Scope;
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], scope: Scope) {
    this.#tokens = tokens;
    this.#scope = scope;
  }

  whole(): Filter {
    const filter = this.#any();
    const left = this.#tokens[this.#next];
    if (left) throw refused('invalidFilter', `"${left.text}" is one too many in the filter.`);
    return filter;
  }

  #any(): Filter {
    if (++this.#depth > mostDepth) throw refused('invalidFilter', `A filter is at most ${mostDepth} levels deep.`);
    const filters = [this.#all()];
    while (this.#takeWord('or')) filters.push(this.#all());
    this.#depth--;
    return filters.length === 1 && filters[0] ? filters[0] : { kind: 'or', filters };
  }

  #all(): Filter {
    const filters = [this.#one()];
    while (this.#takeWord('and')) filters.push(this.#one());
    return filters.length === 1 && filters[0] ? filters[0] : { kind: 'and', filters };
  }

  #one(): Filter {
    if (this.#isAt('mark', '(')) return this.#grouped();
    const after = this.#tokens[this.#next + 1];
    if (this.#isAt('word', 'not') && after?.kind === 'mark' && after.text === '(') {
      this.#next++;
      return { kind: 'not', filter: this.#grouped() };
    }
    return this.#expression();
  }

  #grouped(): Filter {
    this.#next++;
    const filter = this.#any();
    this.#expect(')');
    return filter;
  }

  #expression(): Filter {
    const name = this.#take('word', 'the name of an attribute');
    const place = this.#scope(name);
    if (!place) throw refused('invalidFilter', `There is no attribute "${name}" to filter by.`);
    if (!this.#isAt('mark', '[')) return this.#compared({ ...place, among: null });
    return this.#valued(place);
  }

  /** `emails[type eq "work"]`, and what Entra writes: `emails[type eq "work"].value eq "a@b.c"`. */
  #valued(place: Place): Filter {
    const inside = this.#bracketed();
    const among = readValueFilter(place.attribute, inside);
    const following = this.#tokens[this.#next];
    if (following?.kind !== 'word' || !following.text.startsWith('.')) {
      return { kind: 'present', target: { ...place, among } };
    }
    this.#next++;
    const part = attributeNamed(place.attribute.subAttributes ?? [], following.text.slice(1));
    if (!part) throw refused('invalidFilter', `"${place.attribute.name}" has no part "${following.text.slice(1)}".`);
    return this.#compared({ ...place, part, among });
  }

  #bracketed(): readonly Token[] {
    const first = ++this.#next;
    while (this.#next < this.#tokens.length && !this.#isAt('mark', ']')) this.#next++;
    const inside = this.#tokens.slice(first, this.#next);
    this.#expect(']');
    return inside;
  }

  #compared(target: Target): Filter {
    const word = this.#take('word', 'an operator').toLowerCase();
    if (word === 'pr') return { kind: 'present', target };
    const operator = operators.find((each) => each === word);
    if (!operator) throw refused('invalidFilter', `There is no operator "${word}".`);
    return { kind: 'compare', target, operator, value: this.#value(target, operator) };
  }

  #value({ attribute, part }: Target, operator: Operator): string | number | boolean | null {
    const token = this.#tokens[this.#next++];
    if (!token || token.kind === 'mark') throw refused('invalidFilter', 'A value is missing in the filter.');
    const { type } = part ?? attribute;
    if (type !== 'boolean') return token.kind === 'text' ? token.text : plainValue(token.text);
    // Entra writes booleans as texts.
    const word = token.text.toLowerCase();
    if ((word !== 'true' && word !== 'false') || (operator !== 'eq' && operator !== 'ne')) {
      throw refused('invalidFilter', `"${(part ?? attribute).name}" is compared by eq or ne with true or false.`);
    }
    return word === 'true';
  }

  #isAt(kind: Token['kind'], text: string): boolean {
    const token = this.#tokens[this.#next];
    return token?.kind === kind && token.text.toLowerCase() === text;
  }

  #takeWord(text: string): boolean {
    if (!this.#isAt('word', text)) return false;
    this.#next++;
    return true;
  }

  #take(kind: Token['kind'], what: string): string {
    const token = this.#tokens[this.#next++];
    if (token?.kind !== kind)
      throw refused('invalidFilter', `The filter needs ${what} in place of "${token?.text ?? ''}".`);
    return token.text;
  }

  #expect(mark: string): void {
    if (!this.#isAt('mark', mark)) throw refused('invalidFilter', `A "${mark}" is missing in the filter.`);
    this.#next++;
  }
}

/** A value without quotes. Throws `invalidFilter`. */
function plainValue(word: string): number | boolean | null {
  if (word === 'null') return null;
  if (word === 'true' || word === 'false') return word === 'true';
  if (/^-?\d+(\.\d+)?$/.test(word)) return Number(word);
  throw refused('invalidFilter', `Write "${word}" in double quotes.`);
}
