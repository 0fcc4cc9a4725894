import type { MetricDescription } from '../../reporting/documents/model.ts';
import type { WatchKind } from './given-watch.ts';
import type { AdSignal, ChangeRule, Direction, GoalRule, ThresholdRule } from './rules.ts';
import type { WatchProblem } from './watches.ts';

/** What was found of a metric on a day. */
export interface Judged {
  readonly day: string;
  readonly value: number | null;
  /** What it is held against: a limit, what was before, a goal, what is usual. */
  readonly expected: number | null;
  /** Of `unusual`: the usual range. */
  readonly low: number | null;
  readonly high: number | null;
  /** How far the value is from what is expected, as a part of that; null where that is zero or not there. */
  readonly ratio: number | null;
}

/** The value of a day and its usual range, each null where there is none. */
export type UsualDay = readonly [value: number | null, low: number | null, high: number | null];

/** Something that has to be told. */
export interface Finding extends Judged {
  readonly finding:
    | 'threshold'
    | 'change'
    | 'unusual'
    | 'silence'
    | 'counts_nothing'
    | Exclude<GoalRule['measure'], 'ads'>
    | AdSignal;
  readonly direction: Direction | null;
  /** The first of the days on which it was so. */
  readonly since: string;
  /** The metric that is described, and the other one that goes on; null for a connection as a whole. */
  readonly metric: MetricDescription | null;
  readonly other: MetricDescription | null;
  /** What kind of days were held against each other. */
  readonly span: ThresholdRule['span'] | null;
  readonly against: ChangeRule['against'] | null;
  /** Of a budget: the amount a day that would mend it, and the day on which it is spent. */
  readonly daily: number | null;
  readonly spentOn: string | null;
  /** Of `unusual`: the last days in order, up to the judged one. */
  readonly usual_days?: readonly UsualDay[];
}

/** How a watch stands on a day. */
export type Verdict =
  | { readonly outcome: 'alerting'; readonly judged: Judged; readonly findings: readonly Finding[] }
  /** `near`: neither to be told nor over. */
  | { readonly outcome: 'calm' | 'near'; readonly judged: Judged }
  /** There is nothing on the day to judge: all stays as it was. */
  | { readonly outcome: 'not_judged' }
  | { readonly outcome: 'not_enough'; readonly days: number; readonly needed: number }
  | { readonly outcome: 'problem'; readonly problem: WatchProblem };

/** The value of a dimension that explains most of a change. */
export interface Explained {
  /** Its label. */
  readonly dimension: string;
  readonly value: string | null;
  /** Which part of the change it makes. */
  readonly share: number;
}

/** A finding as an incident stores it. */
export interface Part extends Judged {
  readonly watch_id: string;
  readonly watch_name: string;
  readonly kind: WatchKind;
  readonly finding: Finding['finding'];
  readonly metric: string | null;
  readonly label: string | null;
  readonly unit: MetricDescription['unit'] | null;
  readonly currency: string | null;
  readonly decimals: number | null;
  readonly other_label: string | null;
  readonly dimension: { readonly key: string; readonly value: string | null } | null;
  readonly direction: Direction | null;
  readonly since: string;
  readonly span: Finding['span'];
  readonly against: Finding['against'];
  readonly explained: Explained | null;
  readonly daily: number | null;
  readonly spent_on: string | null;
  readonly is_over: boolean;
  /** As it was judged. Nothing is asked for anew when it is told. */
  readonly usual_days?: readonly UsualDay[];
}
