import { type Direction, isolated } from '../../reporting/documents/direction.ts';
import { formatDate } from '../../reporting/documents/format.ts';
import { html } from '../../reporting/renderers/text/markup.ts';
import { headline, partText, wordsOf } from './alert-words/alert-words.ts';
import { type IncidentRow, partsOf } from './incidents.ts';

export type Occasion = 'opened' | 'closed' | 'reminded';

/** What is said of an incident, as plain texts. */
export interface IncidentMessage {
  readonly subject: string;
  readonly place: string;
  readonly lines: readonly string[];
  readonly look: string;
  /** Where it is looked at. */
  readonly address: string;
}

const directionOf = (locale: string): Direction => (/^ar\b/i.test(locale) ? 'rtl' : 'ltr');

/** What somebody is told of an incident on an occasion, in a language (BCP 47). */
export function incidentMessage(
  incident: Pick<IncidentRow, 'id' | 'parts' | 'last_day'>,
  occasion: Occasion,
  about: {
    readonly project: string;
    readonly connection: string;
    readonly locale: string;
    /** Where people reach the service. */
    readonly baseUrl: string;
  },
): IncidentMessage {
  const { locale } = about;
  const words = wordsOf(locale);
  const parts = partsOf(incident);
  const direction = directionOf(locale);
  const named = (text: string) => isolated(text.replace(/[\s\p{Cc}]+/gu, ' ').trim(), direction);
  const project = named(about.project);
  const over = occasion === 'closed' ? [words.over(formatDate(incident.last_day, locale))] : [];
  return {
    subject: words[occasion](`${headline(parts, locale)} · ${project}`),
    place: words.place(project, named(about.connection)),
    lines: [...parts.map((part) => partText(part, locale)), ...over],
    look: words.look,
    address: `${about.baseUrl}/console/incidents/${incident.id}`,
  };
}

/** The same as the HTML of an e-mail, with a picture that it refers to by its `cid`. */
export function mailHtml(
  { place, lines, look, address }: IncidentMessage,
  { cid, width, alternative }: { readonly cid: string; readonly width: number; readonly alternative: string },
  locale: string,
): string {
  const paragraph = (text: string) => html`<p dir="auto" style="margin:0 0 14px;">${text}</p>\n`;
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>
<body style="font-family:sans-serif;font-size:15px;line-height:22px;">
${[place, ...lines].map(paragraph)}<p style="margin:0 0 14px;"><img src="cid:${cid}" width="${width}" alt="${alternative}" border="0" style="display:block;width:100%;max-width:${width}px;height:auto;border:0;"></p>
${paragraph(look)}<p style="margin:0;"><a href="${address}">${address}</a></p>
</body>
</html>
`.text;
}

/** The same as the text of an e-mail. */
export function mailText({ place, lines, look, address }: IncidentMessage): string {
  return `${[place, ...lines, look, address].join('\n\n')}\n`;
}
