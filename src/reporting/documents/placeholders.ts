import { type FormatContext, formatChange, formatPeriod, formatValue } from './format.ts';
import { messagesFor } from './messages/messages.ts';
import type { Comparison, MetricDescription, Periods } from './model.ts';
import type { ReportConnection } from './report-connection.ts';
import { findConnection, findNamed, SectionError } from './section-names.ts';
import type { SectionSettings } from './section-settings.ts';

/** A text with the figures that its placeholders stand for looked up. */
export interface PlannedText {
  readonly type: 'text';
  readonly title: string | null;
  readonly markdown: string;
  readonly placeholders: readonly Placeholder[];
}

/** A place in a text for a figure or a period; `name` is what stands between the braces. */
export type Placeholder =
  | { readonly name: string; readonly period: keyof Periods }
  | { readonly name: string; readonly figure: PlaceholderFigure };

export interface PlaceholderFigure {
  /** Null where the report leaves the connection out. */
  readonly source: { readonly connection: ReportConnection; readonly metric: MetricDescription } | null;
  readonly form: 'current' | 'compare' | 'change';
}

/** Every text in double braces on one line. Backslashes before the braces keep them. */
const places = /\{\{([^{}\n]*)\}\}/g;
const forms: readonly string[] = ['current', 'compare', 'change'] satisfies PlaceholderFigure['form'][];
const none = '–';

/** The names in the placeholders of a text, each once. */
export function placeholderNames(markdown: string): string[] {
  return [...new Set([...markdown.matchAll(places)].map(([, name = '']) => name.trim()))];
}

/** What a placeholder's name says; undefined if it is none. */
export function readPlaceholder(
  name: string,
): { period: keyof Periods } | { connection: string; metric: string; form: PlaceholderFigure['form'] } | undefined {
  if (name === 'period.current' || name === 'period.compare') {
    return { period: name === 'period.current' ? 'current' : 'compare' };
  }
  const [connection = '', metric = '', form = '', ...more] = name.split('.');
  if (connection === '' || metric === '' || !forms.includes(form) || more.length > 0) return undefined;
  return { connection, metric, form: form as PlaceholderFigure['form'] };
}

/** What is wrong with a text that has the placeholder, although nothing is called that. */
export function unknownPlaceholder(name: string): string {
  return `The text has the placeholder "{{${name}}}", which stands for nothing. Use {{CONNECTION.METRIC.current}}, .compare or .change, {{period.current}} or {{period.compare}}.`;
}

/** Throws SectionError for a placeholder that stands for nothing. */
export function resolveText(
  { title = null, markdown }: Extract<SectionSettings, { readonly type: 'text' }>,
  index: number,
  connections: readonly ReportConnection[],
  omitted: ReadonlySet<string>,
): PlannedText {
  const placeholders = placeholderNames(markdown).map((name): Placeholder => {
    const read = readPlaceholder(name);
    if (!read) throw new SectionError(index, 'markdown', name, unknownPlaceholder(name));
    if ('period' in read) return { name, ...read };
    const { form } = read;
    if (omitted.has(read.connection)) return { name, figure: { source: null, form } };
    const connection = findConnection(read.connection, index, connections, 'markdown');
    const metric = findNamed('metric', read.metric, connection, index, 'markdown');
    return { name, figure: { source: { connection, metric }, form } };
  });
  return { type: 'text', title, markdown, placeholders };
}

/** The texts for placeholders by their names, in the language and units of the report. */
export function placeholderTexts(
  placeholders: readonly Placeholder[],
  periods: Periods,
  figureOf: (source: NonNullable<PlaceholderFigure['source']>) => Comparison,
  context: FormatContext,
): Record<string, string> {
  const { direction } = messagesFor(context.locale);
  const textOf = (placeholder: Placeholder): string => {
    if ('period' in placeholder) {
      const period = periods[placeholder.period];
      return period ? formatPeriod(period, context.locale) : none;
    }
    const { source, form } = placeholder.figure;
    if (!source) return none;
    const figure = figureOf(source);
    if (form === 'change') return formatChange(figure, source.metric, context);
    return formatValue(figure[form], source.metric, context);
  };
  // The text around it may run from left to right, and would take a figure of Arabic digits apart.
  const isolated = (text: string) => (direction === 'rtl' ? `\u2068${text}\u2069` : text);
  return Object.fromEntries(placeholders.map((placeholder) => [placeholder.name, isolated(textOf(placeholder))]));
}

/** A piece of a text with `values` in the place of its placeholders. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(places, (whole, name: string) => {
    const key = name.trim();
    return Object.hasOwn(values, key) ? (values[key] ?? whole) : whole;
  });
}
