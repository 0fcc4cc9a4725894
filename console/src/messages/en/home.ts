import { plural } from '../plural.ts';

/** What somebody sees first: what needs them, what comes next, and what is new. */
export const home = {
  title: 'Home',
  start: {
    title: 'Get started',
    done: 'Done',
    progress: (done: number, all: number) => `${done} of ${all} done`,
    project: {
      title: 'Make a project',
      text: 'One for each client or website that you report on.',
      action: 'New project',
    },
    connection: {
      title: 'Connect data',
      text: 'Upload a file, or connect what your client uses.',
      action: 'Connect data',
    },
    report: {
      title: 'Make a report',
      text: 'Choose a period. It takes a few seconds.',
      action: 'Make a report',
    },
    delivery: {
      title: 'Send it',
      text: 'Download it, send a link, or let a schedule send it every month.',
      action: 'Open the report',
    },
  },
  needs: {
    title: 'Needs you',
    /** The same for those who only read. */
    reader: 'Known problems',
    calm: 'Nothing needs you today',
    calmText: 'All connections work, and no report is waiting.',
    reconnect: (name: string) => `${name} has to be connected again`,
    missing: (name: string) => `What ${name} reads is not there any more`,
    ending: (name: string, day: string) => `The sign-in of ${name} ends on ${day}`,
    waiting: (count: number) => plural('en', count, { one: '# report waits for it', other: '# reports wait for it' }),
    blocked: 'A report could not be made',
    times: (count: number) => plural('en', count, { one: '# time', other: '# times' }),
    undelivered: (recipient: string) => `An e-mail to ${recipient} did not arrive`,
    unposted: (channel: string) => `A message to the chat channel ${channel} did not arrive`,
    approval: 'A report waits to be released',
    look: 'Look at it',
    webhookGone: (name: string) => `The webhook ${name} was switched off: its address is gone`,
    webhookFailing: (name: string) => `The webhook ${name} was switched off after failing for five days`,
    deletion: (d: string) => `Old reports will be deleted from ${d}`,
    see: 'See schedules',
    check: 'Check',
    reconnectAction: 'Reconnect',
    signIn: 'Sign in again',
    dismiss: 'Dismiss',
    all: (count: number) => plural('en', count, { one: 'Show # more', other: 'Show # more' }),
  },
  alerts: {
    title: 'Open alerts',
    all: 'All alerts',
    acknowledge: 'I look after it',
    acknowledged: 'Somebody looks after it',
    since: (day: string) => `Since ${day}`,
  },
  next: {
    title: 'Next reports',
    all: 'All schedules',
    empty: 'Nothing is scheduled. A schedule makes a report by itself and sends it.',
    recipients: (count: number) => plural('en', count, { one: 'to # recipient', other: 'to # recipients' }),
    line: (cadence: string, recipients: string) => `${cadence}, ${recipients}`,
  },
  newest: {
    title: 'Newest reports',
    empty: 'Reports that you make are here.',
    reader: 'As soon as a report is made, it is here.',
  },
};
