import type { JobLog } from '../../platform/jobs/job-handler.ts';
import type { TakeMeasure } from '../../platform/jobs/measures.ts';
import type { ConnectionEnvironment } from '../connections/open-connection.ts';
import type { GenerationFault } from '../generation-jobs/generation-faults.ts';

/** What reading the figures of projects takes. */
export interface RefreshContext extends ConnectionEnvironment {
  readonly log: JobLog;
  readonly takeMeasure?: TakeMeasure;
  /** How long all connections of a project have to answer together; two minutes if absent. */
  readonly answerMs?: number;
}

/** What a connection failed with, when its figures were asked for; without one it is the service's own fault. */
export interface FigureFault {
  readonly connection_id: string | null;
  readonly connection_name: string | null;
  readonly kind: GenerationFault['kind'] | 'unexpected';
  readonly message: string;
}
