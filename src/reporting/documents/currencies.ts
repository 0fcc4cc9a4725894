/**
 * Codes of ISO 4217 that Intl formats but does not list: units of account, metals, and the codes for tests (XTS) and
 * for no currency (XXX).
 */
const unlisted = 'BOV CHE CHW CLF COU MXV USN UYI UYW VED XAD XAG XAU XBA XBB XBC XBD XPD XPT XSU XTS XUA XXX'.split(
  ' ',
);
const currencies = new Set([...Intl.supportedValuesOf('currency'), ...unlisted]);

/** Whether the text is a code of ISO 4217, in capitals. */
export function isCurrency(text: string): boolean {
  return currencies.has(text);
}
