import type { Messages } from '../../messages/catalog.ts';

interface Outcome {
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Why a job stopped, in the reader's words. */
export interface Why {
  readonly text: string;
  /** Which connection it is about. */
  readonly where: string | null;
  /** Whether the service's own sentence, in English, says more: what a connected system answered. */
  readonly saysMore: boolean;
}

/** Words the reason and details of an outcome, which are for programs; `number` writes numbers as the reader does. */
export function whyStopped(
  { reason, details }: Outcome,
  { reasons, why, other }: Messages['reports']['jobs'],
  number: (value: number) => string,
): Why {
  const { connection, connection_id } = details;
  const text = (value: unknown) => (typeof value === 'number' ? number(value) : String(value ?? ''));
  return {
    text: precise({ reason, details }, why, text) ?? reasons[reason] ?? other,
    where: typeof connection === 'string' ? why.connection(connection) : null,
    saysMore: connection_id !== undefined || !(reason in reasons) || hasUnknownCause(details),
  };
}

const known = ['deadline', 'outage', 'worker_lost'] as const;

function hasUnknownCause({ cause }: Outcome['details']): boolean {
  return cause !== undefined && !known.some((word) => word === cause);
}

/** What the details say beyond the reason; undefined where they say nothing. */
function precise(
  { reason, details }: Outcome,
  why: Messages['reports']['jobs']['why'],
  text: (value: unknown) => string,
): string | undefined {
  const { bound, plan, limit, used, cause, kind, field, value } = details;
  if (reason === 'tariff_restricted' && bound === 'connections')
    return why.connections(text(plan), text(limit), text(used));
  if (reason === 'tariff_restricted' && bound === 'generations') return why.generations(text(plan), text(limit));
  const [, list, index] = /^settings\.(sections|goals)\.(\d+)\./.exec(String(field)) ?? [];
  if (list !== undefined) return why[list === 'goals' ? 'goal' : 'section'](text(Number(index) + 1), text(value));
  if (typeof field === 'string' && /brand/.test(field)) return why.picture;
  const word = known.find((each) => each === cause);
  if (word) return why[word];
  return kind === 'invalid_config' || kind === 'transient' ? why[kind] : undefined;
}
