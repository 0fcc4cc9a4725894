import type { ServerResponse } from 'node:http';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type SeenRequest, startJsonServer } from '../support/json-server.ts';

/** What the chat does with the next message instead of taking it. */
export type ChatAnswer =
  | { readonly status: number; readonly text?: string; readonly headers?: Readonly<Record<string, string>> }
  | 'silence'
  | 'reset';

/** Slack and Teams on 127.0.0.1, as strict as they are. */
export interface Chats {
  /** The addresses of a channel of each, as secret as real ones. */
  readonly slack: string;
  readonly teams: string;
  /** All messages, taken or not. */
  readonly seen: SeenRequest[];
  readonly answers: ChatAnswer[];
  /** Those that were taken, parsed. */
  readonly taken: { readonly system: 'slack' | 'teams'; readonly message: SlackMessage | TeamsMessage }[];
}

const secretPath = '/services/T1/B1/secretsecretsecret';

export async function startChats(): Promise<Chats> {
  const answers: ChatAnswer[] = [];
  const taken: Chats['taken'] = [];
  const server = await startJsonServer((request, response) => {
    const answer = answers.shift();
    if (answer === 'silence') return undefined;
    if (answer === 'reset') {
      response.destroy();
      return undefined;
    }
    if (answer) return send(response, answer.status, answer.text ?? '', answer.headers);
    const system = request.path.startsWith('/teams') ? 'teams' : 'slack';
    const faults = request.method === 'POST' ? faultsOf(system, request.body) : ['method'];
    if (faults.length > 0) return send(response, 400, `invalid_payload ${faults.join(', ')}`);
    taken.push({ system, message: JSON.parse(request.body) });
    return system === 'slack' ? send(response, 200, 'ok') : send(response, 202, '');
  });
  const addresses = {
    slack: `${server.url}${secretPath}`,
    teams: `${server.url}/teams/workflows/secretsecretsecret?sig=secretsignature`,
  };
  return { ...addresses, seen: server.seen, answers, taken };
}

function send(response: ServerResponse, status: number, text: string, headers: Readonly<Record<string, string>> = {}) {
  response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(text);
  return undefined;
}

/** What a chat would find wrong with a message: limits and fields of Block Kit, or those of Adaptive Cards 1.4. */
export function faultsOf(system: 'slack' | 'teams', body: string): string[] {
  const schema = system === 'slack' ? SlackMessage : TeamsMessage;
  const faults = Value.Errors(schema, JSON.parse(body)).map((error) => `${error.instancePath} ${error.message}`);
  const bytes = Buffer.byteLength(body);
  if (system === 'teams' && bytes > 28 * 1024) faults.push(`${bytes} bytes`);
  return faults;
}

const closed = <Fields extends Record<string, TSchema>>(fields: Fields) =>
  Type.Object(fields, { additionalProperties: false });
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const plainText = (maxLength: number) =>
  closed({ type: Type.Literal('plain_text'), text: text(maxLength), emoji: Type.Optional(Type.Boolean()) });
const mrkdwn = (maxLength: number) =>
  closed({ type: Type.Literal('mrkdwn'), text: text(maxLength), verbatim: Type.Optional(Type.Boolean()) });

/** https://docs.slack.dev/reference/block-kit/blocks, as far as messages use them. */
const Block = Type.Union([
  closed({ type: Type.Literal('header'), text: plainText(150) }),
  closed({ type: Type.Literal('section'), text: mrkdwn(3_000) }),
  closed({ type: Type.Literal('section'), fields: Type.Array(mrkdwn(2_000), { minItems: 1, maxItems: 10 }) }),
  closed({ type: Type.Literal('context'), elements: Type.Array(mrkdwn(3_000), { minItems: 1, maxItems: 10 }) }),
]);
const SlackMessage = closed({
  text: text(4_000),
  blocks: Type.Array(Block, { minItems: 1, maxItems: 50 }),
  unfurl_links: Type.Optional(Type.Boolean()),
  unfurl_media: Type.Optional(Type.Boolean()),
});
export type SlackMessage = Static<typeof SlackMessage>;

const word = (...words: readonly string[]) => Type.Optional(Type.Enum([...words]));
const TextRun = closed({
  type: Type.Literal('TextRun'),
  text: text(5_000),
  color: word('Default', 'Good', 'Attention', 'Warning', 'Accent', 'Dark', 'Light'),
  isSubtle: Type.Optional(Type.Boolean()),
  size: word('Default', 'Small', 'Medium', 'Large', 'ExtraLarge'),
  weight: word('Default', 'Lighter', 'Bolder'),
});
const TextLine = closed({
  type: Type.Literal('RichTextBlock'),
  horizontalAlignment: word('Left', 'Center', 'Right'),
  inlines: Type.Array(TextRun, { minItems: 1 }),
});
const Column = closed({
  type: Type.Literal('Column'),
  width: word('auto', 'stretch'),
  items: Type.Array(TextLine, { minItems: 1 }),
});
const Picture = closed({
  type: Type.Literal('Image'),
  url: Type.String({ pattern: '^data:image/png;base64,[A-Za-z0-9+/]+=*$' }),
  altText: text(2_000),
  size: word('Auto', 'Stretch', 'Small', 'Medium', 'Large'),
});
const ColumnSet = closed({
  type: Type.Literal('ColumnSet'),
  separator: Type.Optional(Type.Boolean()),
  columns: Type.Array(Column, { minItems: 1 }),
});
/** https://adaptivecards.io/schemas/1.4.0/adaptive-card.json, as far as messages use it. */
const Card = closed({
  $schema: Type.Literal('http://adaptivecards.io/schemas/adaptive-card.json'),
  type: Type.Literal('AdaptiveCard'),
  version: Type.Literal('1.4'),
  lang: text(35),
  fallbackText: text(1_000),
  body: Type.Array(Type.Union([TextLine, ColumnSet, Picture]), { minItems: 1 }),
  actions: Type.Optional(
    Type.Array(
      closed({
        type: Type.Literal('Action.OpenUrl'),
        title: text(100),
        url: Type.String({ pattern: '^https?://' }),
      }),
      { maxItems: 6 },
    ),
  ),
});
const TeamsMessage = closed({
  type: Type.Literal('message'),
  attachments: Type.Array(
    closed({
      contentType: Type.Literal('application/vnd.microsoft.card.adaptive'),
      contentUrl: Type.Null(),
      content: Card,
    }),
    { minItems: 1, maxItems: 1 },
  ),
});
export type TeamsMessage = Static<typeof TeamsMessage>;
