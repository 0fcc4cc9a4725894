import { scheduleComparisons } from '../../platform/database/words.ts';
import { formatInstant } from '../../reporting/documents/format.ts';
import { messagesFor } from '../../reporting/documents/messages/messages.ts';
import { html, type Markup } from '../../reporting/renderers/text/markup.ts';
import type { LiveSettings } from '../shares/live-settings.ts';
import { type Choice, choiceQuery } from './choices.ts';
import type { Age, KeptDocument } from './live-documents.ts';
import { type LiveTexts, liveTexts } from './live-texts.ts';

interface BarTerms {
  readonly live: LiveSettings;
  readonly choice: Choice;
  readonly document: KeptDocument;
  readonly age: Age | null;
  /** Whether the reader named days that cannot be shown. */
  readonly hasFault: boolean;
  readonly locale: string;
  readonly timeZone: string;
  /** The project's calendar day. */
  readonly today: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

const notices = { failed: 'old', waiting: 'renewing', limited: 'limited' } as const satisfies Record<
  Age,
  keyof LiveTexts
>;

/** What stands between the head of a page that is always current and its report: what readers choose, and how old it is. */
export function liveBar(terms: BarTerms): string {
  const { live, choice, document, age, locale, today } = terms;
  const texts = liveTexts(messagesFor(locale).language);
  const isRunning = document.periods.current.to === today;
  return html`<section class="live" aria-label="${texts.period}">
<nav aria-label="${texts.period}"><ul>
${live.periods.map((period) => link({ ...choice, period }, texts.periods[period], period === choice.period))}</ul></nav>
${live.own_days && ownDays(terms, texts)}${live.compare.length > 1 && comparisons(terms, texts)}<p class="as-of">${asOf(terms, texts)}</p>
${isRunning && html`<p class="running">${texts.running}</p>\n`}${age && html`<p class="age" role="status">${texts[notices[age]]}</p>\n`}</section>
`.text;
}

function link(choice: Choice, name: string, isCurrent: boolean): Markup {
  return html`<li><a href="${choiceQuery(choice)}"${isCurrent && html` aria-current="true"`}>${name}</a></li>\n`;
}

function comparisons({ live, choice }: BarTerms, texts: LiveTexts): Markup {
  const offered = scheduleComparisons.filter((each) => live.compare.includes(each));
  const links = offered.map((compare) =>
    link({ ...choice, compare }, texts.comparisons[compare], compare === choice.compare),
  );
  return html`<nav class="compare" aria-label="${texts.compare}"><p>${texts.compare}</p><ul>
${links}</ul></nav>
`;
}

function ownDays({ choice: { period, compare }, hasFault, today }: BarTerms, texts: LiveTexts): Markup {
  const own = typeof period === 'string' ? null : period;
  const day = (name: 'from' | 'to') =>
    html`<label>${texts[name]} <input type="date" name="${name}" value="${own?.[name]}" max="${today}" required${
      hasFault && html` aria-invalid="true" aria-describedby="days-fault"`
    }></label>\n`;
  return html`<details${(own || hasFault) && html` open`}><summary>${texts.own}</summary><form method="get">
${hasFault && html`<p id="days-fault" role="alert">${texts.ownFault}</p>\n`}${day('from')}${day('to')}<input type="hidden" name="compare" value="${compare}">
<button>${texts.show}</button>
</form></details>
`;
}

/** With the age in words, as that is what readers look for when it is great. */
function asOf({ document, locale, timeZone, now }: BarTerms, texts: LiveTexts): Markup {
  const [before = '', after = ''] = texts.asOf.split('{time}');
  const moment = formatInstant(document.asOf, locale, timeZone);
  return html`${before}<time datetime="${document.asOf}">${moment}</time>${after} (<bdi>${ageInWords(now - Date.parse(document.asOf), locale)}</bdi>)`;
}

function ageInWords(ms: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'always' });
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes === 0) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
  if (minutes < 60) return format.format(-minutes, 'minute');
  if (minutes < 48 * 60) return format.format(-Math.floor(minutes / 60), 'hour');
  return format.format(-Math.floor(minutes / (24 * 60)), 'day');
}
