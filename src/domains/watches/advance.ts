import type { Verdict } from './findings.ts';
import type { Watched } from './given-watch.ts';
import type { WatchStateRow } from './watches.ts';

/** So many calm days in a row end what was told, so that nothing flaps. */
const calmDaysNeeded = 2;

/** What a watch's state has of the days before. */
export type Standing = Pick<WatchStateRow, 'state' | 'day' | 'judged' | 'problem' | 'calm_days'> & {
  readonly isOpen: boolean;
};

/** What follows from a verdict: what is stored, and whether something begins or is over. */
export interface Advanced extends Omit<Standing, 'isOpen'> {
  readonly step: 'open' | 'close' | 'none';
}

/** Whether a watch is judged by the present, each time its connection is looked at, rather than by a day. */
export function isLive({ dimension, rules: { silence, goal } }: Watched): boolean {
  if (silence) return silence.while === null && dimension === null;
  return goal?.measure === 'ads' && goal.signals.includes('stale');
}

/** The part of a live watch that needs no day of which the source has said all. */
export function presentOf(watched: Watched): Watched {
  const { goal } = watched.rules;
  return goal ? { ...watched, rules: { goal: { ...goal, signals: ['stale'] } } } : watched;
}

/** How a watch stands after a verdict on a day, given how it stood. */
export function advance(before: Standing, verdict: Verdict, day: string, watched: Watched): Advanced {
  const known = { day, problem: null, calm_days: 0, step: 'none' as const };
  const shown = before.isOpen ? ('alerting' as const) : ('calm' as const);
  switch (verdict.outcome) {
    case 'alerting': {
      const step = before.isOpen ? 'none' : 'open';
      return { ...known, state: 'alerting', judged: JSON.stringify(verdict.judged), step };
    }
    case 'near':
      return { ...known, state: shown, judged: JSON.stringify(verdict.judged) };
    case 'calm':
      return calmed(before, JSON.stringify(verdict.judged), day, watched);
    case 'not_judged': {
      const state = before.isOpen ? 'alerting' : before.state === 'problem' ? 'waiting' : before.state;
      return { ...known, state, judged: before.judged, calm_days: before.calm_days };
    }
    case 'not_enough':
      return { ...known, state: before.isOpen ? 'alerting' : 'not_enough', judged: null, calm_days: before.calm_days };
    case 'problem': {
      const { day: last, judged, calm_days } = before;
      return { day: last, judged, calm_days, state: 'problem', problem: JSON.stringify(verdict.problem), step: 'none' };
    }
  }
}

function calmed(before: Standing, judged: string, day: string, { kind }: Watched): Advanced {
  const known = { day, judged, problem: null };
  if (!before.isOpen) return { ...known, state: 'calm', calm_days: 0, step: 'none' };
  // The same day again says nothing new; that figures have come again is known at once.
  const calmDays = before.calm_days + (before.day === day ? 0 : 1);
  const isOver = kind === 'silence' || calmDays >= calmDaysNeeded;
  if (isOver) return { ...known, state: 'calm', calm_days: 0, step: 'close' };
  return { ...known, state: 'alerting', calm_days: calmDays, step: 'none' };
}
