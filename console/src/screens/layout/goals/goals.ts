import { leading } from '../sections/choices.ts';
import type { Goal, Section, Source } from '../types.ts';

/** A goal to begin with: of the first leading metric that has none, open in time. Its name is nobody else's. */
export function newGoal(goals: readonly Goal[], sources: readonly Source[]): Goal {
  const source = sources.find(({ metrics }) => metrics.length > 0) ?? sources[0];
  const offered = source ? leading(source, source.metrics.length) : [];
  const isTaken = (key: string) => goals.some((goal) => goal.connection_id === source?.id && goal.metric === key);
  const metric = offered.find(({ key }) => !isTaken(key)) ?? offered[0];
  return {
    id: freeId(goals),
    connection_id: source?.id ?? '',
    metric: metric?.key ?? '',
    amount: metric?.unit === 'percent' ? 0.1 : 100,
    per: 'month',
    from: null,
    to: null,
  };
}

function freeId(goals: readonly Goal[]): string {
  const taken = new Set(goals.map(({ id }) => id));
  let number = goals.length + 1;
  while (taken.has(`goal-${number}`)) number += 1;
  return `goal-${number}`;
}

/** The sections that name a goal, with their places from 1. Those that show all goals go on without it. */
export function sectionsWithGoal(
  sections: readonly Section[],
  id: string,
): readonly { readonly section: Section; readonly place: number }[] {
  return sections.flatMap((section, index) =>
    section.type === 'goals' && section.goals?.includes(id) ? [{ section, place: index + 1 }] : [],
  );
}

/** An amount as it is written, in minutes where the unit is a duration, and back. */
export function shownAmount(amount: number, unit: string | undefined): number {
  return unit === 'duration' ? amount / 60 : amount;
}

export function storedAmount(shown: number, unit: string | undefined): number {
  return unit === 'duration' ? shown * 60 : shown;
}
