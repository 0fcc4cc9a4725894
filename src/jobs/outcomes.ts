import type { JobType } from '../database/tables.ts';

/** Why a job ended `blocked` or `failed`, as the API shows it (contract section 8). */
export interface Outcome {
  readonly status: 'blocked' | 'failed';
  readonly reason: string;
  readonly message: string;
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The reason word of a job that the service could not run. */
const failureReasons: Readonly<Record<JobType, string>> = {
  generation: 'generation_failed',
  export: 'export_generation_failed',
};

/** An end that a new start may not meet again, or not after `action`. */
export function failed(
  type: JobType,
  message: string,
  details: Outcome['details'] = {},
  action = 'Start it again. If it fails again, report the job id to the operator.',
): Outcome {
  // A row may have a type that this version does not know.
  const reason = failureReasons[type] ?? failureReasons.generation;
  return { status: 'failed', reason, message, action, details };
}

/** A state that the customer can resolve; then a new start succeeds. */
export function blocked(reason: string, message: string, action: string, details: Outcome['details'] = {}): Outcome {
  return { status: 'blocked', reason, message, action, details };
}
