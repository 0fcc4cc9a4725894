/** NARROW NO-BREAK SPACE, which French puts inside its quotation marks and before a colon and a semicolon. */
export const thin = '\u202f';

/** A sentence with its full stop, which an abbreviation at its end, as in “1 мая 2001 г.”, brings along. */
export function ended(sentence: string): string {
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}
