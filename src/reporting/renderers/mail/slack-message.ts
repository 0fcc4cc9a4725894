import type { ChatFigure, ChatMessage } from './chat-message.ts';

/** Limits of Block Kit, in characters and elements. */
const longest = { header: 150, text: 3_000, field: 2_000, summary: 3_000 };
const most = { elements: 10 };

interface Text {
  readonly type: 'plain_text' | 'mrkdwn';
  readonly text: string;
  readonly verbatim?: true;
  readonly emoji?: false;
}

/**
 * A message for an incoming webhook of Slack. It has no picture: Slack takes only public addresses of pictures there. The
 * link is no button, since those of an incoming webhook show a warning once they are pressed.
 */
export function slackMessage({ summary, title, about, figures, notes, link, footer }: ChatMessage): object {
  const blocks = [
    { type: 'header', text: { type: 'plain_text', text: cut(title, longest.header), emoji: false } },
    context([about.join(' · ')]),
    figures.length > 0 && { type: 'section', fields: figures.map(figureField) },
    link && {
      type: 'section',
      text: literal(
        [`*<${escaped(link.address)}|${escaped(link.open)}>*`, escaped(link.ends)].filter(Boolean).join('\n'),
      ),
    },
    context([...notes, ...(footer ? [footer] : [])]),
  ];
  return {
    text: cut(escaped(summary), longest.summary),
    blocks: blocks.filter(Boolean),
    // A look at the link's page would count as a guest's.
    unfurl_links: false,
    unfurl_media: false,
  };
}

/** A message of one sentence. */
export function slackSentence(sentence: string): object {
  const text = escaped(sentence);
  return { text, blocks: [{ type: 'section', text: literal(text) }] };
}

function figureField({ label, value, change, more }: ChatFigure): Text {
  const told = change === null ? escaped(value) : `${escaped(value)}  ${escaped(change.text)}`;
  return literal(
    [`*${escaped(label)}*`, told, more.map(escaped).join(' · ')].filter(Boolean).join('\n'),
    longest.field,
  );
}

function context(texts: readonly string[]): object | null {
  const elements = texts
    .filter(Boolean)
    .slice(0, most.elements)
    .map((text) => literal(escaped(text)));
  return elements.length > 0 ? { type: 'context', elements } : null;
}

/** Verbatim: otherwise Slack makes links and mentions of words that look like them, such as `@channel`. */
function literal(text: string, length = longest.text): Text {
  return { type: 'mrkdwn', text: cut(text, length), verbatim: true };
}

/** With these three, what somebody wrote begins neither a link nor a mention such as `<!channel>`. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Cut where it is too long, within neither an entity nor a character. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).replace(/&[a-z]{0,3}$|[\ud800-\udbff]$/, '')}…`;
}
