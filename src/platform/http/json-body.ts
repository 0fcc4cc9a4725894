import { type ErrorDetail, ServiceError } from '../errors.ts';

const maxDepth = 32;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for NUL.
const forbidden = /[\u0000\u202A-\u202E\u2066-\u2069]/;
/** NFC sorts the marks of a row in quadratic time: 120,000 would take seconds. No script needs more than a few. */
const longRowOfMarks = /(?<!\p{M})\p{M}{101}/u;

/**
 * Reads a JSON request body strictly (C-BODY-4 to C-BODY-8): valid UTF-8, an object at the top, no duplicate keys, no
 * `__proto__`, depth at most 32, finite numbers, well-formed text without NUL, bidi controls and long rows of marks. Text comes
 * back in NFC. Throws `invalid_request`.
 */
export function readJsonBody(bytes: Buffer): Record<string, unknown> {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw invalid('', 'encoding', 'The body is not valid UTF-8.');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid('', 'json', `The body is not valid JSON: ${(error as Error).message}`);
  }
  checkStructure(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('', 'type', 'The body must be a JSON object.');
  }
  return checkValue(value, '') as Record<string, unknown>;
}

/** Reads a body that is one text, under the same rules; a byte order mark is left out. Throws `invalid_request` with `field`. */
export function readTextBody(bytes: Buffer, field: string): string {
  try {
    return checkText(decoder.decode(bytes), field).replace(/^\uFEFF/, '');
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw invalid(field, 'encoding', 'The text is not valid UTF-8. Save it as "CSV UTF-8".');
  }
}

function invalid(field: string, rule: string, message: string): ServiceError {
  const details: ErrorDetail[] = [{ field, rule, message }];
  return new ServiceError('invalid_request', { details });
}

/** One token that matters for nesting or keys. Linear for valid JSON, the only input it gets. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g;

/** Finds what JSON.parse accepts: duplicate keys (the last one would win), `__proto__`, and any depth. */
function checkStructure(text: string): void {
  const open: Level[] = [];
  let isKey = false;
  for (const [token] of text.matchAll(tokens)) {
    const level = open.at(-1);
    if (token === '{' || token === '[') {
      open.push({ keys: token === '{' ? new Set() : null, place: 0 });
      if (open.length > maxDepth) throw invalid('', 'depth', `The body is nested deeper than ${maxDepth} levels.`);
      isKey = token === '{';
    } else if (token === '}' || token === ']') {
      open.pop();
      isKey = false;
    } else if (token === ',') {
      if (typeof level?.place === 'number') level.place += 1;
      isKey = level?.keys instanceof Set;
    } else if (isKey && level) {
      level.place = normalize(JSON.parse(token), '');
      checkKey(level.place, level.keys, open);
      isKey = false;
    }
  }
}

/** An open object or array, with the current key or element index. */
interface Level {
  readonly keys: Set<string> | null;
  place: string | number;
}

function checkKey(key: string, keys: Set<string> | null, open: readonly Level[]): void {
  const field = () => open.map(({ place }) => place).join('.');
  if (key === '__proto__') throw invalid(field(), 'key', 'The key "__proto__" is not allowed.');
  if (keys?.has(key)) throw invalid(field(), 'duplicate_key', 'The key stands more than once in its object.');
  keys?.add(key);
}

function checkValue(value: unknown, field: string): unknown {
  if (typeof value === 'string') return checkText(value, field);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw invalid(field, 'number', 'The number does not fit a double.');
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, index) => checkValue(item, join(field, String(index))));
  const checked: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    checked[checkText(key, field)] = checkValue(item, join(field, key));
  }
  return checked;
}

function checkText(text: string, field: string): string {
  if (!text.isWellFormed()) throw invalid(field, 'text', 'The text holds half of a surrogate pair.');
  if (forbidden.test(text)) throw invalid(field, 'text', 'The text holds a NUL or bidi control character.');
  return normalize(text, field);
}

function normalize(text: string, field: string): string {
  if (longRowOfMarks.test(text)) throw invalid(field, 'text', 'The text holds more than 100 combining marks in a row.');
  return text.normalize('NFC');
}

function join(field: string, key: string): string {
  return field === '' ? key : `${field}.${key}`;
}
