import type {
  ChangeFacts,
  ExtremeFacts,
  ExtremesFacts,
  OutlierFacts,
  PresenceFacts,
  RunFacts,
  ShareFacts,
  TrendFacts,
} from '../facts.ts';
import type { Writing } from '../writing.ts';

export type HighlightTexts = ReturnType<typeof englishHighlights>;

/** The English sentences of highlights. Always past tense, which reads the same after singular and plural names. */
export function englishHighlights({ number, list, name }: Writing<'one'>) {
  return {
    nothing: 'No change, record or outlier stands out in this period.',
    /** A value of a dimension; null is the missing value. */
    value: (dimension: string, label: string | null) =>
      `${name(dimension)} ${label === null ? '(not set)' : name(label)}`,
    change: (facts: ChangeFacts) => {
      const { direction, perDay, average, ratio, from, to, contributors } = facts;
      const [moved, move] = { up: ['rose', 'rise'], down: ['fell', 'fall'], negative: ['changed', 'change'] }[
        direction
      ];
      const figures = ratio === null ? `from ${from} to ${to}` : `${ratio} to ${to}`;
      const change = `${name(facts.name)}${perDay ? ' per day' : ''} ${moved} ${figures}${average === null ? '' : ` (${average} per day)`}`;
      const [first, second] = contributors;
      if (!first) return `${change}.`;
      if (first.extent === 'more') return `${change}; more than the whole ${move} came from ${first.value}.`;
      if (first.extent === 'whole') return `${change}; the whole ${move} came from ${first.value}.`;
      const others = second ? ` and ${second.part} from ${second.value}` : '';
      return `${change}; ${first.part} of the ${move} came from ${first.value}${others}.`;
    },
    /** Percentage points: the number as text, and for its plural. */
    points: (points: string, count: number) => `${points} ${count === 1 ? 'percentage point' : 'percentage points'}`,
    share: (facts: ShareFacts) => {
      const than = `${facts.direction === 'down' ? 'less' : 'more'} than before`;
      return `${facts.value} made up ${facts.to} of ${name(facts.name)}, ${facts.points} ${than}.`;
    },
    arrival: (facts: PresenceFacts) =>
      `${facts.value} is new and made up ${facts.share} of ${name(facts.name)} (${facts.figure}).`,
    departure: (facts: PresenceFacts) =>
      `${facts.value} is gone; in the compared period it made up ${facts.share} of ${name(facts.name)} (${facts.figure}).`,
    outlier: (facts: OutlierFacts) => {
      const { direction, figure, date, usual, weekday, span, count, also } = facts;
      const [moved, side, extreme] = direction === 'down' ? ['dropped', 'below', 'low'] : ['jumped', 'above', 'high'];
      const against = `against ${usual} on a usual ${weekday?.name ?? 'day'}`;
      const others = also.length > 0 ? `; likewise ${list(also.map(name))}` : '';
      if (span === null) return `${name(facts.name)} ${moved} to ${figure} on ${date}, ${against}${others}.`;
      const days = `far ${side} the usual for ${number(count)} days, ${span}`;
      return `${name(facts.name)} stayed ${days}, with a ${extreme} of ${figure} on ${date}, ${against}${others}.`;
    },
    extremes: ({ name: metric, judged, first, second }: ExtremesFacts) => {
      const words = judged ? (['best', 'worst'] as const) : (['highest', 'lowest'] as const);
      const subject = judged ? `day for ${name(metric)}` : `figure of ${name(metric)}`;
      const beyond = 'beyond every day of the compared period';
      const both = first?.record && second?.record;
      const record = (day: ExtremeFacts) => (day.record && !both ? `, ${beyond}` : '');
      const told = (day: ExtremeFacts) => (judged ? `${day.date}, with ${day.figure}` : `${day.figure} on ${day.date}`);
      const clause = (word: string, day: ExtremeFacts) => `${word} was ${told(day)}${record(day)}`;
      const clauses = [first && clause(`${words[0]} ${subject}`, first)];
      clauses.push(second && clause(first ? words[1] : `${words[1]} ${subject}`, second));
      return `The ${clauses.filter((each) => each !== null).join('; the ')}${both ? `, both ${beyond}` : ''}.`;
    },
    run: ({ name: metric, direction, count, span, distance }: RunFacts) => {
      const level = `${direction === 'down' ? 'below' : 'above'} the compared period's usual level of the weekday`;
      return `${name(metric)} stayed ${level} for ${number(count)} days in a row (${span}), by ${distance} on average.`;
    },
    trend: ({ name: metric, direction, unit, count, from, to, fromDate, toDate }: TrendFacts) => {
      const moved = `${direction === 'down' ? 'fell' : 'rose'} ${number(count)} ${unit}s in a row`;
      const within = unit === 'week' ? 'in the week of' : 'in';
      return `${name(metric)} ${moved}, from ${from} ${within} ${fromDate} to ${to} ${within} ${toDate}.`;
    },
  };
}
