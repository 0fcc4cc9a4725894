import type { JobLog } from '../../src/jobs/worker.ts';

export const silentLog: JobLog = { info() {}, warn() {}, error() {}, child: () => silentLog };
