import type { Writing } from '../writing.ts';
import type { HighlightTexts } from './en.ts';

const weekdays = ['понедельникам', 'вторникам', 'средам', 'четвергам', 'пятницам', 'субботам', 'воскресеньям'];

/**
 * The Russian sentences of highlights. The metric's name comes before a colon, so that no verb has to agree with it.
 */
export function russianHighlights({ counted, list, name }: Writing<'one' | 'few' | 'many'>): HighlightTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const days = (count: number) => counted(count, { one: '# день', few: '# дня', many: '# дней', other: '# дня' });
  return {
    nothing: 'Заметных изменений, рекордов и отклонений за этот период не обнаружено.',
    value: (dimension, label) => `${quoted(label ?? 'не указано')} (${name(dimension)})`,
    change: ({ name: metric, direction, perDay, average, ratio, from, to, contributors }) => {
      const [move, of, whole, came] = {
        up: ['рост', 'роста', 'весь рост', 'пришёлся'],
        down: ['снижение', 'снижения', 'всё снижение', 'пришлось'],
        negative: ['изменение', 'изменения', 'всё изменение', 'пришлось'],
      }[direction];
      const figures = ratio === null ? `с ${from} до ${to}` : `на ${ratio}, до ${to}`;
      const change = `${name(metric)}${perDay ? ' (в среднем за день)' : ''}: ${move} ${figures}${average === null ? '' : ` (в среднем за день: ${average})`}`;
      const [first, second] = contributors;
      if (!first) return `${change}.`;
      if (first.extent === 'more') return `${change}; на ${first.value} пришлось больше, чем ${whole}.`;
      if (first.extent === 'whole') return `${change}; ${whole} ${came} на ${first.value}.`;
      const others = second ? `, ещё ${second.part} — на ${second.value}` : '';
      return `${change}; ${first.part} ${of} пришлось на ${first.value}${others}.`;
    },
    points: (points) => `${points}\u00a0п.\u00a0п.`,
    share: ({ name: metric, value, direction, to, points }) => {
      const than = `${direction === 'down' ? 'меньше' : 'больше'}, чем ранее`;
      return `${name(metric)}: доля ${value} составила ${to}, на ${points} ${than}.`;
    },
    arrival: ({ name: metric, value, figure, share }) =>
      `${name(metric)}: появилось новое значение ${value} — ${figure} (${share} общего объёма).`,
    departure: ({ name: metric, value, figure, share }) =>
      `${name(metric)}: значение ${value} исчезло; в периоде сравнения оно составляло ${figure} (${share} общего объёма).`,
    outlier: ({ name: metric, direction, figure, date, usual, weekday, span, count, also }) => {
      const [move, side, extreme] =
        direction === 'down' ? ['резкое падение', 'ниже', 'наименьшее'] : ['резкий рост', 'выше', 'наибольшее'];
      const against = weekday ? `обычно по ${weekdays[weekday.number - 1]} — ${usual}` : `обычно — ${usual}`;
      const changed = also.length === 1 ? 'изменился показатель' : 'изменились показатели';
      const others = also.length > 0 ? `; так же ${changed} ${list(also.map(quoted))}` : '';
      if (span === null) return `${name(metric)}: ${date} — ${move} до ${figure} (${against})${others}.`;
      const far = `${days(count)} подряд значительно ${side} обычного уровня (${span})`;
      return `${name(metric)}: ${far}, ${extreme} значение — ${figure} (${date}; ${against})${others}.`;
    },
    extremes: ({ name: metric, judged, first, second }) => {
      const words = judged ? ['лучший день', 'худший день'] : ['наибольшее значение', 'наименьшее значение'];
      const clauses = [first, second].flatMap((day, index) => {
        const record = day?.record ? ', за пределами значений периода сравнения' : '';
        if (!day) return [];
        const [told, beside] = judged ? [day.date, day.figure] : [day.figure, day.date];
        return [`${words[index]} — ${told} (${beside}${record})`];
      });
      return `${name(metric)}: ${clauses.join('; ')}.`;
    },
    run: ({ name: metric, direction, count, span, distance }) => {
      const side = direction === 'down' ? 'ниже' : 'выше';
      const level = `${side} обычного уровня того же дня недели в периоде сравнения`;
      return `${name(metric)}: ${days(count)} подряд ${level} (${span}), в среднем на ${distance}.`;
    },
    trend: ({ name: metric, direction, unit, count, from, to, fromDate, toDate }) => {
      const move = direction === 'down' ? 'снижение' : 'рост';
      const [forms, within] =
        unit === 'week'
          ? [{ one: '# неделю', few: '# недели', many: '# недель', other: '# недели' }, 'неделя с ']
          : [{ one: '# месяц', few: '# месяца', many: '# месяцев', other: '# месяца' }, ''];
      const way = `с ${from} (${within}${fromDate}) до ${to} (${within}${toDate})`;
      return `${name(metric)}: ${move} ${counted(count, forms)} подряд, ${way}.`;
    },
  };
}
