import type { ReactNode } from 'react';
import type { Messages } from '../../../messages/catalog.ts';
import type { Section, SectionType, Source } from '../types.ts';
import { describe } from './describe.ts';
import { make } from './make.ts';
import { pictures } from './pictures.tsx';

/** One kind of section, for the gallery; `messages.sections.kinds[type]` has its `name` and its `text`, one sentence. */
export interface SectionKind {
  readonly type: SectionType;
  readonly picture: ReactNode;
  readonly make: (sources: readonly Source[]) => Section;
}

/** The kinds of sections in the order of the gallery: figures first, then what surrounds them. */
const order: readonly SectionType[] = [
  ...(['highlights', 'kpis', 'timeseries', 'breakdown', 'heatmap', 'channels'] as const),
  ...(['funnel', 'goals', 'gallery', 'text', 'image', 'page_break'] as const),
];

/** Every kind of section: its picture, and how a new one begins. */
export const sectionKinds: readonly SectionKind[] = order.map((type) => {
  return { type, picture: pictures[type], make: make[type] };
});

/** What a section shows, in one line for lists. */
export function describeSection(section: Section, sources: readonly Source[], messages: Messages): string {
  return describe(section, sources, messages.sections);
}
