/** What the pages of signing in at vendors say. `again` follows the texts that lead to it. */
export const english = {
  connect: (vendor: string) => `Connect ${vendor}`,
  asked: (vendor: string) =>
    `You are asked to sign in with ${vendor}, so that reports can read your figures. Nothing can be changed with it.`,
  account: 'For',
  project: 'Project',
  connection: 'Connection',
  system: 'Reads',
  warning: 'Go on only if you know who is meant and expect this request.',
  consequence: (host: string) =>
    `Whoever sent it will see the figures of the account that you sign in with. You can withdraw it at any time at ${host}.`,
  goOn: (vendor: string) => `Go on to ${vendor}`,
  onTo: (vendor: string) => `On to ${vendor}`,
  granted: (vendor: string) => `${vendor} is connected`,
  grantedText: (project: string, connection: string) =>
    `Reports of ${project} can now read what ${connection} stands for. You can close this page.`,
  nothing: 'Nothing was connected',
  denied: 'You did not allow it. If you want to after all:',
  incomplete: 'Not everything was allowed that the reports need. Every box has to stay ticked.',
  refused: (vendor: string) =>
    `${vendor} refused the request. The operator looks at its client there, and at its redirect address.`,
  noClient: (vendor: string) => `This service is not registered with ${vendor} any more. Its operator can change that.`,
  connectionRemoved: 'The connection was removed meanwhile.',
  failed: (vendor: string) => `${vendor} did not complete the sign-in.`,
  again: 'Ask whoever sent you the link for a new one.',
  unknown: 'This link leads nowhere',
  unknownText: 'It may be mistyped, or have ended.',
  expired: 'This link has expired',
  expiredText: 'It can be answered for half an hour.',
  used: 'This link was answered before',
  usedText: 'If you have just read that everything is connected, there is nothing more to do. Otherwise:',
  otherBrowser: 'This was begun in another browser',
  otherBrowserText:
    'Nothing was connected. Open the link that was sent to you in this browser, with cookies allowed, and go on from there.',
  cannotGoOn: 'The page cannot go on',
  noCookieText: 'Your browser did not keep its cookie. Allow cookies for this site, then open the link again.',
  fault: 'The page cannot be shown',
  busyText: 'Try again in a moment.',
  tooManyText: 'There were too many requests. Wait a minute, then try again.',
  openText: 'Open the link as it was sent to you.',
  laterText: 'Try again later.',
};

export type Texts = typeof english;
