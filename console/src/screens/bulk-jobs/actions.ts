import type { Input } from '../../api/client.ts';
import type { Selection } from '../projects/selection.ts';

export type BulkAction =
  | ('generate' | 'export' | 'share' | 'schedule' | 'recipients' | 'tag' | 'folder')
  | ('archive' | 'restore' | 'language' | 'brand' | 'template' | 'detach' | 'connect');

type Body = Input<'createBulkJob'>['body'];

/** What an action takes, as its fields hold it. */
export type Parameters = Readonly<Record<string, unknown>>;

/** What is asked of the service. */
export function bodyOf(type: BulkAction, parameters: Parameters, selection: Selection): Body {
  const projects = 'ids' in selection ? { ids: [...selection.ids] } : { filter: selection.filter };
  return { action: { type, ...parameters }, projects } as Body;
}
