/** A text with what is selected in it. */
export interface Edited {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Puts marks around what is selected, or takes them away where they are; `sample` stands where nothing is selected. */
export function toggleMarks({ text, start, end }: Edited, marks: string, sample: string): Edited {
  const isMarked = text.slice(start - marks.length, start) === marks && text.slice(end, end + marks.length) === marks;
  if (isMarked && end > start) {
    const bare = text.slice(0, start - marks.length) + text.slice(start, end) + text.slice(end + marks.length);
    return { text: bare, start: start - marks.length, end: end - marks.length };
  }
  const inside = text.slice(start, end) || sample;
  const marked = text.slice(0, start) + marks + inside + marks + text.slice(end);
  return { text: marked, start: start + marks.length, end: start + marks.length + inside.length };
}

/** Puts a mark at the beginning of the selected lines, or takes it away where all have it. */
export function toggleLines({ text, start, end }: Edited, mark: string): Edited {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const found = text.indexOf('\n', end);
  const to = found < 0 ? text.length : found;
  const lines = text.slice(from, to).split('\n');
  const areMarked = lines.every((line) => line.startsWith(mark));
  const changed = lines.map((line) => (areMarked ? line.slice(mark.length) : mark + line)).join('\n');
  return { text: text.slice(0, from) + changed + text.slice(to), start: from, end: from + changed.length };
}

/** Puts a block of its own, such as a table, behind the line of the selection. */
export function insertBlock({ text, end }: Edited, block: string): Edited {
  const found = text.indexOf('\n', end);
  const at = found < 0 ? text.length : found;
  const before = text.slice(0, at).trimEnd();
  const after = text.slice(at).trimStart();
  const start = before === '' ? 0 : before.length + 2;
  const whole = (before === '' ? '' : `${before}\n\n`) + block + (after === '' ? '\n' : `\n\n${after}`);
  return { text: whole, start, end: start + block.length };
}

/** Puts words in the place of the selection. */
export function insertText({ text, start, end }: Edited, words: string): Edited {
  const at = start + words.length;
  return { text: text.slice(0, start) + words + text.slice(end), start: at, end: at };
}
