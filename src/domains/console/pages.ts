import { html, type Markup } from '../../reporting/renderers/text/markup.ts';
import type { Rights } from '../members/members.ts';
import type { Factors } from '../second-factors/factors.ts';
import type { Messages } from './messages/messages.ts';
import { alert, type Field, field, messagePage, type Page, page } from './page.ts';

// Addresses are relative, since a proxy may put a path before those of the service.

/** What a page offers passkeys by; null where there can be none. */
export type PasskeyOffer = {
  /** What the browser needs, as JSON. */
  readonly options: string;
  /** The paths of the script and of what takes the answer. */
  readonly script: string;
  readonly action: string;
} | null;

/** A button for passkeys, which the script shows where the browser has them. */
function passkeyForm({ passkey }: Messages, offer: PasskeyOffer): Markup | null {
  return (
    offer &&
    html`
<form class="passkey" method="post" action="${offer.action}" data-options="${offer.options}" hidden>
<p role="alert" hidden>${passkey.none}</p><input type="hidden" name="response"><button>${passkey.signIn}</button>
</form>`
  );
}

/**
 * Asks for the address. The password has its field here already, out of sight, so that password managers that fill in both
 * sign in at once. `to` is where the person goes on to.
 */
export function emailPage(messages: Messages, to: string, offer: PasskeyOffer): Page {
  const { signIn } = messages;
  const autocomplete = offer ? 'username webauthn' : 'username';
  return page(messages, 200, {
    title: signIn.title,
    main: html`<form method="post">
${field({ name: 'email', label: messages.email, type: 'email', autocomplete, value: '', isFirst: true })}<input class="later" name="password" type="password" autocomplete="current-password" maxlength="254" tabindex="-1" aria-hidden="true">
<button>${signIn.next}</button>
</form>${passkeyForm(messages, offer)}`,
    script: offer?.script,
    after: html`<a href="sign-in?way=password&amp;to=${encodeURIComponent(to)}">${signIn.withPassword}</a>`,
  });
}

/** What the page of the password shows besides it. */
interface SignInParts {
  readonly email?: string;
  readonly offer?: PasskeyOffer;
  /** Whether people of the domain come by their provider. */
  readonly offersSignOn?: boolean;
}

/** Asks for the password of an address, or for both where there is none yet. */
export function signInPage(
  messages: Messages,
  status = 200,
  fault: string | null = null,
  { email = '', offer = null, offersSignOn = false }: SignInParts = {},
): Page {
  const { signIn, signOn } = messages;
  const isKnown = email !== '';
  const autocomplete = offer ? 'username webauthn' : 'username';
  const onward = html`<form method="post" action="sign-in"><input type="hidden" name="email" value="${email}"><button class="other">${signOn.button}</button></form>`;
  return page(messages, status, {
    title: signIn.title,
    main: html`<form method="post">
${alert(fault)}${field({ name: 'email', label: messages.email, type: 'email', autocomplete, value: email, isFirst: !isKnown })}${field(
  { name: 'password', label: messages.password, type: 'password', autocomplete: 'current-password', isFirst: isKnown },
)}<button>${signIn.title}</button>
</form>${offersSignOn ? onward : passkeyForm(messages, offer)}`,
    script: offersSignOn ? undefined : offer?.script,
    after: html`<a href="reset">${signIn.forgotten}</a>`,
  });
}

/** What is asked for once the password was right, of whoever has a factor. */
export function codePage(
  messages: Messages,
  { hasCodeApp, passkeys }: Factors,
  status = 200,
  fault: string | null = null,
  offer: PasskeyOffer = null,
): Page {
  const own = passkeys > 0 ? offer : null;
  const { code, signIn } = messages;
  const label = hasCodeApp ? code.code : code.recoveryCode;
  return page(messages, status, {
    title: code.title,
    main: html`<p>${hasCodeApp ? code.ask : code.askRecovery}</p>
<form method="post">
${alert(fault)}${field({ name: 'code', label, type: 'text', autocomplete: 'one-time-code', isFirst: true })}<button>${signIn.title}</button>
</form>${passkeyForm(messages, own)}`,
    script: own?.script,
    after: html`${code.lost} <a href="../sign-in">${code.back}</a>`,
  });
}

