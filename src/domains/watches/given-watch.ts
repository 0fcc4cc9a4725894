import type { watchKinds } from '../../platform/database/words.ts';
import { refusedField } from '../../platform/faults.ts';
import { adSignals, type ChangeRule, type GoalRule, type Rules, type SilenceRule, type UnusualRule } from './rules.ts';
import type { GivenTrial } from './schema.ts';

export type WatchKind = (typeof watchKinds)[number];

/** What a watch looks at within its connection. */
export interface Watched {
  readonly kind: WatchKind;
  readonly metric: string | null;
  readonly dimension: { readonly key: string; readonly value: string | null } | null;
  readonly rules: Rules;
}

type Given = Pick<GivenTrial, 'kind' | 'metric' | 'dimension' | WatchKind>;

const kinds: readonly WatchKind[] = ['threshold', 'change', 'goal', 'silence', 'unusual'];
const usual = {
  change: { direction: 'either', ratio: 0.3, span: 'day', least: 0 },
  goal: { measure: 'pace', ratio: 0.1, conversions: null },
  silence: { hours: 24, while: null },
  unusual: { sensitivity: 'normal', direction: 'either' },
} as const;

/** What is given, over what was before, with what holds for the rest. Throws a fault of the first field at fault. */
export function readWatched(given: Given, before?: Watched): Watched {
  const { kind } = given;
  const other = kinds.find((each) => each !== kind && given[each] !== undefined);
  if (other) throw refusedField(other, 'kind', `belongs to watches of the kind ${other}, and this one is ${kind}`);
  const metric = given.metric === undefined ? (before?.metric ?? null) : given.metric;
  const dimension = given.dimension === undefined ? (before?.dimension ?? null) : given.dimension;
  const rules = { [kind]: ruleOf(kind, given, before?.rules ?? {}) } as Rules;
  const watched = { kind, metric, dimension, rules };
  checkWatched(watched);
  return watched;
}

function ruleOf(kind: WatchKind, given: Given, before: Rules): Rules[WatchKind] {
  if (kind === 'threshold') {
    const { direction, value, span } = { span: 'day' as const, ...before.threshold, ...given.threshold };
    if (direction === undefined) throw refusedField('threshold.direction', 'required', 'is required: above or below');
    if (value === undefined) throw refusedField('threshold.value', 'required', 'is required: the value not to pass');
    return { direction, value, span };
  }
  if (kind === 'change') {
    const rule = { ...usual.change, ...before.change, ...given.change };
    return { against: rule.span === 'day' ? 'weekdays' : 'before', ...rule } satisfies ChangeRule;
  }
  if (kind === 'goal') {
    return { ...usual.goal, signals: [...adSignals], ...before.goal, ...given.goal } satisfies GoalRule;
  }
  if (kind === 'silence') return { ...usual.silence, ...before.silence, ...given.silence } satisfies SilenceRule;
  return { ...usual.unusual, ...before.unusual, ...given.unusual } satisfies UnusualRule;
}

function checkWatched({ kind, metric, dimension, rules: { change, goal, silence } }: Watched): void {
  if (metric === null && kind !== 'silence') {
    throw refusedField('metric', 'required', "is required: the key of one of the connection's metrics");
  }
  if (dimension && kind === 'goal') {
    throw refusedField('dimension', 'kind', 'is not for goals: a project has them for a metric as a whole');
  }
  if (dimension && metric === null) {
    throw refusedField('metric', 'required', 'is required beside dimension: what one of its values counts');
  }
  if (change?.against === 'weekdays' && change.span !== 'day') {
    throw refusedField('change.against', 'span', 'takes weekdays for a span of a day alone; choose before');
  }
  if (silence?.while != null && metric === null) {
    throw refusedField('metric', 'required', 'is required beside silence.while: what counts nothing');
  }
  if (silence?.while != null && silence.while === metric) {
    throw refusedField('silence.while', 'other', 'names another metric than that of the watch');
  }
  if (goal?.measure !== 'ads') return;
  if (goal.signals.length === 0) throw refusedField('goal.signals', 'minItems', 'names at least one signal');
}

/** The keys of all metrics that a watch needs. */
export function metricsOf({ metric, rules: { goal, silence } }: Watched): readonly string[] {
  const others = [goal?.measure === 'ads' ? goal.conversions : null, silence?.while ?? null];
  return [...new Set([metric, ...others].filter((key) => key !== null))];
}
