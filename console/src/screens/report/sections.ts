import type { Data } from '../../api/client.ts';
import { useMessages } from '../../messages/messages.tsx';

export type Comments = Data<'listComments'>;
export type Section = Comments['sections'][number];

/** What a section is called where it has no title. */
export function useSectionName(): (section: Section) => string {
  const { comments } = useMessages().report;
  return ({ title, section }) => title ?? comments.section(section);
}
