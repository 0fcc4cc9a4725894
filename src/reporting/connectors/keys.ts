/** What the key of a metric or dimension looks like. */
export const keyPattern = '^[a-z][a-z0-9_]{0,63}$';

/** The same in words, after "must". */
export const keyWords = 'begin with a lower-case letter and contain only lower-case letters, digits and _, 64 at most';
