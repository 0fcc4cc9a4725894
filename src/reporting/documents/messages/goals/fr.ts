import { thin } from '../typography.ts';
import type { Writing } from '../writing.ts';
import type { GoalTexts } from './en.ts';

/** The French texts of goals. */
export function frenchGoals({ list, name }: Writing<'one'>): GoalTexts {
  return {
    title: 'Objectifs',
    goal: 'Objectif',
    reached: 'Réalisé',
    share: '% de l’objectif',
    timeGone: 'Temps écoulé',
    pace: 'Rythme',
    forecast: 'Prévision',
    range: 'Fourchette probable',
    low: 'Prévision de',
    high: 'Prévision à',
    rangeExplained: `Fourchette probable${thin}: d’après les semaines précédentes, quatre périodes de ce type sur cinq s’y terminent.`,
    status: 'Bilan',
    met: 'Atteint',
    missed: 'Manqué',
    onCourse: 'En bonne voie',
    offCourse: 'En difficulté',
    card: (target, share) => `Objectif${thin}: ${target}${share === null ? '' : ` (${share})`}`,
    chart: (amounts) => `Objectif${thin}: ${amounts}.`,
    none: 'Aucun objectif n’est fixé pour le dernier jour de cette période.',
    explained: (day) =>
      `Situation au ${day}. Rythme${thin}: résultat des jours écoulés par rapport à l’objectif pour ces jours. Prévision${thin}: résultat de la période entière à ce rythme.`,
    prorated: (named) =>
      `Objectifs calculés au prorata des jours, car la période ne couvre qu’une partie d’un mois, d’un trimestre ou d’une année${thin}: ${list(named.map(name))}.`,
    highlight: ({ name: metric, period, ratio, reached, target, gone }) => {
      const about = `${name(metric)} (${period})${thin}`;
      if (ratio === null) return `${about}: ${reached}, pour un objectif de ${target}.`;
      const time = gone === null ? '' : ` avec ${gone} du temps écoulé`;
      return `${about}: ${ratio} de l’objectif${time}, ${reached} contre ${target}.`;
    },
  };
}
