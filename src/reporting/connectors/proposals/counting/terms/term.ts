import type { CountedKind, WayToCount } from '../../../contract.ts';

/** What exports call a thing that is counted, and what follows from it. */
export interface Term {
  readonly name: string;
  readonly is: CountedKind;
  readonly unit: WayToCount['metric']['unit'];
  readonly better: WayToCount['metric']['better'];
  /** Of ratios: the names of the terms that it is made of, the likeliest first. */
  readonly of?: readonly (readonly [numerator: string, denominator: string])[];
  /** What the ratio is multiplied by. */
  readonly factor?: 100 | 1000;
  /** The terms that weight its mean, the likeliest first. */
  readonly weights?: readonly string[];
  /** Of levels: whether those of groups add up, as stock does and prices do not. */
  readonly addsUp?: boolean;
  /** Whether only a name that is nothing else means it. */
  readonly isWhole?: boolean;
  /** Whether it may as well be something that does not add up, such as a weight. */
  readonly isOpen?: boolean;
  /** Whether it says nothing of what is counted, so that values like those of a level tell more. */
  readonly isVague?: boolean;
  /** Of ratios in per cent: whether most are so large that 0.4 is 40 %. */
  readonly isLarge?: boolean;
  /**
   * Words in small letters without accents, by language, divided by commas. A star stands for the rest of a word: endings of
   * cases, and the beginnings of compounds.
   */
  readonly words: Readonly<Record<string, string>>;
}
