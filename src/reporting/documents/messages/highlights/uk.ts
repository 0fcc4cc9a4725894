import type { Writing } from '../writing.ts';
import type { HighlightTexts } from './en.ts';

const weekdays = ['у понеділок', 'у вівторок', 'у середу', 'у четвер', 'у п’ятницю', 'у суботу', 'у неділю'];

/**
 * The Ukrainian sentences of highlights. The metric's name comes before a colon, so that no verb has to agree with it.
 */
export function ukrainianHighlights({ counted, list, name }: Writing<'one' | 'few' | 'many'>): HighlightTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const days = (count: number) => counted(count, { one: '# день', few: '# дні', many: '# днів', other: '# дня' });
  return {
    nothing: 'Помітних змін, рекордів чи відхилень за цей період не виявлено.',
    value: (dimension, label) => `${quoted(label ?? 'не вказано')} (${name(dimension)})`,
    change: ({ name: metric, direction, perDay, average, ratio, from, to, contributors }) => {
      const move = { up: 'зростання', down: 'зниження', negative: 'зміна' }[direction];
      const figures = ratio === null ? `з ${from} до ${to}` : `на ${ratio}, до ${to}`;
      const change = `${name(metric)}${perDay ? ' (у середньому за день)' : ''}: ${move} ${figures}${average === null ? '' : ` (у середньому за день: ${average})`}`;
      const [first, second] = contributors;
      if (!first) return `${change}.`;
      if (first.extent === 'more') return `${change}; на ${first.value} припало більше, ніж усе ${move}.`;
      if (first.extent === 'whole') return `${change}; усе ${move} припало на ${first.value}.`;
      const others = second ? `, ще ${second.part} — на ${second.value}` : '';
      return `${change}; ${first.part} ${move} припало на ${first.value}${others}.`;
    },
    points: (points) => `${points}\u00a0в.\u00a0п.`,
    share: ({ name: metric, value, direction, to, points }) => {
      const than = `${direction === 'down' ? 'менше' : 'більше'}, ніж раніше`;
      return `${name(metric)}: частка ${value} становила ${to}, на ${points} ${than}.`;
    },
    arrival: ({ name: metric, value, figure, share }) =>
      `${name(metric)}: з’явилося нове значення ${value} — ${figure} (${share} загального обсягу).`,
    departure: ({ name: metric, value, figure, share }) =>
      `${name(metric)}: значення ${value} зникло; у періоді порівняння воно становило ${figure} (${share} загального обсягу).`,
    outlier: ({ name: metric, direction, figure, date, usual, weekday, span, count, also }) => {
      const [move, side, extreme] =
        direction === 'down' ? ['падіння', 'нижче', 'найменше'] : ['зростання', 'вище', 'найбільше'];
      const against = weekday ? `зазвичай ${weekdays[weekday.number - 1]} — ${usual}` : `зазвичай — ${usual}`;
      const changed = also.length === 1 ? 'змінився показник' : 'змінилися показники';
      const others = also.length > 0 ? `; так само ${changed} ${list(also.map(quoted))}` : '';
      if (span === null) return `${name(metric)}: ${date} — різке ${move} до ${figure} (${against})${others}.`;
      const far = `${days(count)} поспіль значно ${side} звичайного рівня (${span})`;
      return `${name(metric)}: ${far}, ${extreme} значення — ${figure} (${date}; ${against})${others}.`;
    },
    extremes: ({ name: metric, judged, first, second }) => {
      const words = judged ? ['найкращий день', 'найгірший день'] : ['найвище значення', 'найнижче значення'];
      const clauses = [first, second].flatMap((day, index) => {
        const record = day?.record ? ', поза межами значень періоду порівняння' : '';
        if (!day) return [];
        const [told, beside] = judged ? [day.date, day.figure] : [day.figure, day.date];
        return [`${words[index]} — ${told} (${beside}${record})`];
      });
      return `${name(metric)}: ${clauses.join('; ')}.`;
    },
    run: ({ name: metric, direction, count, span, distance }) => {
      const side = direction === 'down' ? 'нижче' : 'вище';
      const level = `${side} звичайного рівня того самого дня тижня в періоді порівняння`;
      return `${name(metric)}: ${days(count)} поспіль ${level} (${span}), у середньому на ${distance}.`;
    },
    trend: ({ name: metric, direction, unit, count, from, to, fromDate, toDate }) => {
      const move = direction === 'down' ? 'зниження' : 'зростання';
      const [forms, within] =
        unit === 'week'
          ? [{ one: '# тиждень', few: '# тижні', many: '# тижнів', other: '# тижня' }, 'тиждень від ']
          : [{ one: '# місяць', few: '# місяці', many: '# місяців', other: '# місяця' }, ''];
      const way = `з ${from} (${within}${fromDate}) до ${to} (${within}${toDate})`;
      return `${name(metric)}: ${move} ${counted(count, forms)} поспіль, ${way}.`;
    },
  };
}
