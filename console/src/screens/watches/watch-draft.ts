import type { Data, Input } from '../../api/client.ts';

export type Watch = Data<'getWatch'>;
type Body = Input<'createWatch'>['body'];
type Threshold = NonNullable<Watch['threshold']>;
type Change = NonNullable<Watch['change']>;
type Goal = NonNullable<Watch['goal']>;
type Silence = NonNullable<Watch['silence']>;
type Unusual = NonNullable<Watch['unusual']>;

export const kinds = ['unusual', 'change', 'threshold', 'goal', 'silence'] as const satisfies readonly Watch['kind'][];
export const signals = [
  ...(['overspend', 'underspend', 'stopped', 'paused', 'stale', 'no_conversions'] as const),
] satisfies readonly Goal['signals'][number][];

/** A watch as it is being written. Numbers that are not there yet are null. */
export interface WatchDraft {
  readonly place: 'project' | 'template';
  readonly projectId: string | null;
  readonly connectionId: string | null;
  readonly templateId: string | null;
  readonly slot: string | null;
  readonly kind: Watch['kind'];
  readonly name: string;
  /** Empty for none. */
  readonly metric: string;
  readonly dimension: { readonly key: string; readonly value: string } | null;
  readonly threshold: Omit<Threshold, 'value'> & { readonly value: number | null };
  readonly change: Change;
  readonly goal: Goal;
  readonly silence: Silence;
  readonly unusual: Unusual;
  readonly people: readonly string[];
  readonly channels: readonly string[];
}

/** What the form begins with: what holds where nothing is given. */
export function newDraft(
  given: Partial<Pick<WatchDraft, 'place' | 'projectId' | 'templateId'>>,
  userId: string | undefined,
): WatchDraft {
  return {
    ...{ place: 'project', projectId: null, connectionId: null, templateId: null, slot: null },
    ...{ kind: 'unusual', name: '', metric: '', dimension: null },
    threshold: { direction: 'below', value: null, span: 'day' },
    change: { direction: 'either', ratio: 0.3, span: 'day', against: 'weekdays', least: 0 },
    goal: { measure: 'pace', ratio: 0.1, signals: [...signals], conversions: null },
    silence: { hours: 24, while: null },
    unusual: { sensitivity: 'normal', direction: 'either' },
    people: userId === undefined ? [] : [userId],
    channels: [],
    ...given,
  };
}

export function draftOf(watch: Watch): WatchDraft {
  const { dimension, threshold, change, goal, silence, unusual } = watch;
  const usual = newDraft({}, undefined);
  return {
    place: watch.template_id === null ? 'project' : 'template',
    ...{ projectId: watch.project_id, connectionId: watch.connection_id },
    ...{ templateId: watch.template_id, slot: watch.slot },
    ...{ kind: watch.kind, name: watch.name, metric: watch.metric ?? '' },
    dimension: dimension && { key: dimension.key, value: dimension.value ?? '' },
    threshold: threshold ?? usual.threshold,
    change: change ?? usual.change,
    goal: goal ?? usual.goal,
    silence: silence ?? usual.silence,
    unusual: unusual ?? usual.unusual,
    ...{ people: watch.people, channels: watch.channels },
  };
}

/** Whether a watch takes a value of a dimension: goals are for metrics as a whole, and silence needs what the value counts. */
export const takesDimension = ({ kind, metric }: Pick<WatchDraft, 'kind' | 'metric'>) =>
  kind !== 'goal' && (kind !== 'silence' || metric.trim() !== '');

/** What is said to the service of what a watch looks for. */
export function watchedOf(draft: WatchDraft): Pick<Body, 'metric' | 'dimension' | Watch['kind']> {
  const { kind, metric, dimension, threshold, change, silence } = draft;
  const value = dimension && { key: dimension.key, value: dimension.value === '' ? null : dimension.value };
  const { value: limit, ...side } = threshold;
  const rules = {
    threshold: { ...side, ...(limit !== null && { value: limit }) },
    change: change.span === 'day' ? change : { ...change, against: 'before' as const },
    goal: draft.goal,
    silence: metric === '' ? { ...silence, while: null } : silence,
    unusual: draft.unusual,
  };
  return {
    metric: metric.trim() === '' ? null : metric.trim(),
    ...(kind !== 'goal' && { dimension: takesDimension(draft) ? value : null }),
    [kind]: rules[kind],
  };
}

const toldOf = ({ people, channels }: WatchDraft) => ({ people: [...people], channels: [...channels] });

function placeOf({ place, projectId, connectionId, templateId, slot }: WatchDraft) {
  if (place === 'template') return { ...(templateId && { template_id: templateId }), ...(slot && { slot }) };
  return { ...(projectId && { project_id: projectId }), ...(connectionId && { connection_id: connectionId }) };
}

export function createBody(draft: WatchDraft): Body {
  return {
    ...placeOf(draft),
    ...{ kind: draft.kind, name: draft.name.trim() },
    ...watchedOf(draft),
    ...toldOf(draft),
  };
}

export function updateBody(draft: WatchDraft): Input<'updateWatch'>['body'] {
  return { name: draft.name.trim(), ...watchedOf(draft), ...toldOf(draft) };
}
