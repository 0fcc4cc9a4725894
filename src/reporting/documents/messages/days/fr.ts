import type { Writing } from '../writing.ts';
import type { DayTexts } from './en.ts';

/** The French texts of series with days of their own, and of heatmaps. */
export function frenchDays({ name, number }: Writing<'one'>): DayTexts {
  const quoted = (text: string) => `«\u202f${name(text)}\u202f»`;
  const more = (count: number, named: readonly string[]) =>
    count > named.length ? `\u202f; ${number(count - named.length)} de plus` : '';
  return {
    begins: (connection, date) => `${quoted(connection)} n’a aucun chiffre avant le ${date}.`,
    missing: (count, named) =>
      `Jours sans données (${number(count)})\u202f: ${named.join('\u202f; ')}${more(count, named)}.`,
    leftOut: (metric, count) => `Valeurs illisibles de ${quoted(metric)}, exclues\u202f: ${number(count)}.`,
    byHour: (metric) => `${name(metric)} par jour de la semaine et heure`,
    byWeek: (metric) => `${name(metric)} par jour de la semaine et semaine`,
    weekday: 'Jour',
    noFigure: 'aucun chiffre',
    meanOfHours:
      'Chaque chiffre est la moyenne de cette heure sur tous les jours de la période qui tombent ce jour de la semaine.',
    eachDay: 'Chaque chiffre est celui d’un jour\u202f; les semaines portent la date de leur lundi.',
    clockChanges: (named) =>
      `Changement d’heure le ${named.join('\u202f; ')}\u202f: une heure sautée ne compte pas, une heure répétée compte deux fois.`,
    hoursMissing: (named) =>
      `Le système n’a pas d’heures pour ces jours, qui ne comptent pas ici : ${named.join(' ; ')}.`,
    midnight: (connection) =>
      `Tous les chiffres de ${quoted(connection)} sont à minuit\u202f: les jours sont connus, mais apparemment pas les heures.`,
    heatmap: (title, period) => `Carte de chaleur\u202f: ${title}, ${period}.`,
    extremes: (most, least) =>
      `Maximum\u202f: ${most.name}\u202f: ${most.figure}. Minimum\u202f: ${least.name}\u202f: ${least.figure}.`,
  };
}
