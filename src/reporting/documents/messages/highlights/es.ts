import type { Writing } from '../writing.ts';
import type { HighlightTexts } from './en.ts';

/**
 * The Spanish sentences of highlights. The metric's name comes before a colon, so that no verb has to agree with it.
 */
export function spanishHighlights({ counted, list, name }: Writing<'one'>): HighlightTexts {
  const quoted = (text: string) => `«${name(text)}»`;
  const days = (count: number) => counted(count, { one: '# día', other: '# días' });
  return {
    nothing: 'En este período no destaca ningún cambio, récord ni valor atípico.',
    value: (dimension, label) => `${quoted(label ?? 'sin especificar')} (${name(dimension)})`,
    change: ({ name: metric, direction, perDay, average, ratio, from, to, contributors }) => {
      const move = { up: 'aumento', down: 'descenso', negative: 'variación' }[direction];
      const figures = ratio === null ? `de ${from} a ${to}` : `del ${ratio}, hasta ${to}`;
      const change = `${name(metric)}${perDay ? ' (media diaria)' : ''}: ${move} ${figures}${average === null ? '' : ` (media diaria: ${average})`}`;
      const [first, second] = contributors;
      if (!first) return `${change}.`;
      if (first.extent === 'more') return `${change}; ${first.value} aportó más que todo el ${move}.`;
      if (first.extent === 'whole') return `${change}; todo el ${move} procedió de ${first.value}.`;
      const others = second ? ` y el ${second.part}, de ${second.value}` : '';
      return `${change}; el ${first.part} del ${move} procedió de ${first.value}${others}.`;
    },
    points: (points, count) => `${points} ${count === 1 ? 'punto porcentual' : 'puntos porcentuales'}`,
    share: ({ name: metric, value, direction, to, points }) => {
      const than = `${direction === 'down' ? 'menos' : 'más'} que antes`;
      return `${name(metric)}: ${value} representó el ${to}, ${points} ${than}.`;
    },
    arrival: ({ name: metric, value, figure, share }) =>
      `${name(metric)}: nuevo valor ${value}, con ${figure} (el ${share} del total).`,
    departure: ({ name: metric, value, figure, share }) =>
      `${name(metric)}: el valor ${value} desapareció; en el período de comparación alcanzaba ${figure} (el ${share} del total).`,
    outlier: ({ name: metric, direction, figure, date, usual, weekday, span, count, also }) => {
      const [move, side, extreme] =
        direction === 'down' ? ['descenso', 'debajo', 'mínimo'] : ['aumento', 'encima', 'máximo'];
      const against = `frente a ${usual} en un ${weekday?.name ?? 'día'} habitual`;
      const others = also.length > 0 ? `; lo mismo ocurrió con ${list(also.map(quoted))}` : '';
      if (span === null) {
        return `${name(metric)}: ${move} inusual el ${date}, hasta ${figure}, ${against}${others}.`;
      }
      const far = `${days(count)} muy por ${side} de lo habitual (${span})`;
      return `${name(metric)}: ${far}, con un ${extreme} de ${figure} el ${date}, ${against}${others}.`;
    },
    extremes: ({ name: metric, judged, first, second }) => {
      const words = judged ? ['mejor día', 'peor día'] : ['máximo', 'mínimo'];
      const clauses = [first, second].flatMap((day, index) => {
        const record = day?.record ? ', fuera del rango del período de comparación' : '';
        return day ? [`${words[index]} el ${day.date}, con ${day.figure}${record}`] : [];
      });
      return `${name(metric)}: ${clauses.join('; ')}.`;
    },
    run: ({ name: metric, direction, count, span, distance }) => {
      const side = direction === 'down' ? 'debajo' : 'encima';
      const level = `por ${side} del nivel habitual del mismo día de la semana en el período de comparación`;
      return `${name(metric)}: ${days(count)} seguidos ${level} (${span}), con una diferencia media de ${distance}.`;
    },
    trend: ({ name: metric, direction, unit, count, from, to, fromDate, toDate }) => {
      const move = direction === 'down' ? 'descenso' : 'aumento';
      const [forms, within] =
        unit === 'week'
          ? [{ one: '# semana seguida', other: '# semanas seguidas' }, 'semana del ']
          : [{ one: '# mes seguido', other: '# meses seguidos' }, ''];
      const way = `de ${from} (${within}${fromDate}) a ${to} (${within}${toDate})`;
      return `${name(metric)}: ${move} durante ${counted(count, forms)}, ${way}.`;
    },
  };
}
