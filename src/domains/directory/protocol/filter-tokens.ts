import { refused } from './faults.ts';

const longest = 2_000;

/** A bracket or parenthesis, a text in quotes (with what it says), or a word: a path, an operator or another value. */
export type Token = { readonly kind: 'mark' | 'word' | 'text'; readonly text: string };

/** The texts are those of JSON (RFC 7644 section 3.4.2.2). Each form begins differently, so that none is tried twice. */
const form = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/y;

/** No attribute has such a text, and a database would not take it. */
function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The parts of a filter or of a path with one. Throws `invalidFilter`. */
export function filterTokens(filter: string): readonly Token[] {
  if (filter.length > longest) throw refused('invalidFilter', `A filter has at most ${longest} characters.`);
  const tokens: Token[] = [];
  const trimmed = filter.trimEnd();
  form.lastIndex = 0;
  while (form.lastIndex < trimmed.length) {
    const start = form.lastIndex;
    const match = form.exec(trimmed);
    if (!match) throw refused('invalidFilter', `The filter cannot be read from character ${start + 1} on.`);
    const [, mark, quoted, word = ''] = match;
    if (mark !== undefined) tokens.push({ kind: 'mark', text: mark });
    else tokens.push(quoted === undefined ? { kind: 'word', text: word } : { kind: 'text', text: unquoted(quoted) });
  }
  return tokens;
}

function unquoted(quoted: string): string {
  try {
    const text: string = JSON.parse(quoted);
    if (isText(text)) return text;
  } catch {
    // Told below.
  }
  throw refused('invalidFilter', `${quoted} is no text of JSON.`);
}
