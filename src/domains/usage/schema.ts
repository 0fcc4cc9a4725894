import { Type } from 'typebox';
import { resource } from '../../platform/http/envelope.ts';
import { Limits, Usage as PlanUsage } from '../me/schema.ts';

const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description, examples: [example] });

const Day = resource(
  {
    date: Type.String({ format: 'date', maxLength: 10, description: 'In UTC.', examples: ['2026-11-21'] }),
    generations: count('Generations that were started.', 12),
    completed: count('Those of them that are completed.', 11),
    exports: count('Exports that were started.', 9),
  },
  { title: 'UsageDay' },
);

/** How much of what a plan allows is used. */
export const planUsage = { projects: PlanUsage, generations_this_month: PlanUsage, members: PlanUsage };

export const Usage = resource(
  {
    plan: Type.String({ maxLength: 100, examples: ['pro'] }),
    requests: Limits,
    ...planUsage,
    days: Type.Array(Day, { maxItems: 31, description: 'The last 30 days, and today; the oldest first.' }),
  },
  { title: 'AccountUsage', description: 'How much of its limits the account uses, now and day by day.' },
);
