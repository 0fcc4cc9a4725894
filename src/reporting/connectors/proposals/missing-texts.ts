const missing =
  /^(?:n\/?a|n\.a\.|k\.\s?a\.|#n\/a|#div\/0!|#ref!|#value!|null|none|nan|nil|\p{Sc}?\s*-+|–|—|\?|unknown|unbekannt|keine angabe|\(blank\)|\.\.+)$/iu;

/** Whether a text stands for a missing value. */
export function isMissingText(text: string): boolean {
  return missing.test(text.trim());
}
