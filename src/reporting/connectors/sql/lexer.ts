/** What a dialect writes otherwise than the others, and what it refuses by name. */
export interface Lexicon {
  /** Marks around texts and around names. */
  readonly textMarks: string;
  /** `[` is closed by `]`. */
  readonly nameMarks: string;
  /** Whether a backslash escapes the next character of a text. */
  readonly hasBackslashes: boolean;
  /** False where a doubled mark does not stand for itself, and three begin a text of another kind. */
  readonly hasDoubledMarks?: false;
  /** Letters that give a text behind them another meaning; PostgreSQL's `E` unless told otherwise. */
  readonly prefixes?: RegExp;
  /** Symbols that expressions may not have, with the reason. */
  readonly symbols: readonly (readonly [symbol: RegExp, reason: string])[];
  /** Names that are refused wherever they stand. */
  readonly words: RegExp;
  /** Names that are refused as functions. */
  readonly calls: RegExp;
}

export interface Token {
  readonly kind: 'name' | 'text' | 'symbol';
  /** Without the marks around it. */
  readonly text: string;
  readonly isQuoted: boolean;
  /** From 0. */
  readonly at: number;
}

const name = /[\p{L}_][\p{L}\p{N}_$]*/uy;
const number = /\d[\w.]*/y;
const blank = /\s+/y;

/** Splits an expression or a SELECT into its tokens; returns a sentence without full stop if it cannot be split. */
export function tokensOf(sql: string, lexicon: Lexicon): Token[] | string {
  const tokens: Token[] = [];
  for (let at = 0; at < sql.length; ) {
    const end = matchEnd(blank, sql, at) ?? matchEnd(number, sql, at);
    if (end !== undefined) {
      at = end;
      continue;
    }
    const comment = /^(?:--|\/\*|#)/.exec(sql.slice(at, at + 2));
    if (comment) return `leave out the comment at character ${at + 1}`;
    const token = tokenAt(sql, at, lexicon);
    if (typeof token === 'string') return token;
    tokens.push(token);
    at += token.isQuoted ? token.text.length + 2 : token.text.length;
  }
  return tokens;
}

function tokenAt(sql: string, at: number, lexicon: Lexicon): Token | string {
  const mark = sql.charAt(at);
  const isText = lexicon.textMarks.includes(mark);
  if (isText || lexicon.nameMarks.includes(mark)) {
    const end = closingMark(sql, at, lexicon);
    if (end === undefined) return `the ${mark} at character ${at + 1} is not closed`;
    if (lexicon.hasDoubledMarks === false && sql.charAt(end + 1) === mark) {
      return `write \\${mark} for the ${mark} within the text at character ${at + 1}`;
    }
    const text = sql.slice(at + 1, end);
    if (!isText && mark !== '[' && text.includes('\\')) return `a name in ${mark} may have no backslash`;
    return { kind: isText ? 'text' : 'name', text, isQuoted: true, at };
  }
  const end = matchEnd(name, sql, at);
  if (end === undefined) return { kind: 'symbol', text: mark, isQuoted: false, at };
  return { kind: 'name', text: sql.slice(at, end), isQuoted: false, at };
}

/** A doubled mark stands for itself. */
function closingMark(sql: string, at: number, { hasBackslashes, hasDoubledMarks }: Lexicon): number | undefined {
  const mark = sql.charAt(at) === '[' ? ']' : sql.charAt(at);
  for (let index = at + 1; index < sql.length; index++) {
    if (hasBackslashes && sql.charAt(index) === '\\') index++;
    else if (hasDoubledMarks !== false && sql.startsWith(mark + mark, index)) index++;
    else if (sql.charAt(index) === mark) return index;
  }
  return undefined;
}

function matchEnd(pattern: RegExp, sql: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(sql) ? pattern.lastIndex : undefined;
}
