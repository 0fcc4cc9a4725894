import { html, type Markup } from '../../reporting/renderers/text/markup.ts';
import type { Rights } from '../members/members.ts';
import type { SessionRow, SignedIn } from '../users/sessions.ts';
import type { Messages } from './messages/messages.ts';
import { alert, type Field, field, messagePage, type Page, page } from './page.ts';

// Addresses are relative, since a proxy may put a path before those of the service.

export function signInPage(messages: Messages, status = 200, fault: string | null = null, email = ''): Page {
  const { signIn } = messages;
  return page(
    messages,
    status,
    signIn.title,
    html`<form method="post">
${alert(fault)}${field({ name: 'email', label: messages.email, type: 'email', autocomplete: 'username', value: email })}${field(
  { name: 'password', label: messages.password, type: 'password', autocomplete: 'current-password' },
)}<button>${signIn.title}</button>
</form>
<p><a href="reset">${signIn.forgotten}</a></p>`,
  );
}

/** Without a mail server it only says whom to ask. */
export function askResetPage(messages: Messages, hasMail: boolean): Page {
  const { reset } = messages;
  if (!hasMail) return messagePage(messages, 200, reset.title, reset.noMail);
  return page(
    messages,
    200,
    reset.title,
    html`<p>${reset.ask}</p>
<form method="post">
${field({ name: 'email', label: messages.email, type: 'email', autocomplete: 'username' })}<button>${reset.send}</button>
</form>`,
  );
}

/** The same whoever has the address, and whether anybody does. */
export function resetSentPage(messages: Messages): Page {
  return messagePage(messages, 200, messages.reset.sentTitle, messages.reset.sent);
}

export function resetPage(messages: Messages, email: string, status = 200, fault: string | null = null): Page {
  const { reset, home, rules } = messages;
  return page(
    messages,
    status,
    reset.chooseTitle,
    html`<form method="post">
${alert(fault)}${field({ name: 'email', label: messages.email, type: 'email', autocomplete: 'username', value: email, isFixed: true })}${field(
  { name: 'password', label: home.next, type: 'password', autocomplete: 'new-password', advice: rules.advice },
)}<button>${reset.set}</button>
</form>`,
  );
}

export function passwordSetPage(messages: Messages): Page {
  const { reset, signIn } = messages;
  const onward = html`\n<p><a href="../sign-in">${signIn.title}</a></p>`;
  return messagePage(messages, 200, reset.setTitle, reset.ended, onward);
}

/** What an invitation leads to, and what was filled in before. */
export interface InvitationForm {
  readonly account: string;
  readonly role: Rights['role'];
  /** Null where whoever accepts names theirs. */
  readonly invitedEmail: string | null;
  readonly email: string;
  readonly name: string;
}

export function invitationPage(
  messages: Messages,
  form: InvitationForm,
  status = 200,
  fault: string | null = null,
): Page {
  const { invitation, rules, roles, isolate } = messages;
  const email: Field = {
    ...{ name: 'email', label: messages.email, type: 'email', autocomplete: 'username' },
    ...{ value: form.invitedEmail ?? form.email, isFixed: form.invitedEmail !== null },
  };
  return page(
    messages,
    status,
    invitation.title(isolate(form.account)),
    html`<p>${invitation.role(roles[form.role])}</p>
<p>${invitation.known}</p>
<form method="post">
${alert(fault)}${field(email)}${field({ name: 'name', label: messages.name, type: 'text', autocomplete: 'name', value: form.name })}${field(
  {
    ...{ name: 'password', label: messages.password, type: 'password', autocomplete: 'new-password' },
    advice: rules.advice,
  },
)}<button>${invitation.accept}</button>
</form>
<p><a href="../reset">${messages.signIn.forgotten}</a></p>`,
  );
}

export interface Home {
  readonly signedIn: SignedIn;
  readonly accounts: readonly (Rights & { readonly accountName: string })[];
  readonly sessions: readonly SessionRow[];
  readonly fault: string | null;
  /** What has been done; null for nothing. */
  readonly done: string | null;
  /** Where forms lead: empty on the page itself, `../` below it. */
  readonly base: string;
}

export function homePage(messages: Messages, status: number, home: Home): Page {
  const { signedIn, fault, done, base } = home;
  const words = messages.home;
  const { user } = signedIn;
  return page(
    messages,
    status,
    words.title,
    html`${done && html`<p role="status">${done}</p>\n`}<p><bdi>${user.name}</bdi><br><bdi>${user.email}</bdi></p>
<form method="post" action="${base}console/sign-out"><button>${words.signOut}</button></form>
<h2>${words.accounts}</h2>
${accountList(messages, home)}
<h2>${words.sessions}</h2>
<ul>
${home.sessions.map((session) => sessionItem(messages, session, session.id === signedIn.session.id, base))}</ul>
<h2>${words.passwordTitle}</h2>
<form method="post" action="${base}console/password">
${alert(fault)}<input type="email" name="email" value="${user.email}" autocomplete="username" aria-label="${messages.email}" readonly>
${field({ name: 'current', label: words.current, type: 'password', autocomplete: 'current-password' })}${field({
  ...{ name: 'password', label: words.next, type: 'password', autocomplete: 'new-password' },
  advice: messages.rules.advice,
})}<button>${words.change}</button>
</form>`,
  );
}

function accountList({ home, roles }: Messages, { accounts }: Home): Markup {
  if (accounts.length === 0) return html`<p>${home.noAccounts}</p>`;
  const items = accounts.map(
    ({ accountName, role }) => html`<li><bdi>${accountName}</bdi><small>${roles[role]}</small></li>\n`,
  );
  return html`<ul>\n${items}</ul>`;
}

function sessionItem(messages: Messages, session: SessionRow, isThis: boolean, base: string): Markup {
  const { home } = messages;
  const seen = home.lastSeen(timeIn(messages, session.last_seen_at));
  const action = isThis
    ? html`<small>${home.thisOne}</small>`
    : html`<form method="post" action="${base}console/sessions/${session.id}/end"><button>${home.end}</button></form>`;
  return html`<li><bdi>${session.agent || '–'}</bdi><small><bdi>${session.address}</bdi></small><small>${seen}</small>${action}</li>\n`;
}

function timeIn({ language, isolate }: Messages, time: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return isolate(`${format.format(new Date(time))} UTC`);
}
