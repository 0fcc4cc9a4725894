import { lengthOf, type Unit } from '../calendar-units.ts';

/** A server refuses to answer more points at once. */
const mostPoints = 11_000;

/** Splits units into runs of equal lengths, each of which one range query can answer. */
export function runsOf(units: readonly Unit[]): Unit[][] {
  const runs: Unit[][] = [];
  for (const unit of units) {
    const run = runs.at(-1);
    const [first] = run ?? [];
    const isLike = first !== undefined && lengthOf(first) === lengthOf(unit);
    if (run && isLike && run.length < mostPoints) run.push(unit);
    else runs.push([unit]);
  }
  return runs;
}
