import type { PortfolioAccountRow } from './portfolio-settings.ts';

interface Counted {
  readonly id: string;
  readonly revision: number;
}

/**
 * The revisions of all that the basis of a project is worked out from, as a text: while it is the same, so is the basis.
 * Ids grow with time, so that a connection that takes another's place is told by the greatest.
 */
export function seenNow(
  project: Pick<Counted, 'revision'>,
  connections: readonly Counted[],
  account: Pick<PortfolioAccountRow, 'revision'> | undefined,
): string {
  const revisions = connections.reduce((sum, { revision }) => sum + revision, 0);
  const last =
    connections
      .map(({ id }) => id)
      .sort()
      .at(-1) ?? '';
  return seenText({ project: project.revision, connections: connections.length, revisions, last, account });
}

/** The same from what a statement has counted. */
export function seenText(counted: {
  readonly project: number;
  readonly connections: number;
  readonly revisions: number;
  readonly last: string;
  readonly account: Pick<PortfolioAccountRow, 'revision'> | undefined;
}): string {
  const { project, connections, revisions, last, account } = counted;
  return [project, connections, revisions, last, account?.revision ?? 0].join(' ');
}
