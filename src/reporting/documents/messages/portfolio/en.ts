import type { Writing } from '../writing.ts';

export type PortfolioTexts = ReturnType<typeof englishPortfolio>;

/** The English texts of the portfolio: all projects of an account side by side. */
export function englishPortfolio({ number, counted, list, name }: Writing<'one'>) {
  return {
    title: 'Portfolio',
    projects: 'Projects',
    furthest: 'Furthest off its goal',
    toRepair: 'Connections to repair',
    count: number,
    ofAll: (some: number, all: number) => `${number(some)} of ${number(all)}`,
    left: 'Budget left',
    sums: 'Sums over all projects',
    faults: 'Connections that need somebody',
    reason: 'What is wrong',
    reasons: {
      reauth_required: 'No longer accepts the sign-in',
      resource_missing: 'What it read is gone',
      transient: 'Did not answer',
      invalid_config: 'Its configuration no longer fits',
      unexpected: 'Failed inside the service',
    },
    /** When figures were read: before the report was made, never for it. */
    read: (first: string, last: string) =>
      first === last
        ? `The figures were read on ${first}; none was fetched for this report.`
        : `The figures were read between ${first} and ${last}; none was fetched for this report.`,
    order: 'What is most off course comes first.',
    notRead: (count: number, named: readonly string[]) =>
      `${counted(count, { one: '# project has', other: '# projects have' })} no figures: not read yet, or only such as mean something else by now, of another layout, goal, connection or month. ${list(named.map(name))}.`,
    converted: (currency: string, day: string | null) =>
      day === null ? `in ${currency}` : `in ${currency}, rates of ${day}`,
    noRate: (label: string, currencies: readonly string[]) =>
      `${name(label)} has no sum, as there is no rate for ${list(currencies)}.`,
    otherDays: (count: number) => counted(count, { one: '# with other days', other: '# with other days' }),
    behind: (count: number, total: number) =>
      `${number(count)} of ${counted(total, { one: '# project', other: '# projects' })} with goals ${count === 1 ? 'is' : 'are'} off course.`,
    figures: (count: number, total: number) =>
      `There are figures of ${number(count)} of ${counted(total, { one: '# project', other: '# projects' })}.`,
    off: (project: string, metric: string, share: string) =>
      `${name(project)}: ${name(metric)} is ${share} off its goal for the days gone.`,
    noted: {
      missingDays: (count: number) => counted(count, { one: '# day has no figures', other: '# days have no figures' }),
      leftOut: (count: number) =>
        counted(count, { one: '# value could not be read', other: '# values could not be read' }),
      changing: (day: string) => `still changes from ${day} on`,
      sampled: 'estimated from a sample',
      other: 'the source keeps some figures back',
    },
  };
}
