import type { Description } from '../contract.ts';

/** The zone and the currency of an account, without what is missing or not known here. */
export function accountSettings(
  timeZone: string | null | undefined,
  currency: string | null | undefined,
): Pick<Description, 'timeZone' | 'currency'> {
  const zone = knownZone(timeZone);
  return {
    ...(zone !== undefined && { timeZone: zone }),
    ...(currency && /^[A-Z]{3}$/.test(currency) && { currency }),
  };
}

/** A zone, by its IANA name or its hours such as `+02:00`; undefined for one that days cannot be worked out in. */
export function knownZone(name: string | null | undefined): string | undefined {
  if (!name) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name;
  } catch {
    return undefined;
  }
}
