/** Office reports a file as damaged if a link target is not a valid URI or exceeds the 2,083 characters of Windows. */
const longestTarget = 2_000;

/** An address as Office takes it; null for one that is too long. */
export function linkTarget(href: string): string | null {
  const target = href.toWellFormed().replace(/[^!-~]|["<>\\^`{|}]|%(?![0-9a-f]{2})/giu, encodeURIComponent);
  return target.length <= longestTarget ? target : null;
}
