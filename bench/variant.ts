import type { ReportDocument } from '../src/reporting/documents/model.ts';
import { benchmarkReport } from '../test/support/documents.ts';

/** The benchmark report, or another one, with every figure of its tables, charts and cards changed by `round`. */
export function variant(round: number, of = benchmarkReport): ReportDocument {
  const factor = 1 + round / 97;
  const changed = (value: unknown, key = ''): unknown => {
    if (typeof value === 'number' && key !== 'decimals' && key !== 'group_count') return value * factor;
    if (Array.isArray(value)) return value.map((item) => changed(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, changed(inner, name)]));
  };
  const report = of();
  return { ...report, title: `Report ${round}`, sections: changed(report.sections) as ReportDocument['sections'] };
}
