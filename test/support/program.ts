import { fileURLToPath } from 'node:url';

/** The program as it is in a clone, whose modules have the addresses of their sources. */
export const sourceProgram = fileURLToPath(new URL('../../bin/report-service', import.meta.url));

/**
 * What tests spawn as the service: `bin/report-service`, or what REPORT_SERVICE_PROGRAM names instead. `npm test` names
 * the same program as a bundle, which starts in half the time.
 */
export const program = process.env.REPORT_SERVICE_PROGRAM ?? sourceProgram;
