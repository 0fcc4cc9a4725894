/** Channels of chats that schedules post reports to. */
export const chat = {
  title: 'Chat channels',
  subtitle: 'Schedules post their reports to these channels of Slack and Microsoft Teams.',
  add: 'Add channel',
  added: 'The channel is added. Send a test to see whether messages arrive.',
  empty: {
    title: 'No channel yet',
    text: 'A schedule can post each report to a channel: its headline, its key figures and a link.',
  },
  system: 'Chat',
  name: 'Name',
  nameAdvice: 'As you call it, such as #marketing.',
  address: 'Address',
  addressAdvice: {
    slack:
      'In Slack, add an app with an incoming webhook to the channel. Its address begins with https://hooks.slack.com/services/.',
    teams:
      'In Teams, add the workflow that posts to the channel when a webhook request is received, and copy its address.',
  },
  secret: 'Whoever has this address may post to the channel. It is stored encrypted and not shown again.',
  ready: 'Ready',
  gone: 'The chat has no such channel any more',
  test: 'Send a test',
  tested: 'The chat has taken the test.',
  refused: 'The chat has not taken the test:',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeText: 'It is taken out of all schedules. What was not posted yet is given up.',
  field: 'Chat channels',
  fieldAdvice: 'The headline, the key figures and a link to the report. Everybody in the channel can open it.',
};
