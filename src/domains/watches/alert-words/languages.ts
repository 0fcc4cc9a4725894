/** The languages that incidents are told in (ISO 639). */
export const alertLanguages = ['en', 'de', 'fr', 'es', 'pt', 'pl', 'ru', 'uk', 'ar', 'ja'] as const;
