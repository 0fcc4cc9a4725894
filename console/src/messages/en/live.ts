/** Links to pages that are always current. */
export const live = {
  title: 'Always current',
  none: 'Behind such a link clients see the layout of this project over a period that they choose, with figures that stay current.',
  addTitle: 'New link to a page that is always current',
  changeTitle: 'What readers may choose',
  periods: 'Periods to choose from',
  needsPeriod: 'Choose at least one period.',
  ownDays: 'Readers may choose other days',
  compare: 'What they may compare with',
  needsComparison: 'Choose at least one.',
  keep: 'Figures are at most so old',
  origins: 'Sites that may embed it',
  originsAdvice: 'One address a line, such as https://www.example.com',
  keepReport: 'Keep as a report',
  kept: 'The report is being made.',
  revokeText: 'Whoever has it sees nothing of the page any more, at once. This cannot be undone.',
};
