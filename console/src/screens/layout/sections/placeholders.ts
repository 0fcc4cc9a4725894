import type { Source } from '../types.ts';
import { isMissing } from './choices.ts';

/** Which figure a placeholder stands for: of the period, of the one that it is compared with, or the change. */
export const forms = ['current', 'compare', 'change'] as const;
export type Form = (typeof forms)[number];

export type Placeholder =
  | { readonly period: 'current' | 'compare' }
  | { readonly connection: string; readonly metric: string; readonly form: Form };

/** The names in the placeholders of a text, each once. */
export function placeholderNames(markdown: string): readonly string[] {
  return [...new Set([...markdown.matchAll(/\{\{([^{}\n]*)\}\}/g)].map(([, name = '']) => name.trim()))];
}

/** What stands in a text for a figure or a period. */
export function placeholderText(placeholder: Placeholder): string {
  if ('period' in placeholder) return `{{period.${placeholder.period}}}`;
  return `{{${placeholder.connection}.${placeholder.metric}.${placeholder.form}}}`;
}

/** What a placeholder's name says; undefined if it stands for nothing. */
export function readPlaceholder(name: string): Placeholder | undefined {
  if (name === 'period.current' || name === 'period.compare') {
    return { period: name === 'period.current' ? 'current' : 'compare' };
  }
  const [connection = '', metric = '', form = '', ...more] = name.split('.');
  const known = forms.find((each) => each === form);
  return connection && metric && known && more.length === 0 ? { connection, metric, form: known } : undefined;
}

/** Metrics whose keys a placeholder can name. */
export function placeable(source: Source): Source['metrics'] {
  return source.metrics.filter(({ key }) => !/[.{}\n]/.test(key));
}

/** Whether a placeholder's name stands for something; where a connection does not answer, nobody knows better. */
export function isKnown(name: string, sources: readonly Source[]): boolean {
  const read = readPlaceholder(name);
  if (!read || 'period' in read) return read !== undefined;
  const source = sources.find(({ id }) => id === read.connection);
  return source !== undefined && !isMissing(source, 'metrics', read.metric);
}
