import { plural } from '../plural.ts';

/** How much of its plan an account uses. */
export const usage = {
  title: 'Plan and usage',
  plan: (name: string) => `Your plan is ${name}.`,
  allowance: 'What your plan allows',
  projects: 'Projects',
  members: 'Members',
  generations: 'Reports made this month',
  ofLimit: (used: string, limit: string) => `${used} of ${limit}`,
  unlimited: (used: string) => `${used}, no limit`,
  full: {
    title: 'Used up',
    projects: 'Archive a project that is finished, or ask your operator for a larger plan.',
    members: 'Remove somebody who has left, or ask your operator for a larger plan.',
    generations: (day: string) =>
      `No further report is made before ${day}, scheduled ones included, unless your operator gives you a larger plan.`,
    requests: 'Programs are refused until it begins again. What you do here goes on.',
  },
  toProjects: 'Go to projects',
  toMembers: 'Go to members',
  resets: (time: string) => `Begins again: ${time}`,
  days: 'The last 30 days',
  daysAdvice: 'Choose a day with the pointer or the arrow keys. Days are those of UTC.',
  reports: 'Reports',
  files: 'Files',
  completed: 'Reports that came about',
  date: 'Day',
  onDay: (day: string, reports: number, files: number) =>
    `${day}: ${plural('en', reports, { one: '# report', other: '# reports' })}, ${plural('en', files, { one: '# file', other: '# files' })}`,
  asTable: 'As a table',
  nothing: 'Nothing was made in the last 30 days.',
  requests: 'Requests by programs',
  requestsText: 'What programs ask of the public API with your access tokens. Work in the console does not count.',
  minute: 'In this minute',
  day: 'Today',
};
