import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useMay, useSession } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog, Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { TextField } from '../../components/fields.tsx';
import type { MenuAction } from '../../components/Menu.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';

interface Named {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'archived';
}

const refreshes = [
  'getProject',
  'listProjects',
  'getOverview',
  'getSession',
  'listSchedules',
  'listProjectSchedules',
] as const;

/** Whether the plan has room for another project, and whether the person may make one. */
export function useMakesProjects(): { readonly mayMake: boolean; readonly limit: number | null } {
  const { project_ids, usage } = useSession();
  const mayEdit = useMay('editor');
  const limit = usage?.projects.limit ?? null;
  const isFull = usage !== null && limit !== null && usage.projects.used >= limit;
  return { mayMake: mayEdit && project_ids === null && !isFull, limit: isFull && mayEdit ? limit : null };
}

/** What can be done with a whole project: for menus, with the dialogs that ask, which are the same for all of a list. */
export function useMoves(): { readonly actionsOf: (project: Named) => MenuAction[]; readonly dialogs: ReactNode } {
  const { copy, archive, restore } = useMessages().projects;
  const mayEdit = useMay('editor');
  const { mayMake } = useMakesProjects();
  const restored = useRestore();
  const [open, setOpen] = useState<{ readonly act: 'copy' | 'archive'; readonly project: Named }>();
  const close = () => setOpen(undefined);
  const actionsOf = (project: Named): MenuAction[] => {
    const ask = (act: 'copy' | 'archive') => () => setOpen({ act, project });
    const isActive = project.status === 'active';
    return [
      ...(mayMake ? [{ id: 'copy', label: copy.action, icon: 'copy' as const, run: ask('copy') }] : []),
      ...(mayEdit && isActive
        ? [{ id: 'archive', label: archive.action, icon: 'remove' as const, run: ask('archive') }]
        : []),
      ...(mayEdit && !isActive
        ? [{ id: 'restore', label: restore.action, icon: 'undo' as const, run: () => restored.restore(project) }]
        : []),
    ];
  };
  const dialogs = (
    <>
      {open?.act === 'copy' && <CopyDialog project={open.project} onClose={close} />}
      {open?.act === 'archive' && <ArchiveDialog project={open.project} onClose={close} />}
    </>
  );
  return { actionsOf, dialogs };
}

/** Makes a project active again. */
export function useRestore(): {
  readonly restore: (project: Pick<Named, 'id'>) => void;
  readonly isPending: boolean;
} {
  const { restore } = useMessages().projects;
  const { write, isPending } = useWrite('restoreProject', {
    refreshes,
    onDone: ({ data }) => tell(restore.done(data.name)),
  });
  return { restore: ({ id }) => write({ project_id: id }), isPending };
}

/** Asks before a project is archived. */
export function ArchiveDialog({ project, onClose }: { readonly project: Named; readonly onClose: () => void }) {
  const { archive } = useMessages().projects;
  const { write, isPending, fault } = useWrite('archiveProject', {
    refreshes,
    onDone() {
      tell(archive.done(project.name));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={archive.title(project.name)}
      action={archive.submit}
      isPending={isPending}
      onConfirm={() => write({ project_id: project.id })}
      onClose={onClose}
    >
      <p>{archive.text}</p>
      {fault && <Fault error={fault} />}
    </ConfirmDialog>
  );
}

function CopyDialog({ project, onClose }: { readonly project: Named; readonly onClose: () => void }) {
  const { projects, common } = useMessages();
  const { copy } = projects;
  const navigate = useNavigate();
  const [name, setName] = useState(copy.suggested(project.name));
  const { write, isPending, fault } = useWrite('copyProject', {
    refreshes,
    onDone({ data }) {
      tell(copy.done(data.name));
      onClose();
      void navigate({ to: '/projects/$projectId', params: { projectId: data.id } });
    },
  });
  const faults = fieldFaults(fault);
  return (
    <Dialog isOpen title={copy.title(project.name)} onClose={onClose}>
      <p>{copy.text}</p>
      <Form validationErrors={faults} onSubmit={() => write({ project_id: project.id, body: { name } })}>
        <TextField label={copy.name} name="name" isRequired autoFocus maxLength={200} value={name} onChange={setName} />
        {fault && Object.keys(faults).length === 0 && <Fault error={fault} />}
        <DialogActions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" isPending={isPending}>
            {copy.submit}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
