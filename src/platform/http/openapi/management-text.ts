import type { Access } from '../caller.ts';
import type { DocumentedDoor } from './document.ts';
import { tags } from './text.ts';

const introduction = `The management API does what people do in the console: it manages an account's projects, connections, schedules, links, people and tokens, and starts, exports and downloads reports. It is a preview: operations may still change, which the changelog tells.

Two kinds of callers come in here. **People** sign in and have a session, a cookie that only pages of this service can use: requests with it are refused with \`cross_site_request\` unless the browser says that they come from this service itself. **Programs** send a token of kind \`manage\`, made with \`tokens create --kind manage --role …\` or by an operation here.

What a caller may do depends on their role in the account: \`viewer\`, \`editor\`, \`admin\` or \`owner\`, each of which may do what those before it may. Each operation says which one it needs; without it the answer is 403 \`insufficient_role\`. An account may let its people in only from networks of its own; from elsewhere the answer is 403 \`network_not_allowed\`. A membership can be limited to projects: everything else then answers 404, as if it were not there. Some operations need a sign-in within the last ten minutes and else answer 403 \`step_up_required\`.

Envelope, errors, lists, idempotency and strictness are those of the public API. Idempotency keys belong to whoever acts. A secret is shown once: when its answer is repeated it is null, and \`meta.withheld\` names it. Where a resource has an \`ETag\`, a change with \`If-Match\` is refused with 412 \`edit_conflict\` if somebody else was faster.

Each person and each token may send 600 requests in any 60 seconds. They do not count as requests of the account, and no plan excludes them.`;

const ownTags = [
  { name: 'Overview', description: 'What there is to do and to see, over all projects.' },
  { name: 'Session', description: 'Who is signed in, and for which account.' },
  { name: 'Passkeys and codes', description: 'What people sign in with besides a password.' },
  { name: 'Connections', description: 'The data systems that projects read, and what they say.' },
  { name: 'Sign-ins', description: 'Links by which people let the service read at a vendor, and what they granted.' },
  { name: 'Schedules', description: 'Recurring reports, and who gets them by e-mail or in a chat.' },
  {
    name: 'Deliveries',
    description: 'The e-mails and messages of schedules: how far they went, and who gets no e-mail.',
  },
  { name: 'Chat channels', description: 'Channels of Slack and Microsoft Teams that schedules post to.' },
  { name: 'Brand', description: 'What tells in reports who made them.' },
  { name: 'Guest links', description: 'Links by which guests see a report.' },
  {
    name: 'Members',
    description:
      'Who may do what in the account. Admins decide about viewers and editors, owners about everybody; no token does.',
  },
  { name: 'Single sign-on', description: 'How the people of the account sign in by its own OpenID provider.' },
  {
    name: 'Directory',
    description:
      'People and groups from the directory of a company, which calls by SCIM 2.0: what they may do, and its tokens.',
  },
  { name: 'Tokens', description: 'By which programs come in: to the public API with scopes, or here with a role.' },
  {
    name: 'Security',
    description: 'What an account asks of its people: where they come from, how long they stay, a second factor.',
  },
  { name: 'Retention', description: 'How long reports are kept, what would be deleted when, and legal holds.' },
  { name: 'Tags', description: 'By what projects are found: their tags, and the folders that they are in.' },
  { name: 'Templates', description: 'Layouts with slots for connections, which many projects follow.' },
  { name: 'Portfolio', description: 'The figures of all projects side by side, as they were read last.' },
  { name: 'Watches', description: 'What is looked for in the figures of connections, each day that is over.' },
  { name: 'Incidents', description: 'What watches have found: one for each cause, told once, until it is over.' },
  { name: 'Bulk jobs', description: 'The same work for many projects, with progress and the fault of each.' },
  { name: 'Webhooks', description: 'Addresses to which events are sent, signed and again until they are taken.' },
  { name: 'Usage', description: 'How much of its limits the account uses.' },
  { name: 'Audit', description: 'Who changed what, through which door and from where.' },
  { name: 'Administration', description: 'For operators of the installation: its accounts, plans and health.' },
  { name: 'Uploads', description: 'Files that `file` connections of the account read.' },
  { name: 'Previews', description: 'Pages that show how the report of a draft would look.' },
];

const needed: Readonly<Record<string, string>> = {
  open: 'Nobody has to be signed in for this.',
  none: 'Whoever is signed in, or has a token, may do this.',
  operator: 'Only operators of the installation may do this.',
};

function sentence({ role, stepUp, peopleOnly, wholeAccount, isOpen }: Access): string {
  return [
    needed[isOpen ? 'open' : (role ?? 'none')] ?? `It needs the role \`${role}\`.`,
    ...(stepUp ? ['People need to have signed in within the last ten minutes.'] : []),
    ...(peopleOnly ? ['No token may do it.'] : []),
    ...(wholeAccount ? ['It is not there for members limited to projects.'] : []),
  ].join(' ');
}

/** The management API, as its reference tells it. */
export const managementDoor: DocumentedDoor = {
  base: '/manage/v1',
  release: 'v1-preview',
  title: 'Report Service management API',
  summary: 'Manage an account: its projects, connections, schedules, links, people and tokens.',
  introduction,
  tags: [...ownTags, ...tags],
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-session',
      description: 'The session of a person, as signing in gives it. Over http on this machine it is called `session`.',
    },
    manageToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'A token of kind `manage`: `rs_manage_….…`.',
    },
  },
  whoMay: ({ access }) => sentence(access),
  extensionsOf: ({ access }) => ({
    'x-access': {
      role: access.role,
      step_up: access.stepUp ?? false,
      people_only: access.peopleOnly ?? false,
      whole_account: access.wholeAccount ?? false,
      open: access.isOpen ?? false,
    },
  }),
};
