import { useFormat } from '../../../messages/format.ts';
import { useMessages } from '../../../messages/messages.tsx';
import { labelOf, metricOf } from '../sections/choices.ts';
import type { Goal, Source } from '../types.ts';

/** What goals are called: metric, amount and period, such as `Revenue: 50,000 a month`. */
export function useGoalName(sources: readonly Source[]): (goal: Goal) => string {
  const words = useMessages().sections.goals;
  const format = useFormat();
  return ({ connection_id, metric, amount, per }) => {
    const source = sources.find(({ id }) => id === connection_id);
    const unit = metricOf(source, metric)?.unit;
    const figure =
      unit === 'percent'
        ? format.percent(amount)
        : unit === 'duration'
          ? words.minutes(format.number(amount / 60))
          : format.number(amount);
    return words.name(labelOf(source, metric), words.each[per](figure));
  };
}
