import type { Input } from '../../api/client.ts';
import type { SearchedOption } from '../../components/ComboBox.tsx';

/** What one writes about a project, apart from its layout. */
export type ProjectDetails = Required<
  Pick<Input<'createProject'>['body'], 'name' | 'client_name' | 'locale' | 'time_zone' | 'currency'>
>;

/** How reports can read: the ten languages in the regions that write them differently, each with its currency. */
const reportLocales: Readonly<Record<string, string>> = {
  'en-US': 'USD',
  'en-GB': 'GBP',
  'en-AU': 'AUD',
  'en-CA': 'CAD',
  'en-IE': 'EUR',
  'en-IN': 'INR',
  'en-NZ': 'NZD',
  'de-DE': 'EUR',
  'de-AT': 'EUR',
  'de-CH': 'CHF',
  'fr-FR': 'EUR',
  'fr-BE': 'EUR',
  'fr-CA': 'CAD',
  'fr-CH': 'CHF',
  'es-ES': 'EUR',
  'es-AR': 'ARS',
  'es-CL': 'CLP',
  'es-CO': 'COP',
  'es-MX': 'MXN',
  'pt-BR': 'BRL',
  'pt-PT': 'EUR',
  'pl-PL': 'PLN',
  'uk-UA': 'UAH',
  'ru-RU': 'RUB',
  'ar-AE': 'AED',
  'ar-EG': 'EGP',
  'ar-SA': 'SAR',
  'ja-JP': 'JPY',
};

/** Languages of reports by their names in the reader's language, with a number as each writes it. */
export function localeOptions(reader: string, current: string): SearchedOption[] {
  const names = new Intl.DisplayNames(reader, { type: 'language' });
  const ids = new Set([...Object.keys(reportLocales), current]);
  const options = Array.from(ids, (id) => ({
    id,
    label: nameOf(names, id),
    advice: `${new Intl.NumberFormat(id).format(1234.5)} · ${new Intl.DateTimeFormat(id).format(new Date(2026, 11, 31))}`,
    words: id,
  }));
  return options.sort(byLabel(reader));
}

/** Currencies by their names in the reader's language. */
export function currencyOptions(reader: string, current: string): SearchedOption[] {
  const names = new Intl.DisplayNames(reader, { type: 'currency' });
  const ids = new Set([...Intl.supportedValuesOf('currency'), current]);
  return Array.from(ids, (id) => ({ id, label: `${id} – ${nameOf(names, id)}` }));
}

/** Time zones by their places, with the difference from UTC that they have today. */
export function timeZoneOptions(reader: string, current: string): SearchedOption[] {
  const ids = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), current]);
  return Array.from(ids, (id) => ({ id, label: id.replaceAll('_', ' '), ...zoneWords(reader, id) }));
}

function zoneWords(reader: string, timeZone: string): { readonly advice: string } {
  const parts = new Intl.DateTimeFormat(reader, { timeZone, timeZoneName: 'longOffset' }).formatToParts();
  return { advice: parts.find(({ type }) => type === 'timeZoneName')?.value ?? '' };
}

function nameOf(names: Intl.DisplayNames, id: string): string {
  return names.of(id) ?? id;
}

function byLabel(reader: string) {
  const { compare } = new Intl.Collator(reader);
  return (one: SearchedOption, other: SearchedOption) => compare(one.label, other.label);
}

type Chosen = Pick<ProjectDetails, 'locale' | 'time_zone' | 'currency'>;
const storedAs = 'new-project';

/** What a new project begins with: the choices for the last one, else those of the reader's own place. */
export function firstChoices(language: string): Chosen {
  const [locale = 'en-US'] = [...navigator.languages, language].flatMap(
    (tag) => Object.keys(reportLocales).find((one) => one === tag || one.split('-')[0] === tag) ?? [],
  );
  const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { locale, time_zone: timeZone, currency: reportLocales[locale] ?? 'USD', ...storedChoices() };
}

/** Keeps the choices for the next new project. */
export function rememberChoices({ locale, time_zone, currency }: Chosen): void {
  localStorage.setItem(storedAs, JSON.stringify({ locale, time_zone, currency }));
}

function storedChoices(): Partial<Chosen> {
  try {
    return JSON.parse(localStorage.getItem(storedAs) ?? '{}') as Partial<Chosen>;
  } catch {
    return {};
  }
}
