import { formatChange, formatPeriod, formatValue } from '../../documents/format.ts';
import type { Comparison, MetricDescription, ReportDocument, Section } from '../../documents/model.ts';
import { fillPlaceholders, placeholderNames, readPlaceholder } from '../../documents/placeholders.ts';

const none = '–';

/**
 * A subject or message with the names, periods and figures of the report in the place of its placeholders. A figure that
 * the report does not show is a dash.
 */
export function fillMailText(text: string, document: ReportDocument): string {
  const values = placeholderNames(text).map((name) => [name, textOf(name, document)]);
  return fillPlaceholders(text, Object.fromEntries(values));
}

/** The placeholders of e-mails besides those of a report's texts. */
export const mailPlaceholders = ['project', 'client'] as const;

function textOf(name: string, document: ReportDocument): string {
  if (name === 'project') return document.project_name;
  if (name === 'client') return document.client_name ?? document.project_name;
  const read = readPlaceholder(name);
  if (!read) return none;
  if ('period' in read) {
    const period = document.periods[read.period];
    return period ? formatPeriod(period, document.locale) : none;
  }
  const figure = findFigure(document.sections, read.connection, read.metric);
  if (!figure) return none;
  if (read.form === 'change') return formatChange(figure.comparison, figure.metric, document);
  return formatValue(figure.comparison[read.form], figure.metric, document);
}

interface Figure {
  readonly metric: MetricDescription;
  readonly comparison: Comparison;
}

/** A metric over the whole period, wherever the report shows it. */
function findFigure(sections: readonly Section[], connection: string, key: string): Figure | undefined {
  for (const section of sections) {
    if (!('connection_id' in section) || section.connection_id !== connection) continue;
    const found = figuresOf(section).find(({ metric }) => metric.key === key);
    if (found) return found;
  }
  return undefined;
}

function figuresOf(section: Section): readonly Figure[] {
  switch (section.type) {
    case 'kpis':
      return section.items.map((item) => ({ metric: item.metric, comparison: item }));
    case 'timeseries':
      if (section.span) return [];
      return [section, ...(section.others ?? [])].map(({ metric, total }) => ({ metric, comparison: total }));
    case 'breakdown':
    case 'gallery':
      return section.metrics.flatMap((metric, index) => {
        const comparison = section.total.cells[index];
        return comparison ? [{ metric, comparison }] : [];
      });
    default:
      return [];
  }
}
