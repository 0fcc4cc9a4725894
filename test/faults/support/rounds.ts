/** How many rounds a suite runs: `FAULT_ROUNDS` when it is set, else its own short number, which fits into every run of all tests. */
export function rounds(short: number): number {
  return Number(process.env.FAULT_ROUNDS ?? short);
}

/** Whether a long run was asked for, which may wait for real leases and open thousands of connections. */
export const isLongRun = process.env.FAULT_ROUNDS !== undefined;
