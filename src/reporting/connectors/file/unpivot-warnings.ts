import type { ConfigWarning } from '../contract.ts';
import { isFigure, type RowsConfig } from './config.ts';
import { dayColumn, type Unpivot } from './unpivot-setting.ts';
import { dateName } from './wide-columns.ts';

const addingUp = /\b(?:sum|avg|mean|median)\s*\(/i;

/** Warnings about a table that was read long: columns that are repeated by it, and those that are left out. */
export function unpivotWarnings(
  config: RowsConfig,
  columns: readonly string[],
  unpivot: Unpivot | undefined,
): ConfigWarning[] {
  if (!unpivot) return [];
  const others = columns.filter((name) => name !== dayColumn && name !== unpivot.into);
  const totals = others.filter((name) => dateName(name, unpivot.first ?? 'day') !== undefined);
  const repeated = config.metrics.flatMap((metric, index): ConfigWarning[] => {
    const uses = (column: string) => isFigure({ ...config, metrics: [metric] }, column);
    const column = addingUp.test(metric.sql) && !uses(unpivot.into) ? others.find(uses) : undefined;
    if (column === undefined) return [];
    const message = `The metric "${metric.key}" calculates with "${column}", whose value stands in the row of every date, so that it counts again and again. Use "${unpivot.into}".`;
    return [{ code: 'repeated_values', path: `metrics.${index}.sql`, message }];
  });
  if (totals.length === 0) return repeated;
  const named = totals.slice(0, 6).map((name) => `"${name}"`);
  const message = `${named.join(', ')} ${totals.length === 1 ? 'is a total' : 'are totals'} of columns of shorter times and ${totals.length === 1 ? 'is' : 'are'} not counted.`;
  return [{ code: 'totals_left_out', path: 'unpivot', message }, ...repeated];
}
