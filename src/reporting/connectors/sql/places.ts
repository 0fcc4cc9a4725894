/** Where the character of a line is in a text, from 0; lines and characters count from 1. */
export function offsetOf(text: string, line: number, character: number): number {
  const before = text.split('\n').slice(0, line - 1);
  return before.reduce((sum, each) => sum + each.length + 1, 0) + character - 1;
}
