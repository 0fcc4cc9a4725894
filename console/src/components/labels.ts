import type { Data } from '../api/client.ts';
import { useWholeList } from '../api/reads.ts';

/** What narrows a list to the projects that have all of the tags and are in the folder. */
export interface LabelQuery {
  readonly tag?: string[];
  readonly folder?: string;
}

export type Label = Data<'listTags'>['items'][number];

/** The tags and folders of the account, by name; undefined until they are there. */
export function useLabels(): readonly Label[] | undefined {
  return useWholeList('listTags', { query: { sort: 'name', direction: 'asc' } });
}

/** Whether a list is narrowed. */
export const isNarrowed = ({ tag, folder }: LabelQuery) => Boolean(tag?.length) || folder !== undefined;
