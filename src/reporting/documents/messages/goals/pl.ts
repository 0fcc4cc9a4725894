import type { Writing } from '../writing.ts';
import type { GoalTexts } from './en.ts';

/** The Polish texts of goals. */
export function polishGoals({ list, name }: Writing<'one' | 'few' | 'many'>): GoalTexts {
  return {
    title: 'Cele',
    goal: 'Cel',
    reached: 'Wynik',
    share: '% celu',
    timeGone: 'Upłynęło czasu',
    pace: 'Tempo',
    forecast: 'Prognoza',
    range: 'Prawdopodobny zakres',
    low: 'Prognoza od',
    high: 'Prognoza do',
    rangeExplained:
      'Prawdopodobny zakres: według poprzednich tygodni cztery na pięć takich okresów kończą się w jego granicach.',
    status: 'Stan',
    met: 'Osiągnięty',
    missed: 'Nieosiągnięty',
    onCourse: 'Zgodnie z planem',
    offCourse: 'Niezgodnie z planem',
    card: (target, share) => `Cel: ${target}${share === null ? '' : ` (${share})`}`,
    chart: (amounts) => `Cel: ${amounts}.`,
    none: 'Na ostatni dzień tego okresu nie wyznaczono żadnego celu.',
    explained: (day) =>
      `Stan na ${day}. Tempo: wynik zakończonych dni w stosunku do celu na te dni. Prognoza: wynik całego okresu przy tym tempie.`,
    prorated: (named) =>
      `Cele przeliczone proporcjonalnie do liczby dni, ponieważ okres obejmuje tylko część miesiąca, kwartału lub roku: ${list(named.map(name))}.`,
    highlight: ({ name: metric, period, ratio, reached, target, gone }) => {
      const about = `${name(metric)} (${period})`;
      if (ratio === null) return `${about}: ${reached} przy celu ${target}.`;
      const time = gone === null ? '' : ` po upływie ${gone} czasu`;
      return `${about}: ${ratio} celu${time}, ${reached} wobec ${target}.`;
    },
  };
}
