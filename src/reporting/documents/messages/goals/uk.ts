import type { Writing } from '../writing.ts';
import type { GoalTexts } from './en.ts';

/** The Ukrainian texts of goals. */
export function ukrainianGoals({ list, name }: Writing<'one' | 'few' | 'many'>): GoalTexts {
  return {
    title: 'Цілі',
    goal: 'Ціль',
    reached: 'Факт',
    share: '% від цілі',
    timeGone: 'Минуло часу',
    pace: 'Темп',
    forecast: 'Прогноз',
    range: 'Імовірний діапазон',
    low: 'Прогноз від',
    high: 'Прогноз до',
    rangeExplained:
      'Імовірний діапазон: судячи з попередніх тижнів, чотири з п’яти таких періодів завершуються в його межах.',
    status: 'Стан',
    met: 'Досягнуто',
    missed: 'Не досягнуто',
    onCourse: 'За планом',
    offCourse: 'Не за планом',
    card: (target, share) => `Ціль: ${target}${share === null ? '' : ` (${share})`}`,
    chart: (amounts) => `Ціль: ${amounts}.`,
    none: 'На останній день цього періоду цілей не задано.',
    explained: (day) =>
      `Станом на ${day}. Темп: результат за завершені дні відносно цілі на ці дні. Прогноз: результат за весь період за такого темпу.`,
    prorated: (named) =>
      `Цілі перераховано пропорційно дням, оскільки період охоплює лише частину місяця, кварталу чи року: ${list(named.map(name))}.`,
    highlight: ({ name: metric, period, ratio, reached, target, gone }) => {
      const about = `${name(metric)} (${period})`;
      if (ratio === null) return `${about}: ${reached}, ціль — ${target}.`;
      const time = gone === null ? '' : ` за ${gone} часу`;
      return `${about}: ${ratio} від цілі${time} — ${reached}, ціль — ${target}.`;
    },
  };
}
