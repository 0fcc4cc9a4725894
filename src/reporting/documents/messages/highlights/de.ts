import type { Writing } from '../writing.ts';
import type { HighlightTexts } from './en.ts';

/** The German sentences of highlights. The metric's name comes before a colon, so that no verb has to agree with it. */
export function germanHighlights({ counted, list, name }: Writing<'one'>): HighlightTexts {
  const quoted = (text: string) => `„${name(text)}“`;
  const days = (count: number) => counted(count, { one: '# Tag', other: '# Tage' });
  return {
    nothing: 'In diesem Zeitraum fielen keine Veränderungen, Rekorde oder Ausschläge auf.',
    value: (dimension, label) => `${label === null ? '„keine Angabe“' : quoted(label)} (${name(dimension)})`,
    change: ({ name: metric, direction, perDay, average, ratio, from, to, contributors }) => {
      const move = { up: 'Anstieg', down: 'Rückgang', negative: 'Veränderung' }[direction];
      const figures = ratio === null ? `von ${from} auf ${to}` : `um ${ratio} auf ${to}`;
      const change = `${name(metric)}${perDay ? ' (Tagesdurchschnitt)' : ''}: ${move} ${figures}${average === null ? '' : ` (Tagesdurchschnitt: ${average})`}`;
      const [first, second] = contributors;
      if (!first) return `${change}.`;
      if (first.extent === 'more') return `${change}; auf ${first.value} entfiel mehr als der gesamte ${move}.`;
      if (first.extent === 'whole') return `${change}; der gesamte ${move} entfiel auf ${first.value}.`;
      const others = second ? ` und ${second.part} auf ${second.value}` : '';
      return `${change}; ${first.part} des ${move}s entfielen auf ${first.value}${others}.`;
    },
    points: (points, count) => `${points} ${count === 1 ? 'Prozentpunkt' : 'Prozentpunkte'}`,
    share: ({ name: metric, value, direction, to, points }) => {
      const than = `${direction === 'down' ? 'weniger' : 'mehr'} als zuvor`;
      return `${name(metric)}: Der Anteil von ${value} betrug ${to}, ${points} ${than}.`;
    },
    arrival: ({ name: metric, value, figure, share }) =>
      `${name(metric)}: ${value} kam neu hinzu, mit ${figure} (${share} des Gesamtwerts).`,
    departure: ({ name: metric, value, figure, share }) =>
      `${name(metric)}: ${value} kam nicht mehr vor; im Vergleichszeitraum waren es ${figure} (${share} des Gesamtwerts).`,
    outlier: ({ name: metric, direction, figure, date, usual, weekday, span, count, also }) => {
      const [way, side, extreme] =
        direction === 'down' ? ['unten', 'unter', 'Tiefstwert'] : ['oben', 'über', 'Höchstwert'];
      const against = `gegenüber ${usual} an einem üblichen ${weekday?.name ?? 'Tag'}`;
      const others = also.length > 0 ? `; ebenso ${list(also.map(quoted))}` : '';
      if (span === null) {
        return `${name(metric)}: Ausschlag nach ${way} am ${date} auf ${figure}, ${against}${others}.`;
      }
      const far = `${days(count)} lang weit ${side} dem üblichen Niveau (${span})`;
      return `${name(metric)}: ${far}, mit einem ${extreme} von ${figure} am ${date}, ${against}${others}.`;
    },
    extremes: ({ name: metric, judged, first, second }) => {
      const words = judged ? ['bester Tag', 'schlechtester Tag'] : ['Höchstwert', 'Tiefstwert'];
      const clauses = [first, second].flatMap((day, index) => {
        const record = day?.record ? ' (jenseits der Spanne des Vergleichszeitraums)' : '';
        return day ? [`${words[index]} am ${day.date} mit ${day.figure}${record}`] : [];
      });
      return `${name(metric)}: ${clauses.join('; ')}.`;
    },
    run: ({ name: metric, direction, count, span, distance }) => {
      const side = direction === 'down' ? 'unter' : 'über';
      const level = `${side} dem üblichen Niveau des Wochentags im Vergleichszeitraum`;
      return `${name(metric)}: ${days(count)} in Folge ${level} (${span}), im Schnitt um ${distance}.`;
    },
    trend: ({ name: metric, direction, unit, count, from, to, fromDate, toDate }) => {
      const move = direction === 'down' ? 'Rückgang' : 'Anstieg';
      const [forms, within] =
        unit === 'week'
          ? [{ one: '# Woche', other: '# Wochen' }, 'Woche ab ']
          : [{ one: '# Monat', other: '# Monate' }, ''];
      const way = `von ${from} (${within}${fromDate}) auf ${to} (${within}${toDate})`;
      return `${name(metric)}: ${move} ${counted(count, forms)} in Folge, ${way}.`;
    },
  };
}
