import { type Direction, isolated } from '../../../reporting/documents/direction.ts';
import { formatDate, formatShare, formatValue, numberFormat } from '../../../reporting/documents/format.ts';
import type { MetricDescription } from '../../../reporting/documents/model.ts';
import type { Part } from '../findings.ts';
import { ar } from './ar.ts';
import type { AlertWords } from './catalog.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import type { alertLanguages } from './languages.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import { uk } from './uk.ts';

const all: Readonly<Record<(typeof alertLanguages)[number], AlertWords>> = { en, de, fr, es, pt, pl, ru, uk, ar, ja };
const catalogues: Readonly<Record<string, AlertWords>> = all;

/** What one part of an incident says, without what explains it: such as `Sessions −62%: 38, where 100 is usual (84 to 117)`. */
function partLine(part: Part, locale: string): string {
  return new PartText(part, locale).line();
}

/** The same with since when, and what explains it. */
export function partText(part: Part, locale: string): string {
  const text = new PartText(part, locale);
  const words = wordsOf(locale);
  const explained = text.explained();
  return [`${text.line()}, ${words.since(formatDate(part.since, locale))}.`, explained].filter(Boolean).join(' ');
}

/** The same without since when, where its days stand beside it. */
export function partStatement(part: Part, locale: string): string {
  const text = new PartText(part, locale);
  const stop = /^ja\b/i.test(locale) ? '。' : '. ';
  return `${text.line()}${stop}${text.explained() ?? ''}`.trim();
}

export function wordsOf(locale: string): AlertWords {
  return catalogues[locale.split('-')[0] ?? ''] ?? en;
}

class PartText {
  readonly #part: Part;
  readonly #locale: string;
  readonly #words: AlertWords;
  readonly #direction: Direction;

  constructor(part: Part, locale: string) {
    this.#part = part;
    this.#locale = locale;
    this.#words = wordsOf(locale);
    this.#direction = /^ar\b/i.test(locale) ? 'rtl' : 'ltr';
  }

  line(): string {
    const words = this.#words;
    const { finding, direction, against, span } = this.#part;
    const told = this.#told();
    switch (finding) {
      case 'threshold':
        return direction === 'above' ? words.above(told) : words.below(told);
      case 'change':
        return words.changed[changeBasis(span, against)](told, this.#change());
      case 'unusual':
        return words.unusual(told, this.#change(), this.#amount(this.#part.low), this.#amount(this.#part.high));
      case 'pace':
        return words.pace(told, this.#change());
      case 'forecast':
        return words.forecast(told, this.#change());
      case 'budget':
      case 'overspend':
      case 'underspend':
        return this.#budget();
      case 'stopped':
        return words.stopped(told);
      case 'paused':
        return words.paused(told);
      case 'no_conversions':
        return words.withoutConversions(told, this.#isolated(this.#part.other_label ?? ''));
      case 'counts_nothing':
        return words.countsNothing(told.metric, this.#isolated(this.#part.other_label ?? ''));
      case 'stale':
      case 'silence':
        return this.#part.dimension ? words.silent(told.metric) : words.silence;
    }
  }

  explained(): string | null {
    const { explained } = this.#part;
    if (!explained) return null;
    const value = explained.value === null ? this.#words.noValue : this.#isolated(explained.value);
    const share = formatShare(explained.share, this.#context());
    return this.#words.explained(value, this.#isolated(explained.dimension), share);
  }

  #budget(): string {
    const { direction, spent_on: spentOn, daily } = this.#part;
    const told = this.#told();
    if (direction === 'below') return this.#words.unspent(told, this.#amount(daily));
    if (spentOn === null) return this.#words.spent(told);
    return this.#words.spentOn(told, formatDate(spentOn, this.#locale), this.#amount(daily));
  }

  #told() {
    const { value, expected } = this.#part;
    return { metric: this.#name(), value: this.#amount(value), expected: this.#amount(expected) };
  }

  #name(): string {
    const { label, dimension, finding, span } = this.#part;
    const plain = this.#isolated(label ?? '');
    const named = dimension ? `${plain} (${this.#isolated(dimension.value ?? this.#words.noValue)})` : plain;
    if (finding === 'threshold' && span !== null && span !== 'day') return this.#words.spans[span](named);
    if (finding === 'change' && span === 'week') return this.#words.spans.days7(named);
    return finding === 'change' && span === 'month' ? this.#words.spans.days28(named) : named;
  }

  #amount(value: number | null): string {
    const { unit, currency, decimals } = this.#part;
    const metric: MetricDescription = {
      ...{ key: '', label: '', unit: unit ?? 'number', decimals, better: 'none', additive: true },
      ...(currency !== null && { currency }),
    };
    return formatValue(value, metric, this.#context());
  }

  /** A change of a percentage is one of its ratio, too: it says how far it is off, and both values stand beside it. */
  #change(): string {
    const { ratio, value, expected } = this.#part;
    if (ratio === null) return value !== null && expected !== null && value < expected ? '↓' : '↑';
    const digits = Math.abs(ratio) < 0.1 ? 1 : 0;
    const style = { style: 'percent', maximumFractionDigits: digits, signDisplay: 'exceptZero' } as const;
    return numberFormat(this.#locale, style).format(ratio);
  }

  #context() {
    return { locale: this.#locale, currency: this.#part.currency ?? 'XXX' };
  }

  #isolated(text: string): string {
    return isolated(text, this.#direction);
  }
}

function changeBasis(span: Part['span'], against: Part['against']): keyof AlertWords['changed'] {
  if (span === 'week') return 'days7';
  if (span === 'month') return 'days28';
  return against === 'weekdays' ? 'weekdays' : 'day';
}

/** An incident in a line: its first open part, and how many more there are. */
export function headline(parts: readonly Part[], locale: string): string {
  const open = parts.filter(({ is_over }) => !is_over);
  const [first, ...others] = open.length > 0 ? open : parts;
  if (!first) return '';
  const line = partLine(first, locale);
  return others.length === 0 ? line : `${line} (${wordsOf(locale).more(others.length)})`;
}
