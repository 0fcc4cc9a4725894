/**
 * The projects whose boxes stand from the one with the id `other` to `box`, both included; that of the box alone where the
 * other is not there, or rows between them are not: what nobody has seen is not ticked.
 */
export function idsBetween(box: HTMLElement, other: string | null): string[] {
  const own = box.dataset.project ?? '';
  const rows = [...(box.closest('table')?.querySelectorAll<HTMLElement>('tbody > tr') ?? [])];
  const ids = rows.map((row) => row.querySelector<HTMLElement>('[data-project]')?.dataset.project);
  const [first = -1, last = -1] = [ids.indexOf(own), ids.indexOf(other ?? '')].sort((one, next) => one - next);
  const between = first < 0 ? [] : ids.slice(first, last + 1);
  const known = between.filter((id) => id !== undefined);
  return known.length > 0 && known.length === between.length ? known : [own];
}
