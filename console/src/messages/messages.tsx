import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import type { Messages } from './catalog.ts';

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

const catalogs: Readonly<Record<Language, () => Promise<{ readonly [name: string]: Messages }>>> = {
  en: () => import('./en/index.ts'),
  de: () => import('./de/index.ts'),
  fr: () => import('./fr/index.ts'),
  es: () => import('./es/index.ts'),
  pt: () => import('./pt/index.ts'),
  pl: () => import('./pl/index.ts'),
  uk: () => import('./uk/index.ts'),
  ru: () => import('./ru/index.ts'),
  ar: () => import('./ar/index.ts'),
  ja: () => import('./ja/index.ts'),
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

/** Reads the texts of a language. */
export async function loadLanguage(language: Language): Promise<Spoken> {
  const locale = navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
  const { [language]: messages } = await catalogs[language]();
  if (!messages) throw new TypeError(`No texts in ${language}`);
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
    void loadLanguage(next).then(setSpoken);
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
