import { lazy, Suspense, useState } from 'react';
import { Button } from '../../components/Button.tsx';
import { Menu } from '../../components/Menu.tsx';
import { useMessages } from '../../messages/messages.tsx';
import type { BulkAction } from '../bulk-jobs/actions.ts';
import type { Selection } from './selection.ts';

/** The fields of all actions, which nobody needs before they choose one. */
const BulkDialog = lazy(() => import('../bulk-jobs/BulkDialog.tsx'));

const first = ['generate', 'tag', 'folder'] as const;
const others = [
  ...(['export', 'share', 'schedule', 'recipients', 'language', 'brand', 'connect'] as const),
  ...(['template', 'detach', 'archive', 'restore'] as const),
];

/** What can be done with the ticked projects. */
export function BulkActions({ selection, onDone }: { readonly selection: Selection; readonly onDone: () => void }) {
  const { bulk } = useMessages();
  const [open, setOpen] = useState<BulkAction | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {first.map((action) => (
        <Button key={action} onPress={() => setOpen(action)}>
          {bulk.actions[action]}
        </Button>
      ))}
      <Menu label={bulk.more} actions={others.map((id) => ({ id, label: bulk.actions[id], run: () => setOpen(id) }))}>
        <Button icon="more">{bulk.more}</Button>
      </Menu>
      {open && (
        <Suspense>
          <BulkDialog action={open} selection={selection} onClose={close} onDone={onDone} />
        </Suspense>
      )}
    </>
  );
}
