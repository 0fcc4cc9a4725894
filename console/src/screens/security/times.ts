const hour = 60;
const day = 24 * hour;

/** How long a session may be idle, and live in any case, in minutes: first what the service does by itself. */
export const idleChoices: readonly number[] = [12 * hour, 15, 30, hour, 2 * hour, 4 * hour, 8 * hour];
export const longestChoices: readonly number[] = [14 * day, hour, 8 * hour, 12 * hour, day, 7 * day];

/** Times to choose from, in the reader's words; `null` is the first one, and what is chosen is always among them. */
export function timeOptions(
  locale: string,
  [usual = 0, ...others]: readonly number[],
  chosen: number | null,
  standard: (time: string) => string,
): { readonly id: string; readonly label: string }[] {
  const shorter = new Set([...others, ...(chosen === null ? [] : [chosen])]);
  return [
    { id: 'null', label: standard(duration(locale, usual)) },
    ...[...shorter]
      .toSorted((a, b) => a - b)
      .map((minutes) => ({ id: String(minutes), label: duration(locale, minutes) })),
  ];
}

/** Such as `12 hours`, in the largest unit that says it in whole numbers. */
function duration(locale: string, minutes: number): string {
  const [unit, length] =
    minutes % day === 0
      ? (['day', day] as const)
      : minutes % hour === 0
        ? (['hour', hour] as const)
        : (['minute', 1] as const);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(minutes / length);
}
