import type { Writing } from '../writing.ts';
import type { HighlightTexts } from './en.ts';

const weekdays = ['w poniedziałki', 'we wtorki', 'w środy', 'w czwartki', 'w piątki', 'w soboty', 'w niedziele'];

/** The Polish sentences of highlights. The metric's name comes before a colon, so that no verb has to agree with it. */
export function polishHighlights({ counted, list, name }: Writing<'one' | 'few' | 'many'>): HighlightTexts {
  const quoted = (text: string) => `„${name(text)}”`;
  const days = (count: number) => counted(count, { one: '# dzień', few: '# dni', many: '# dni', other: '# dnia' });
  return {
    nothing: 'W tym okresie nie wyróżniły się żadne zmiany, rekordy ani wartości odstające.',
    value: (dimension, label) => `${quoted(label ?? 'nie podano')} (${name(dimension)})`,
    change: ({ name: metric, direction, perDay, average, ratio, from, to, contributors }) => {
      const move = { up: 'wzrost', down: 'spadek', negative: 'zmiana' }[direction];
      const figures = ratio === null ? `z ${from} do ${to}` : `o ${ratio}, do ${to}`;
      const change = `${name(metric)}${perDay ? ' (średnio dziennie)' : ''}: ${move} ${figures}${average === null ? '' : ` (średnio dziennie: ${average})`}`;
      const [first, second] = contributors;
      if (!first) return `${change}.`;
      if (first.extent === 'more') return `${change}; na ${first.value} przypadło więcej niż cały ${move}.`;
      if (first.extent === 'whole') return `${change}; cały ${move} przypadł na ${first.value}.`;
      const of = direction === 'down' ? 'spadku' : 'wzrostu';
      const others = second ? `, a ${second.part} na ${second.value}` : '';
      return `${change}; ${first.part} ${of} przypadło na ${first.value}${others}.`;
    },
    points: (points) => `${points}\u00a0p.p.`,
    share: ({ name: metric, value, direction, to, points }) => {
      const than = `${direction === 'down' ? 'mniej' : 'więcej'} niż wcześniej`;
      return `${name(metric)}: udział ${value} wyniósł ${to}, o ${points} ${than}.`;
    },
    arrival: ({ name: metric, value, figure, share }) =>
      `${name(metric)}: pojawiła się nowa wartość ${value} – ${figure} (${share} całości).`,
    departure: ({ name: metric, value, figure, share }) =>
      `${name(metric)}: wartość ${value} zniknęła; w okresie porównawczym przypadało na nią ${figure} (${share} całości).`,
    outlier: ({ name: metric, direction, figure, date, usual, weekday, span, count, also }) => {
      const [move, side, extreme] =
        direction === 'down' ? ['spadek', 'poniżej', 'najniższa'] : ['wzrost', 'powyżej', 'najwyższa'];
      const against = `zwykle${weekday ? ` ${weekdays[weekday.number - 1]}` : ''}: ${usual}`;
      const changed = also.length === 1 ? 'zmienił się wskaźnik' : 'zmieniły się wskaźniki';
      const others = also.length > 0 ? `; podobnie ${changed} ${list(also.map(quoted))}` : '';
      if (span === null) return `${name(metric)}: ${date} – nietypowy ${move} do ${figure} (${against})${others}.`;
      const far = `${days(count)} z rzędu znacznie ${side} zwykłego poziomu (${span})`;
      return `${name(metric)}: ${far}, ${extreme} wartość – ${figure} (${date}; ${against})${others}.`;
    },
    extremes: ({ name: metric, judged, first, second }) => {
      const words = judged ? ['najlepszy dzień', 'najgorszy dzień'] : ['najwyższa wartość', 'najniższa wartość'];
      const clauses = [first, second].flatMap((day, index) => {
        const record = day?.record ? ', poza zakresem okresu porównawczego' : '';
        if (!day) return [];
        const [told, beside] = judged ? [day.date, day.figure] : [day.figure, day.date];
        return [`${words[index]} – ${told} (${beside}${record})`];
      });
      return `${name(metric)}: ${clauses.join('; ')}.`;
    },
    run: ({ name: metric, direction, count, span, distance }) => {
      const side = direction === 'down' ? 'poniżej' : 'powyżej';
      const level = `${side} zwykłego poziomu tego samego dnia tygodnia w okresie porównawczym`;
      return `${name(metric)}: ${days(count)} z rzędu ${level} (${span}), średnio o ${distance}.`;
    },
    trend: ({ name: metric, direction, unit, count, from, to, fromDate, toDate }) => {
      const move = direction === 'down' ? 'spadek' : 'wzrost';
      const [forms, within] =
        unit === 'week'
          ? [{ one: '# tydzień', few: '# tygodnie', many: '# tygodni', other: '# tygodnia' }, 'tydzień od ']
          : [{ one: '# miesiąc', few: '# miesiące', many: '# miesięcy', other: '# miesiąca' }, ''];
      const way = `z ${from} (${within}${fromDate}) do ${to} (${within}${toDate})`;
      return `${name(metric)}: ${move} przez ${counted(count, forms)} z rzędu, ${way}.`;
    },
  };
}
