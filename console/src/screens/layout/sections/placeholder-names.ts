import type { sections } from '../../../messages/en/sections.ts';
import type { Source } from '../types.ts';
import { forms, type Placeholder, placeable, placeholderText } from './placeholders.ts';

const places = /\{\{([^{}\n]*)\}\}/g;

/** How people read the placeholders of a project, `{{Shop · Revenue}}`, and how they are stored, each by the other. */
export interface PlaceholderNames {
  readonly shown: ReadonlyMap<string, string>;
  readonly stored: ReadonlyMap<string, string>;
}

/** Names for all placeholders that there can be. Two of the same name keep what is stored. */
export function placeholderNamesOf(sources: readonly Source[], words: typeof sections.text): PlaceholderNames {
  const all: (readonly [placeholder: Placeholder, name: string])[] = [
    ...(['current', 'compare'] as const).map((period) => [{ period }, words.periodNames[period]] as const),
    ...sources.flatMap((source) =>
      placeable(source).flatMap(({ key, label }) =>
        forms.map((form) => {
          const parts = [sources.length > 1 ? source.name : '', label, form === 'current' ? '' : words.formNames[form]];
          const name = parts.filter(Boolean).join(' · ');
          return [{ connection: source.id, metric: key, form }, name] as const;
        }),
      ),
    ),
  ];
  const times = Map.groupBy(all, ([, name]) => name);
  const single = all.filter(([, name]) => times.get(name)?.length === 1 && !/[{}\n]/.test(name));
  const pairs = single.map(([placeholder, name]) => [placeholderText(placeholder), `{{${name}}}`] as const);
  return { shown: new Map(pairs), stored: new Map(pairs.map(([stored, shown]) => [shown, stored])) };
}

/** A stored text as people read and write it. */
export function showNames(markdown: string, { shown }: PlaceholderNames): string {
  return markdown.replace(places, (whole, name: string) => shown.get(`{{${name.trim()}}}`) ?? whole);
}

/** What is stored of a text that somebody wrote. */
export function storeNames(text: string, { stored }: PlaceholderNames): string {
  return text.replace(places, (whole) => stored.get(whole) ?? whole);
}