/** Without a mail server it only says whom to ask. */
export function askResetPage(messages: Messages, hasMail: boolean): Page {
  const { reset } = messages;
  const back = html`<a href="sign-in">${messages.signIn.title}</a>`;
  if (!hasMail) return messagePage(messages, 200, reset.title, reset.noMail, back);
  return page(messages, 200, {
    title: reset.title,
    main: html`<p>${reset.ask}</p>
<form method="post">
${field({ name: 'email', label: messages.email, type: 'email', autocomplete: 'username' })}<button>${reset.send}</button>
</form>`,
    after: back,
  });
}

/** The same whoever has the address, and whether anybody does. */
export function resetSentPage(messages: Messages): Page {
  return messagePage(messages, 200, messages.reset.sentTitle, messages.reset.sent);
}

export function resetPage(messages: Messages, email: string, status = 200, fault: string | null = null): Page {
  const { reset, rules } = messages;
  return page(messages, status, {
    title: reset.chooseTitle,
    main: html`<form method="post">
${alert(fault)}${field({ name: 'email', label: messages.email, type: 'email', autocomplete: 'username', value: email, isFixed: true })}${field(
  { name: 'password', label: reset.next, type: 'password', autocomplete: 'new-password', advice: rules.advice },
)}<button>${reset.set}</button>
</form>`,
  });
}

/** What the first operator has filled in before. */
export interface SetupForm {
  readonly account: string;
  readonly name: string;
  readonly email: string;
}

export function setupPage(messages: Messages, form: SetupForm, status = 200, fault: string | null = null): Page {
  const { setup, rules } = messages;
  const fields: Field[] = [
    {
      ...{ name: 'account', label: setup.account, type: 'text', autocomplete: 'organization' },
      value: form.account || setup.accountName,
    },
    { name: 'name', label: messages.name, type: 'text', autocomplete: 'name', value: form.name },
    { name: 'email', label: messages.email, type: 'email', autocomplete: 'username', value: form.email },
    {
      ...{ name: 'password', label: messages.password, type: 'password', autocomplete: 'new-password' },
      advice: rules.advice,
    },
  ];
  return page(messages, status, {
    title: setup.title,
    main: html`<p>${setup.intro}</p>
<form method="post">
${alert(fault)}${fields.map(field)}<button>${setup.begin}</button>
</form>`,
  });
}

export function passwordSetPage(messages: Messages): Page {
  const { reset, signIn } = messages;
  const onward = html`<a href="../sign-in">${signIn.title}</a>`;
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
  /** Whether people of the address's domain may or have to come by its provider. */
  readonly signOn: 'off' | 'optional' | 'required';
}

export function invitationPage(
  messages: Messages,
  form: InvitationForm,
  status = 200,
  fault: string | null = null,
): Page {
  const { invitation, rules, roles, signOn, isolate } = messages;
  const email: Field = {
    ...{ name: 'email', label: messages.email, type: 'email', autocomplete: 'username' },
    ...{ value: form.invitedEmail ?? form.email, isFixed: form.invitedEmail !== null },
  };
  const byProvider = html`<button name="way" value="sso" formnovalidate${form.signOn === 'required' ? null : html` class="other"`}>${signOn.button}</button>`;
  const byPassword = html`${field({ name: 'name', label: messages.name, type: 'text', autocomplete: 'name', value: form.name })}${field(
    {
      ...{ name: 'password', label: messages.password, type: 'password', autocomplete: 'new-password' },
      advice: rules.advice,
    },
  )}<button>${invitation.accept}</button>`;
  return page(messages, status, {
    title: invitation.title(isolate(form.account)),
    main: html`<p>${invitation.role(roles[form.role])} ${form.signOn === 'required' ? signOn.required : invitation.known}</p>
<form method="post">
${alert(fault)}${field(email)}${form.signOn === 'required' ? null : byPassword}${form.signOn === 'off' ? null : byProvider}
</form>`,
    after: html`<a href="../reset">${messages.signIn.forgotten}</a>`,
  });
}
