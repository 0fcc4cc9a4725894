/** NARROW NO-BREAK SPACE, which French puts inside its quotation marks and before a colon and a semicolon. */
export const thin = '\u202f';
