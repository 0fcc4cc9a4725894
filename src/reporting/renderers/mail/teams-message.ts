import type { ChatFigure, ChatMessage } from './chat-message.ts';

/** Teams takes some 28 kB, of which others have counted 25; what is posted stays below both. */
export const mostTeamsBytes = 24_000;

type Look = Readonly<Record<string, string | boolean>>;
const colours = { good: 'Good', bad: 'Attention', neutral: 'Default' } as const;
const quiet: Look = { isSubtle: true };
const small: Look = { isSubtle: true, size: 'Small' };

/** A picture as `data:` address, and what it shows in words. */
export interface TeamsPicture {
  readonly address: string;
  readonly alternative: string;
}

/** How a card is read: its language (BCP 47), and the direction of its writing. */
export interface CardReading {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
}

/**
 * A message for a webhook of Workflows: an Adaptive Card 1.4. What comes from a report stands in text runs, of which nothing
 * is read as Markdown, so that a name makes neither a link nor a mention.
 */
export function teamsMessage(message: ChatMessage, reading: CardReading, picture: TeamsPicture | null): object {
  const { summary, title, about, figures, notes, link, footer } = message;
  const line = lineIn(reading);
  return envelope({
    lang: reading.language,
    fallbackText: plain(summary),
    body: [
      line(title, { size: 'Large', weight: 'Bolder' }),
      about.length > 0 && line(about.join(' · '), quiet),
      ...figures.map((figure) => figureRow(figure, line, reading)),
      ...(picture ? chartItems(message, picture, line) : []),
      link && link.ends !== '' && line(link.ends, small),
      ...notes.map((note) => line(note, small)),
      footer && line(footer, small),
    ].filter(Boolean),
    ...(link && { actions: [{ type: 'Action.OpenUrl', title: plain(link.open), url: link.address }] }),
  });
}

/** A message of one sentence. */
export function teamsSentence(sentence: string, reading: CardReading): object {
  return envelope({
    lang: reading.language,
    fallbackText: plain(sentence),
    body: [lineIn(reading)(sentence, {})],
  });
}

function envelope(card: object): object {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    ...card,
  };
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
  return { type: 'message', attachments: [attachment] };
}

type Line = (text: string, look: Look, at?: 'start' | 'end') => object;

/** Cards of this version know no direction of their own: texts that run from right to left are aligned and isolated. */
function lineIn({ direction }: CardReading): Line {
  const isFromRight = direction === 'rtl';
  return (text, look, at = 'start') => {
    const shown = isFromRight ? `\u2067${plain(text)}\u2069` : plain(text);
    const horizontalAlignment = (at === 'start') === isFromRight ? 'Right' : 'Left';
    return { type: 'RichTextBlock', horizontalAlignment, inlines: [{ type: 'TextRun', text: shown, ...look }] };
  };
}

function figureRow({ label, value, change, more }: ChatFigure, line: Line, { direction }: CardReading): object {
  const named = {
    type: 'Column',
    width: 'stretch',
    items: [line(label, {}), more.length > 0 && line(more.join(' · '), small)].filter(Boolean),
  };
  const changed = change && line(change.text, { color: colours[change.sentiment] }, 'end');
  const counted = {
    type: 'Column',
    width: 'auto',
    items: [line(value, { weight: 'Bolder' }, 'end'), changed].filter(Boolean),
  };
  return { type: 'ColumnSet', separator: true, columns: direction === 'rtl' ? [counted, named] : [named, counted] };
}

function chartItems({ chart }: ChatMessage, { address: url, alternative }: TeamsPicture, line: Line) {
  const head = [chart?.title, chart?.source].filter(Boolean).join(' · ');
  const legend = (chart?.legend ?? []).map(({ mark, text }) => `${mark} ${text}`).join('   ');
  return [
    head !== '' && line(head, { weight: 'Bolder' }),
    legend !== '' && line(legend, small),
    { type: 'Image', url, altText: plain(alternative), size: 'Stretch' },
  ];
}

/** Cards put dates in the place of `{{DATE(…)}}`, and templates values in that of `${…}`. */
function plain(text: string): string {
  return text.replace(/\{(?=\{)|\$(?=\{)/g, '$&\u200b');
}
