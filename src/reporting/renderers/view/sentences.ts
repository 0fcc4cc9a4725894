/** Of a note on many lines, such as what watches found, only the first ones have to stay with the figures. */
const mostKept = 3;

export function keptNote(note: string | null): string | null {
  return note?.split('\n', mostKept).join('\n') ?? null;
}

/** Sentences as one text; null for none. The East Asian full stop brings its own space, so none follows it. */
export function sentencesText(told: readonly (string | null | false)[]): string | null {
  const sentences = told.filter((each) => each !== null && each !== false);
  return sentences.reduce((text, sentence) => text + (/(^|。)$/.test(text) ? '' : ' ') + sentence, '') || null;
}
