import type { Writing } from '../writing.ts';
import type { GoalTexts } from './en.ts';

/** The Russian texts of goals. */
export function russianGoals({ list, name }: Writing<'one' | 'few' | 'many'>): GoalTexts {
  return {
    title: 'Цели',
    goal: 'Цель',
    reached: 'Факт',
    share: '% от цели',
    timeGone: 'Прошло времени',
    pace: 'Темп',
    forecast: 'Прогноз',
    range: 'Вероятный диапазон',
    low: 'Прогноз от',
    high: 'Прогноз до',
    rangeExplained:
      'Вероятный диапазон: судя по предыдущим неделям, четыре из пяти таких периодов заканчиваются в его пределах.',
    status: 'Статус',
    met: 'Достигнута',
    missed: 'Не достигнута',
    onCourse: 'По плану',
    offCourse: 'Не по плану',
    card: (target, share) => `Цель: ${target}${share === null ? '' : ` (${share})`}`,
    chart: (amounts) => `Цель: ${amounts}.`,
    none: 'На последний день этого периода цели не заданы.',
    explained: (day) =>
      `По состоянию на ${day}. Темп: результат за завершённые дни по отношению к цели на эти дни. Прогноз: результат за весь период при таком темпе.`,
    prorated: (named) =>
      `Цели пересчитаны пропорционально дням, так как период охватывает лишь часть месяца, квартала или года: ${list(named.map(name))}.`,
    highlight: ({ name: metric, period, ratio, reached, target, gone }) => {
      const about = `${name(metric)} (${period})`;
      if (ratio === null) return `${about}: ${reached} при цели ${target}.`;
      const time = gone === null ? '' : ` за ${gone} времени`;
      return `${about}: ${ratio} от цели${time}, ${reached} при цели ${target}.`;
    },
  };
}
