/** A figure, which some systems give as text; null for anything else. */
export function numberIn(value: unknown): number | null {
  const figure = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof figure === 'number' && Number.isFinite(figure) ? figure : null;
}
