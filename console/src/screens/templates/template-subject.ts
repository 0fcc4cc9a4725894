import { useQueryClient } from '@tanstack/react-query';
import type { Called, Input } from '../../api/client.ts';
import { keyOf, reading } from '../../api/reads.ts';
import { useWrite } from '../../api/writes.ts';
import type { Base, Subject } from '../layout/draft/use-draft.ts';
import type { Settings } from '../layout/types.ts';
import { afterChange } from './stale.ts';

type Template = Called<'getTemplate'>;

/** A template as what has a layout. */
export function useTemplateSubject(template: Template): Subject {
  const queries = useQueryClient();
  const id = { template_id: template.data.id };
  const newest = queries.getQueryData<Template>(keyOf('getTemplate', id)) ?? template;
  return {
    name: `layout:${template.data.id}`,
    newest: stateOf(newest),
    read: async () => stateOf(await queries.fetchQuery({ ...reading('getTemplate', id), staleTime: 0 })),
    useStore(onStored) {
      const { write, isPending, fault } = useWrite('updateTemplate', {
        refreshes: afterChange.filter((operation) => operation !== 'getTemplate'),
        onDone(answer) {
          queries.setQueryData(keyOf('getTemplate', id), answer);
          onStored(stateOf(answer));
        },
      });
      return { store: (settings, etag) => write({ ...id, body: contentOf(settings) }, etag), isPending, fault };
    },
  };
}

/** What a change of a template takes of what is edited; it has no colour and logo beside its brand. */
export function contentOf({ slots = [], logo: _, accent_color: __, ...settings }: Settings) {
  return { slots: [...slots], settings } satisfies Input<'updateTemplate'>['body'];
}

function stateOf({ data: { slots, settings }, etag }: Pick<Template, 'data' | 'etag'>): Base {
  return { settings: { ...settings, slots }, etag };
}
