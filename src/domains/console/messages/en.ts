export const english = {
  email: 'E-mail address',
  password: 'Password',
  name: 'Your name',
  signIn: {
    title: 'Sign in',
    forgotten: 'Forgot your password?',
    wrong: 'The e-mail address or the password is not right.',
    tooMany: 'There were too many tries. Wait a minute, then try again.',
  },
  reset: {
    title: 'Forgot your password?',
    ask: 'Enter the address that you sign in with. You get a link by which you choose a new password.',
    send: 'Send the link',
    sentTitle: 'Look into your mailbox',
    sent: 'If somebody signs in here with this address, a link is on its way. It works for an hour.',
    noMail: 'This service sends no e-mail. Its operator can give you a link.',
    chooseTitle: 'Choose a password',
    next: 'New password',
    set: 'Set the password',
    setTitle: 'Your password is set',
    ended: 'All your sessions have ended. Sign in with the new password.',
  },
  rules: {
    advice: '12 characters or more, any you like. A few words that do not belong together are good.',
    too_short: 'A password has at least 12 characters.',
    too_long: 'A password has at most 200 characters.',
    common: 'This password is one of the first that others try. Choose another one.',
    like_email: 'The password must not be your e-mail address.',
    name: 'Enter your name, at most 200 characters.',
    email: 'An e-mail address looks like ann@example.com.',
  },
  invitation: {
    title: (account: string) => `Join ${account}`,
    role: (role: string) => `You are invited in the role “${role}”.`,
    known: 'If you sign in here already, enter your password. Otherwise choose a new one.',
    accept: 'Accept the invitation',
    wrong:
      'This is not the password that belongs to this address. If you forgot it, set a new one, then open this link again.',
    full: 'The plan of this account allows no more members. Tell whoever invited you.',
  },
  roles: { viewer: 'Viewer', editor: 'Editor', admin: 'Admin', owner: 'Owner' },
  building: {
    title: 'The console is being made ready',
    text: 'This takes some seconds. The page opens by itself.',
  },
  unbuilt: {
    title: 'The console is not built',
    text: 'This copy of the service lacks the pages of its console; the API works all the same. In its folder, run “npm ci && npm run build:console”, then load this page again.',
  },
  setup: {
    title: 'Set up Report Service',
    intro: 'You are the first one here. With this you become the operator, and get an account to work in.',
    account: 'Name of your agency',
    accountName: 'My agency',
    begin: 'Begin',
  },
  faults: {
    title: 'The page cannot be shown',
    soon: 'Try again in a moment.',
    later: 'Try again later.',
    tooMany: 'There were too many requests. Wait a minute, then try again.',
    request: 'Go back and try it once more.',
    linkTitle: 'This link leads nowhere',
    link: 'It may be mistyped, have been used before or have expired. Ask for a new one.',
    foreignTitle: 'This did not come from here',
    foreign: 'Another page sent this form, so nothing was done. Open the page of this service and fill it in there.',
    plainTitle: 'This connection is not encrypted',
    plain:
      'To sign in from another machine you need an encrypted connection. Open the address of the service that begins with https.',
  },
  mails: {
    invitation: (account: string) => `Invitation to ${account}`,
    invitationText: (account: string) =>
      `You are invited to work in ${account}. This link leads there; it works once, within 48 hours:`,
    reset: 'Your new password',
    resetText: 'By this link you choose a new password. It works once, within an hour:',
    first: 'Your sign-in',
    firstText: 'By this link you choose your password. It works once, within 48 hours:',
    unexpected: 'If you did not expect this, there is nothing to do.',
  },
};

export type Texts = typeof english;
