import type { Writing } from '../writing.ts';
import type { HighlightTexts } from './en.ts';

/**
 * The Portuguese sentences of highlights. The metric's name comes before a colon, so that no verb has to agree with it.
 */
export function portugueseHighlights({ counted, list, name }: Writing<'one'>): HighlightTexts {
  const quoted = (text: string) => `“${name(text)}”`;
  const days = (count: number) => counted(count, { one: '# dia', other: '# dias' });
  return {
    nothing: 'Nenhuma variação, nenhum recorde e nenhum valor atípico se destacou neste período.',
    value: (dimension, label) => `${quoted(label ?? 'não informado')} (${name(dimension)})`,
    change: ({ name: metric, direction, perDay, average, ratio, from, to, contributors }) => {
      const [move, whole, of] = {
        up: ['aumento', 'todo o aumento', 'do aumento'],
        down: ['queda', 'toda a queda', 'da queda'],
        negative: ['variação', 'toda a variação', 'da variação'],
      }[direction];
      const figures = ratio === null ? `de ${from} para ${to}` : `de ${ratio}, para ${to}`;
      const change = `${name(metric)}${perDay ? ' (média diária)' : ''}: ${move} ${figures}${average === null ? '' : ` (média diária: ${average})`}`;
      const [first, second] = contributors;
      if (!first) return `${change}.`;
      if (first.extent === 'more') return `${change}; ${first.value} contribuiu com mais do que ${whole}.`;
      if (first.extent === 'whole') return `${change}; ${whole} veio de ${first.value}.`;
      const others = second ? ` e ${second.part}, de ${second.value}` : '';
      return `${change}; ${first.part} ${of} veio de ${first.value}${others}.`;
    },
    points: (points, count) => `${points} ${count < 2 ? 'ponto percentual' : 'pontos percentuais'}`,
    share: ({ name: metric, value, direction, to, points }) => {
      const than = `a ${direction === 'down' ? 'menos' : 'mais'} que antes`;
      return `${name(metric)}: ${value} representou ${to}, ${points} ${than}.`;
    },
    arrival: ({ name: metric, value, figure, share }) =>
      `${name(metric)}: novo valor ${value}, com ${figure} (${share} do total).`,
    departure: ({ name: metric, value, figure, share }) =>
      `${name(metric)}: o valor ${value} desapareceu; no período de comparação alcançava ${figure} (${share} do total).`,
    outlier: ({ name: metric, direction, figure, date, usual, weekday, span, count, also }) => {
      const [move, side, extreme] =
        direction === 'down' ? ['queda', 'abaixo', 'mínima'] : ['aumento', 'acima', 'máxima'];
      // From segunda-feira to sexta-feira the weekdays are feminine.
      const day = weekday ? `${weekday.number <= 5 ? 'uma' : 'um'} ${weekday.name}` : 'um dia';
      const against = `contra ${usual} em ${day} habitual`;
      const others = also.length > 0 ? `; o mesmo ocorreu com ${list(also.map(quoted))}` : '';
      if (span === null) {
        return `${name(metric)}: ${move} incomum em ${date}, para ${figure}, ${against}${others}.`;
      }
      const far = `${days(count)} muito ${side} do habitual (${span})`;
      return `${name(metric)}: ${far}, com ${extreme} de ${figure} em ${date}, ${against}${others}.`;
    },
    extremes: ({ name: metric, judged, first, second }) => {
      const words = judged ? ['melhor dia', 'pior dia'] : ['máxima', 'mínima'];
      const clauses = [first, second].flatMap((day, index) => {
        const record = day?.record ? ', fora do intervalo do período de comparação' : '';
        return day ? [`${words[index]} em ${day.date}, com ${day.figure}${record}`] : [];
      });
      return `${name(metric)}: ${clauses.join('; ')}.`;
    },
    run: ({ name: metric, direction, count, span, distance }) => {
      const side = direction === 'down' ? 'abaixo' : 'acima';
      const level = `${side} do nível habitual do mesmo dia da semana no período de comparação`;
      return `${name(metric)}: ${days(count)} seguidos ${level} (${span}), com diferença média de ${distance}.`;
    },
    trend: ({ name: metric, direction, unit, count, from, to, fromDate, toDate }) => {
      const move = direction === 'down' ? 'queda' : 'aumento';
      const [forms, within] =
        unit === 'week'
          ? [{ one: '# semana seguida', other: '# semanas seguidas' }, 'semana de ']
          : [{ one: '# mês seguido', other: '# meses seguidos' }, ''];
      const way = `de ${from} (${within}${fromDate}) para ${to} (${within}${toDate})`;
      return `${name(metric)}: ${move} por ${counted(count, forms)}, ${way}.`;
    },
  };
}
