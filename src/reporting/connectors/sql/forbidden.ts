import { type Lexicon, type Token, tokensOf } from './lexer.ts';

/**
 * Why a text may not be put into a statement as one expression, as a sentence without full stop; undefined if it may.
 * The server's own rights are the wall; this keeps out what they let through, such as waiting and reading its files.
 */
export function expressionFault(sql: string, lexicon: Lexicon): string | undefined {
  const tokens = tokensOf(sql, lexicon);
  if (typeof tokens === 'string') return tokens;
  if (tokens.length === 0 && sql.trim() === '') return 'it is empty';
  return faultIn(tokens, sql, lexicon);
}

/** The same for one SELECT. */
export function selectFault(sql: string, lexicon: Lexicon): string | undefined {
  const tokens = tokensOf(sql, lexicon);
  if (typeof tokens === 'string') return tokens;
  const [first] = tokens;
  if (!first || first.isQuoted || !/^(?:select|with)$/i.test(first.text)) return 'it must be one SELECT';
  return faultIn(tokens, sql, lexicon);
}

function faultIn(tokens: readonly Token[], sql: string, lexicon: Lexicon): string | undefined {
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    const fault =
      token.kind === 'name'
        ? nameFault(tokens, index, lexicon)
        : token.kind === 'symbol'
          ? symbolFault(token, sql, lexicon)
          : undefined;
    if (fault !== undefined) return fault;
    if (token.kind !== 'symbol') continue;
    if (token.text === '(') depth++;
    if (token.text === ')') depth--;
    if (depth < 0) return `the ) at character ${token.at + 1} closes nothing`;
  }
  return depth > 0 ? 'a ( is not closed' : undefined;
}

function symbolFault({ text, at }: Token, sql: string, lexicon: Lexicon): string | undefined {
  if (text === ';') return `it must be one statement, so that no ; stands at character ${at + 1}`;
  return lexicon.symbols.find(([symbol]) => symbol.test(sql.slice(at, at + 2)))?.[1];
}

function nameFault(tokens: readonly Token[], index: number, lexicon: Lexicon): string | undefined {
  const [token, next, afterNext] = tokens.slice(index, index + 3);
  if (!token) return undefined;
  const isCall = next?.kind === 'symbol' && next.text === '(';
  const word = token.text.toLowerCase();
  if (lexicon.words.test(word) || (isCall && lexicon.calls.test(word))) return `"${token.text}" is not available`;
  // PostgreSQL's E'…' and U&"…" can hide a name or the end of a text.
  const prefix = !token.isQuoted && next?.isQuoted === true && next.at === token.at + token.text.length;
  if (prefix && next.kind === 'text' && (lexicon.prefixes ?? /^e$/i).test(word))
    return `write '…' without the letter ${token.text} before it`;
  if (word === 'u' && next?.text === '&' && afterNext?.isQuoted) return `"U&" is not available`;
  const isLocking = word === 'for' && /^(?:update|share|no|key)$/i.test(next?.text ?? '');
  return !token.isQuoted && isLocking ? 'it may not lock rows' : undefined;
}
