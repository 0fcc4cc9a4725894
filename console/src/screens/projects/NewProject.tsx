import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { Form } from '../../components/Page.tsx';
import { Fault } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useLanguage, useMessages } from '../../messages/messages.tsx';
import { firstChoices, type ProjectDetails, rememberChoices } from './choices.ts';
import { DetailFields } from './DetailFields.tsx';

/** Makes a project, and goes on to connecting its data. */
export function NewProject({ onClose }: { readonly onClose: () => void }) {
  const { projects, common } = useMessages();
  const { language } = useLanguage();
  const navigate = useNavigate();
  const [details, setDetails] = useState<ProjectDetails>(() => ({
    name: '',
    client_name: null,
    ...firstChoices(language),
  }));
  const { write, isPending, fault } = useWrite('createProject', {
    refreshes: ['listProjects', 'getSession', 'getOverview'],
    onDone({ data }) {
      rememberChoices(details);
      tell(projects.created(data.name));
      void navigate({ to: '/projects/$projectId/connections/new', params: { projectId: data.id } });
    },
  });
  const faults = fieldFaults(fault);
  return (
    <Dialog isOpen title={projects.make} onClose={onClose}>
      <Form validationErrors={faults} onSubmit={() => write({ body: details })}>
        <DetailFields
          autoFocus
          value={details}
          onChange={(changes) => setDetails((before) => ({ ...before, ...changes }))}
        />
        {fault && Object.keys(faults).length === 0 && <Fault error={fault} />}
        <RoomLeft />
        <DialogActions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" isPending={isPending}>
            {projects.create}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** From this many on it is said how many projects the plan still has room for. */
const fewLeft = 3;

function RoomLeft() {
  const { projects } = useMessages();
  const used = useSession().usage?.projects;
  if (!used || used.limit === null || used.limit - used.used > fewLeft) return null;
  return <p>{projects.planLeft(used.limit - used.used)}</p>;
}
