import { thin } from '../typography.ts';
import type { Writing } from '../writing.ts';
import type { HighlightTexts } from './en.ts';

/** The French sentences of highlights. The metric's name comes before a colon, so that no verb has to agree with it. */
export function frenchHighlights({ counted, list, name }: Writing<'one'>): HighlightTexts {
  const quoted = (text: string) => `«${thin}${name(text)}${thin}»`;
  const about = (metric: string, text: string) => `${name(metric)}${thin}: ${text}.`;
  const days = (count: number) => counted(count, { one: '# jour', other: '# jours' });
  return {
    nothing: 'Aucune évolution, aucun record ni aucune valeur inhabituelle à signaler pour cette période.',
    value: (dimension, label) => `${quoted(label ?? 'non renseigné')} (${name(dimension)})`,
    change: ({ name: metric, direction, perDay, average, ratio, from, to, contributors }) => {
      const move = { up: 'hausse', down: 'baisse', negative: 'évolution' }[direction];
      const figures = ratio === null ? `${move} de ${from} à ${to}` : `${move} de ${ratio}, à ${to}`;
      const change = `${perDay ? 'en moyenne par jour, ' : ''}${figures}${average === null ? '' : ` (${average} en moyenne par jour)`}`;
      const [first, second] = contributors;
      if (!first) return about(metric, change);
      const others = second ? ` et ${second.part} de ${second.value}` : '';
      const part = {
        more: `plus que la totalité de la ${move} provenait de ${first.value}`,
        whole: `toute la ${move} provenait de ${first.value}`,
        part: `${first.part} de la ${move} provenaient de ${first.value}${others}`,
      }[first.extent];
      return about(metric, `${change}${thin}; ${part}`);
    },
    points: (points, count) => `${points} ${count < 2 ? 'point' : 'points'}`,
    share: ({ name: metric, value, direction, to, points }) => {
      const than = `de ${direction === 'down' ? 'moins' : 'plus'} qu’auparavant`;
      return about(metric, `la part de ${value} était de ${to}, soit ${points} ${than}`);
    },
    arrival: ({ name: metric, value, figure, share }) =>
      about(metric, `nouvelle valeur ${value}, avec ${figure} (${share} du total)`),
    departure: ({ name: metric, value, figure, share }) =>
      about(
        metric,
        `la valeur ${value} a disparu${thin}; elle atteignait ${figure} dans la période de comparaison (${share} du total)`,
      ),
    outlier: ({ name: metric, direction, figure, date, usual, weekday, span, count, also }) => {
      const [move, side, extreme] =
        direction === 'down' ? ['baisse', 'au-dessous', 'minimum'] : ['hausse', 'au-dessus', 'maximum'];
      const against = `contre ${usual} un ${weekday?.name ?? 'jour'} habituel`;
      const others = also.length > 0 ? `${thin}; de même pour ${list(also.map(quoted))}` : '';
      if (span === null) return about(metric, `${move} inhabituelle le ${date}, à ${figure}, ${against}${others}`);
      const far = `${days(count)} nettement ${side} du niveau habituel (${span})`;
      return about(metric, `${far}, avec un ${extreme} de ${figure} le ${date}, ${against}${others}`);
    },
    extremes: ({ name: metric, judged, first, second }) => {
      const words = judged ? ['meilleur jour', 'plus mauvais jour'] : ['maximum', 'minimum'];
      const clauses = [first, second].flatMap((day, index) => {
        const record = day?.record ? ', hors des limites de la période de comparaison' : '';
        return day ? [`${words[index]} le ${day.date}, avec ${day.figure}${record}`] : [];
      });
      return about(metric, clauses.join(`${thin}; `));
    },
    run: ({ name: metric, direction, count, span, distance }) => {
      const side = direction === 'down' ? 'au-dessous' : 'au-dessus';
      const level = `${side} du niveau habituel du même jour de la semaine dans la période de comparaison`;
      return about(metric, `${days(count)} de suite ${level} (${span}), de ${distance} en moyenne`);
    },
    trend: ({ name: metric, direction, unit, count, from, to, fromDate, toDate }) => {
      const move = direction === 'down' ? 'baisse' : 'hausse';
      const [forms, within] =
        unit === 'week'
          ? [{ one: '# semaine', other: '# semaines' }, 'semaine du ']
          : [{ one: '# mois', other: '# mois' }, ''];
      const way = `de ${from} (${within}${fromDate}) à ${to} (${within}${toDate})`;
      return about(metric, `${move} ${counted(count, forms)} de suite, ${way}`);
    },
  };
}
