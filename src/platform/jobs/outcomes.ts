import type { JobType } from '../database/tables.ts';

export const outcomeReasons = [
  'reauth_required',
  'resource_missing',
  'no_connected_systems',
  'tariff_restricted',
  'project_archived',
  'generation_failed',
  'report_not_ready_for_export',
  'source_artifact_missing',
  'export_generation_failed',
  'artifact_unavailable',
] as const;
export type OutcomeReason = (typeof outcomeReasons)[number];

/** Why a job ended `blocked` or `failed`, as the API shows it (C-JOB-8). */
export interface Outcome {
  readonly status: 'blocked' | 'failed';
  readonly reason: OutcomeReason;
  readonly message: string;
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The reason for a job that the service could not run. */
const failureReasons: Readonly<Record<JobType, OutcomeReason>> = {
  generation: 'generation_failed',
  export: 'export_generation_failed',
};

/** An end that a new start may avoid, possibly after `action`. */
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
export function blocked(
  reason: OutcomeReason,
  message: string,
  action: string,
  details: Outcome['details'] = {},
): Outcome {
  return { status: 'blocked', reason, message, action, details };
}
