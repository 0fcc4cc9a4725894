import { Type } from 'typebox';
import { isCurrency } from '../documents/currencies.ts';

export const currencyPattern = '^[A-Z]{3}$';
/** What a code has to be, after "must". */
export const currencyWords = 'be an ISO 4217 currency code in capitals, such as EUR';

/** The currency of a connection's amounts, where the configuration says it. */
export const currency = Type.Refine(
  Type.String({ pattern: currencyPattern }),
  isCurrency,
  () => `must ${currencyWords}`,
);
