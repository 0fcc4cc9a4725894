import type { Messages } from '../../../messages/catalog.ts';
import type { Section } from '../types.ts';

/** What a section is called: its own title, else its kind. */
export function nameOf(section: Section, messages: Messages): string {
  const title = 'title' in section ? section.title : null;
  return title || messages.sections.kinds[section.type].name;
}
