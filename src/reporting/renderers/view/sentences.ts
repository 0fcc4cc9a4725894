/** Sentences as one text; null for none. The East Asian full stop brings its own space, so none follows it. */
export function sentencesText(told: readonly (string | null | false)[]): string | null {
  const sentences = told.filter((each) => each !== null && each !== false);
  return sentences.reduce((text, sentence) => text + (/(^|。)$/.test(text) ? '' : ' ') + sentence, '') || null;
}
