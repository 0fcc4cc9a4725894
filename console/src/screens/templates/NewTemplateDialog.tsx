import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Input } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogActions } from '../../components/Dialog.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { RadioGroup, TextField } from '../../components/fields.tsx';
import { Form } from '../../components/Page.tsx';
import { Fault } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { FileChoice } from './FileChoice.tsx';
import { ProjectChoice } from './ProjectChoice.tsx';

type Fields = Input<'createTemplate'>['body'];
type Source = 'project' | 'file';

/** Makes a template of a project, a file or one that comes with the service, and goes on to it. */
export function NewTemplateDialog({
  library,
  onClose,
}: {
  /** What it is a copy of. */
  readonly library?: { readonly id: string; readonly name: string; readonly text: string };
  readonly onClose: () => void;
}) {
  const { templates, common } = useMessages();
  const { from } = templates;
  const navigate = useNavigate();
  const [name, setName] = useState(library?.name ?? '');
  const [description, setDescription] = useState(library?.text ?? '');
  const [source, setSource] = useState<Source>('project');
  const [projectId, setProjectId] = useState<string | null>(null);
  const [file, setFile] = useState<Fields>();
  const [isChecked, setChecked] = useState(false);
  const { write, isPending, fault } = useWrite('createTemplate', {
    refreshes: ['listTemplates'],
    onDone({ data }) {
      tell(templates.created(data.name));
      void navigate({ to: '/templates/$templateId', params: { templateId: data.id } });
    },
  });
  const take = (next: Fields | undefined) => {
    setFile(next);
    if (next?.name && name.trim() === '') setName(next.name);
    if (next?.description && description.trim() === '') setDescription(next.description);
  };
  const submit = () => {
    setChecked(true);
    const told = { name: name.trim(), description: description.trim() || null };
    if (library) return write({ body: { ...told, library: library.id } });
    if (source === 'project' && projectId !== null) write({ body: { ...told, project_id: projectId } });
    if (source === 'file' && file) write({ body: { ...file, ...told } });
  };
  const faults = fieldFaults(fault);
  const isElsewhere = fault !== null && !('name' in faults) && !('description' in faults);
  return (
    <Dialog isOpen title={templates.make} onClose={onClose}>
      <Form onSubmit={submit} validationErrors={faults}>
        <TextField
          {...{ label: common.name, name: 'name', maxLength: 100 }}
          isRequired
          autoFocus
          value={name}
          onChange={setName}
        />
        <TextField
          {...{ label: templates.purpose, name: 'description', maxLength: 1_000 }}
          value={description}
          onChange={setDescription}
        />
        {!library && (
          <RadioGroup<Source>
            label={from.label}
            options={[
              { id: 'project', label: from.project, advice: from.projectAdvice },
              { id: 'file', label: from.file, advice: from.fileAdvice },
            ]}
            value={source}
            onChange={setSource}
          />
        )}
        {library ? null : source === 'project' ? (
          <ProjectChoice
            value={projectId}
            onChange={setProjectId}
            fault={isChecked && projectId === null ? from.projectMissing : undefined}
          />
        ) : (
          <FileChoice onChange={take} isMissing={isChecked && !file} />
        )}
        {isElsewhere && <Fault error={fault} />}
        <DialogActions>
          <Button onPress={onClose}>{common.cancel}</Button>
          <Button look="primary" type="submit" isPending={isPending}>
            {templates.create}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
