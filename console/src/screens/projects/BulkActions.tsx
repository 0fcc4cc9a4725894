import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { TextField } from '../../components/fields.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { countOf, type Selection } from './selection.ts';

/** What can be done with the ticked projects. */
export function BulkActions({ selection, onDone }: { readonly selection: Selection; readonly onDone: () => void }) {
  const { labels } = useMessages();
  const [open, setOpen] = useState<'addTag' | 'move' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button onPress={() => setOpen('addTag')}>{labels.addTag}</Button>
      <Button onPress={() => setOpen('move')}>{labels.move}</Button>
      {open && <LabelDialog act={open} selection={selection} onClose={close} onDone={onDone} />}
    </>
  );
}

function LabelDialog({
  act,
  selection,
  onClose,
  onDone,
}: Parameters<typeof BulkActions>[0] & { readonly act: 'addTag' | 'move'; readonly onClose: () => void }) {
  const { labels, common } = useMessages();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [fault, setFault] = useState<Error>();
  const [isPending, setPending] = useState(false);
  const changeAll = async () => {
    setPending(true);
    try {
      for (const id of await idsOf(selection)) {
        const { data: project, etag } = await call('getProject', { project_id: id });
        const body = act === 'move' ? { folder: name } : { tags: [...project.tags, name] };
        await call('updateProject', { project_id: id, body }, { ifMatch: etag });
      }
      tell(labels.changed(countOf(selection)));
      onClose();
      onDone();
    } catch (error) {
      setFault(error as Error);
    } finally {
      setPending(false);
      await Promise.all(['listProjects', 'listTags'].map((id) => queries.invalidateQueries({ queryKey: [id] })));
    }
  };
  return (
    <Dialog isOpen title={labels[act]} onClose={onClose}>
      <Form onSubmit={() => !isPending && void changeAll()}>
        <TextField
          label={labels.kinds[act === 'move' ? 'folder' : 'tag']}
          isRequired
          autoFocus
          maxLength={50}
          value={name}
          onChange={setName}
        />
        {fault && <Fault error={fault} />}
        <DialogActions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" isPending={isPending}>
            {labels.apply}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** All of them, which are read a page at a time where a filter finds them. */
async function idsOf(selection: Selection): Promise<readonly string[]> {
  if ('ids' in selection) return selection.ids;
  const ids: string[] = [];
  for (let page = 1; ids.length < selection.total; page++) {
    const query = { ...selection.filter, per_page: 100, page, sort: 'created_at', direction: 'asc' } as const;
    const { items } = (await call('listProjects', { query })).data;
    if (items.length === 0) break;
    ids.push(...items.map(({ id }) => id));
  }
  return ids;
}
