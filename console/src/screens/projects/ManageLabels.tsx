import { useState } from 'react';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog, Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { TextField } from '../../components/fields.tsx';
import { type Label, useLabels } from '../../components/labels.ts';
import { Menu } from '../../components/Menu.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault, Loading } from '../../components/states.tsx';
import { Table } from '../../components/Table.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';

const refreshes = ['listTags', 'listProjects', 'getProject', 'listMembers', 'listInvitations'] as const;

interface Act {
  readonly act: 'rename' | 'remove';
  readonly label: Label;
}

/** Renames and removes tags and folders in all projects. */
export function ManageLabels({ onClose }: { readonly onClose: () => void }) {
  const { labels, projects, audit, common } = useMessages();
  const known = useLabels();
  const [open, setOpen] = useState<Act>();
  const close = () => setOpen(undefined);
  const actions = (label: Label) => [
    { id: 'rename', label: labels.rename, icon: 'edit' as const, run: () => setOpen({ act: 'rename', label }) },
    {
      ...{ id: 'remove', label: labels.remove, icon: 'remove' as const, isDangerous: true },
      run: () => setOpen({ act: 'remove', label }),
    },
  ];
  return (
    <>
      <Dialog isOpen title={labels.manage} onClose={onClose}>
        {!known && <Loading lines={3} />}
        {known?.length === 0 && <p>{labels.none}</p>}
        {known && known.length > 0 && (
          <Table
            label={labels.manage}
            rows={known}
            keyOf={({ id }) => id}
            columns={[
              { id: 'name', label: labels.filter, cell: ({ name }) => <bdi>{name}</bdi> },
              { id: 'kind', label: audit.fields.kind, keepsWords: true, cell: ({ kind }) => labels.kinds[kind] },
              { id: 'projects', label: projects.title, cell: ({ projects: count }) => projects.count(count) },
              {
                ...{ id: 'actions', label: projects.columns.actions, hidesLabel: true, isAtEnd: true },
                cell: (label) => (
                  <Menu label={common.actions(label.name)} actions={actions(label)}>
                    <Button look="quiet" icon="more" aria-label={common.actions(label.name)} />
                  </Menu>
                ),
              },
            ]}
          />
        )}
      </Dialog>
      {open?.act === 'rename' && <RenameDialog label={open.label} onClose={close} />}
      {open?.act === 'remove' && <RemoveDialog label={open.label} onClose={close} />}
    </>
  );
}

interface About {
  readonly label: Label;
  readonly onClose: () => void;
}

function RenameDialog({ label, onClose }: About) {
  const { labels, common } = useMessages();
  const [name, setName] = useState(label.name);
  const { write, isPending, fault } = useWrite('updateTag', {
    refreshes,
    onDone({ data }) {
      tell(labels.renamed(data.name));
      onClose();
    },
  });
  const faults = fieldFaults(fault);
  return (
    <Dialog isOpen title={`${labels.rename}: ${label.name}`} onClose={onClose}>
      <Form validationErrors={faults} onSubmit={() => write({ tag_id: label.id, body: { name } })}>
        <TextField
          label={labels.newName}
          name="name"
          isRequired
          autoFocus
          maxLength={50}
          value={name}
          onChange={setName}
        />
        {fault && Object.keys(faults).length === 0 && <Fault error={fault} />}
        <DialogActions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" isPending={isPending}>
            {labels.rename}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

function RemoveDialog({ label, onClose }: About) {
  const { labels } = useMessages();
  const { write, isPending, fault } = useWrite('removeTag', {
    refreshes,
    onDone() {
      tell(labels.removed(label.name));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={labels.removeTitle(label.name)}
      action={labels.remove}
      isPending={isPending}
      onConfirm={() => write({ tag_id: label.id })}
      onClose={onClose}
    >
      <p>{labels.removeText(label.projects)}</p>
      {fault && <Fault error={fault} />}
    </ConfirmDialog>
  );
}
