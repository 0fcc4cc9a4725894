/** Whether some texts have all words of a search, in any case and with or without accents. */
export function hasWords(q: string, texts: readonly (string | null)[]): boolean {
  const whole = folded(texts.filter((text) => text !== null).join(' '));
  return (folded(q).match(/\S+/g) ?? []).every((word) => whole.includes(word));
}

function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
