import type { Writing } from '../writing.ts';
import type { GoalTexts } from './en.ts';

/** The German texts of goals. */
export function germanGoals({ list, name }: Writing<'one'>): GoalTexts {
  return {
    title: 'Ziele',
    goal: 'Ziel',
    reached: 'Erreicht',
    share: '% vom Ziel',
    timeGone: 'Zeit vergangen',
    pace: 'Tempo',
    forecast: 'Prognose',
    range: 'Wahrscheinlicher Bereich',
    low: 'Prognose von',
    high: 'Prognose bis',
    rangeExplained: 'Wahrscheinlicher Bereich: Nach den Wochen davor enden vier von fünf solcher Zeiträume darin.',
    status: 'Stand',
    met: 'Erreicht',
    missed: 'Verfehlt',
    onCourse: 'Auf Kurs',
    offCourse: 'Nicht auf Kurs',
    card: (target, share) => `Ziel: ${target}${share === null ? '' : ` (${share})`}`,
    chart: (amounts) => `Ziel: ${amounts}.`,
    none: 'Für den letzten Tag dieses Zeitraums ist kein Ziel gesetzt.',
    explained: (day) =>
      `Stand: ${day}. Tempo: Ergebnis der abgeschlossenen Tage im Verhältnis zum Ziel für diese Tage. Prognose: Ergebnis des gesamten Zeitraums bei diesem Tempo.`,
    prorated: (named) =>
      `Nach Tagen anteilig berechnete Ziele, da der Zeitraum nur einen Teil eines Monats, Quartals oder Jahres umfasst: ${list(named.map(name))}.`,
    highlight: ({ name: metric, period, ratio, reached, target, gone }) => {
      const about = `${name(metric)} (${period})`;
      if (ratio === null) return `${about}: ${reached} gegenüber einem Ziel von ${target}.`;
      const time = gone === null ? '' : ` nach ${gone} der Zeit`;
      return `${about}: ${ratio} des Ziels${time}, ${reached} gegenüber ${target}.`;
    },
  };
}
