/** What can be undone of a value, and done again. */
export interface History<Value> {
  readonly past: readonly Value[];
  readonly present: Value;
  readonly future: readonly Value[];
  /** What the last change was about, and when: another one of the same soon after is undone with it. */
  readonly last: { readonly subject: string; readonly at: number } | null;
}

const most = 100;
/** Who types on without a pause of this many milliseconds makes one change. */
const pauseMs = 1_000;

export function beginHistory<Value>(present: Value): History<Value> {
  return { past: [], present, future: [], last: null };
}

/** The history after a change; those of one `subject` without a pause become one. */
export function changed<Value>(
  history: History<Value>,
  present: Value,
  subject: string | null,
  now: number,
): History<Value> {
  const { past, last } = history;
  const goesOn = subject !== null && last?.subject === subject && now - last.at < pauseMs && past.length > 0;
  return {
    past: goesOn ? past : [...past, history.present].slice(-most),
    present,
    future: [],
    last: subject === null ? null : { subject, at: now },
  };
}

export function undone<Value>({ past, present, future }: History<Value>): History<Value> {
  const before = past.at(-1);
  if (before === undefined) return { past, present, future, last: null };
  return { past: past.slice(0, -1), present: before, future: [present, ...future], last: null };
}

export function redone<Value>({ past, present, future }: History<Value>): History<Value> {
  const [next, ...rest] = future;
  if (next === undefined) return { past, present, future, last: null };
  return { past: [...past, present], present: next, future: rest, last: null };
}
