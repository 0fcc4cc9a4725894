/**
 * The levels of a text's headings below `level`, that of its section: they go down one at a time, as PDF/UA asks and readers of
 * the outline expect, and no deeper than `deepest`. Ask for them in order.
 */
export function headingLevels(level: number, deepest: number): (asked: number) => number {
  let last = level;
  return (asked) => {
    last = Math.min(level + asked, last + 1, deepest);
    return last;
  };
}
