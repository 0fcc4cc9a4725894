import { type Static, Type } from 'typebox';
import type { SectionsSettings } from './section-settings.ts';

const earliest = '0001-01-01';
const latest = '9999-12-31';

const day = (description: string) => {
  const date = Type.Refine(
    Type.String({ format: 'date', description }),
    (text) => text >= earliest,
    () => 'must be a real calendar day in the form YYYY-MM-DD',
  );
  return Type.Optional(Type.Union([date, Type.Null()]));
};
const limit = 1e15;

const goal = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', description: 'A name of your own for it.' }),
    connection_id: Type.String({ minLength: 1, maxLength: 100, description: 'A connection of the project.' }),
    metric: Type.String({ minLength: 1, maxLength: 200, description: "Key of one of the connection's metrics." }),
    amount: Type.Number({
      minimum: -limit,
      maximum: limit,
      description:
        'In the unit of the metric: a percentage as a ratio (0.25 is 25 %), a duration in seconds, money in the currency of the connection.',
    }),
    per: Type.Union([Type.Literal('month'), Type.Literal('quarter'), Type.Literal('year')], {
      description: 'The calendar period that the amount is for.',
    }),
    from: day('The first day on which it holds; null or absent for open.'),
    to: day('The last day on which it holds; null or absent for open.'),
  },
  { additionalProperties: false, title: 'Goal' },
);

/** The shape of a project's `settings.goals`. */
export const goalsSettings = Type.Array(goal, { maxItems: 200 });

export type GoalsSettings = Static<typeof goalsSettings>;
export type GoalSettings = GoalsSettings[number];

/** A place in the settings that is at fault, by its dotted path in them. */
export interface GoalFault {
  readonly field: string;
  readonly rule: 'unique' | 'order' | 'overlap' | 'value';
  readonly message: string;
}

/**
 * What is wrong with goals as such and with the names that sections have for them: two of one id, an end before the
 * beginning, two for one metric on the same day, and ids that there are not.
 */
export function goalFaults(goals: GoalsSettings, sections: SectionsSettings): GoalFault[] {
  const ids = new Set(goals.map(({ id }) => id));
  return [
    ...goals.flatMap((one, index) => faultsOf(one, goals.slice(0, index), `goals.${index}`)),
    ...sections.flatMap((section, index) => {
      const named = section.type === 'goals' ? (section.goals ?? []) : [];
      return named.flatMap((id, place): GoalFault[] => {
        if (ids.has(id)) return [];
        const message = `names the goal "${id}", which settings.goals does not have`;
        return [{ field: `sections.${index}.goals.${place}`, rule: 'value', message }];
      });
    }),
  ];
}

function faultsOf(one: GoalSettings, before: GoalsSettings, field: string): GoalFault[] {
  const faults: GoalFault[] = [];
  if (before.some(({ id }) => id === one.id)) {
    faults.push({ field: `${field}.id`, rule: 'unique', message: `is also the id of another goal, "${one.id}"` });
  }
  if (firstDay(one) > lastDay(one)) {
    return [...faults, { field: `${field}.to`, rule: 'order', message: 'must not be before "from"' }];
  }
  const other = before.find((other) => isSameMetric(one, other) && meet(one, other));
  if (other) {
    const message = `holds on days on which the goal "${other.id}" holds for the same metric`;
    faults.push({ field, rule: 'overlap', message });
  }
  return faults;
}

function isSameMetric(one: GoalSettings, other: GoalSettings): boolean {
  return one.connection_id === other.connection_id && one.metric === other.metric;
}

function meet(one: GoalSettings, other: GoalSettings): boolean {
  return firstDay(one) <= lastDay(other) && firstDay(other) <= lastDay(one);
}

/** The first day on which a goal holds; of an open one the earliest there is. */
export function firstDay({ from }: GoalSettings): string {
  return from ?? earliest;
}

/** The last day on which a goal holds; of an open one the latest there is. */
export function lastDay({ to }: GoalSettings): string {
  return to ?? latest;
}
