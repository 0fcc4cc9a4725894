import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { FirstMessages, LaterMessages, Messages } from './catalog.ts';

/** The languages of the console, those of reports, each under its own name. */
export const languages = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  pl: 'Polski',
  uk: 'Українська',
  ru: 'Русский',
  ar: 'العربية',
  ja: '日本語',
} as const;

export type Language = keyof typeof languages;

interface Catalog {
  first(): Promise<{ readonly [name: string]: FirstMessages }>;
  later(): Promise<{ readonly later: LaterMessages }>;
}

const catalogs: Readonly<Record<Language, Catalog>> = {
  en: { first: () => import('./en/index.ts'), later: () => import('./later/en.ts') },
  de: { first: () => import('./de/index.ts'), later: () => import('./later/de.ts') },
  fr: { first: () => import('./fr/index.ts'), later: () => import('./later/fr.ts') },
  es: { first: () => import('./es/index.ts'), later: () => import('./later/es.ts') },
  pt: { first: () => import('./pt/index.ts'), later: () => import('./later/pt.ts') },
  pl: { first: () => import('./pl/index.ts'), later: () => import('./later/pl.ts') },
  uk: { first: () => import('./uk/index.ts'), later: () => import('./later/uk.ts') },
  ru: { first: () => import('./ru/index.ts'), later: () => import('./later/ru.ts') },
  ar: { first: () => import('./ar/index.ts'), later: () => import('./later/ar.ts') },
  ja: { first: () => import('./ja/index.ts'), later: () => import('./later/ja.ts') },
};

interface Spoken {
  readonly language: Language;
  /** How the reader writes dates and numbers: their own region where they chose no other language. */
  readonly locale: string;
  readonly messages: Messages;
}

const Spoken = createContext<(Spoken & { readonly speak: (language: Language) => void }) | null>(null);

const isLanguage = (name: string): name is Language => Object.hasOwn(languages, name);

/** The language that somebody chose here, else the first of their browser that the console has. */
export function preferredLanguage(): Language {
  const stored = localStorage.getItem('language') ?? '';
  const spoken = navigator.languages.map((tag) => tag.split('-')[0] ?? '');
  return [stored, ...spoken].find(isLanguage) ?? 'en';
}

let readLater: () => Promise<unknown> = async () => {};

/** Reads the texts of the language that are not in use on Home; every other screen waits for them. */
export const loadLaterTexts = (): Promise<unknown> => readLater();

/** Reads the texts of a language, those of Home at first. */
export async function loadLanguage(language: Language): Promise<Spoken> {
  const locale = navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
  const { [language]: first } = await catalogs[language].first();
  if (!first) throw new TypeError(`No texts in ${language}`);
  const messages = { ...first } as Messages;
  readLater = async () => Object.assign(messages, (await catalogs[language].later()).later);
  return { language, locale, messages };
}

/** Gives what is inside its language, and the page its direction. */
export function SpokenIn({ first, children }: { readonly first: Spoken; readonly children: ReactNode }) {
  const [spoken, setSpoken] = useState(first);
  const { language, locale, messages } = spoken;
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
  }, [language]);
  const speak = (next: Language) => {
    localStorage.setItem('language', next);
    void loadLanguage(next).then(async (read) => {
      await loadLaterTexts();
      setSpoken(read);
    });
  };
  return (
    <Spoken value={{ language, locale, messages, speak }}>
      <I18nProvider locale={locale}>{children}</I18nProvider>
    </Spoken>
  );
}

function useSpoken() {
  const spoken = use(Spoken);
  if (!spoken) throw new TypeError('Nothing here has a language');
  return spoken;
}

/** The texts of the console in the reader's language, by screen: `useMessages().projects.title`. */
export function useMessages(): Messages {
  return useSpoken().messages;
}

/** The reader's language, and how they choose another one. */
export function useLanguage(): Pick<NonNullable<ReturnType<typeof useSpoken>>, 'language' | 'locale' | 'speak'> {
  return useSpoken();
}
