import type { JobLog } from '../../src/platform/jobs/job-handler.ts';

export const silentLog: JobLog = { info() {}, warn() {}, error() {}, child: () => silentLog };
