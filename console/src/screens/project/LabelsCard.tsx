import { useState } from 'react';
import type { Data } from '../../api/client.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { TextField } from '../../components/fields.tsx';
import { useLabels } from '../../components/labels.ts';
import { Card, Form } from '../../components/Page.tsx';
import { Fault } from '../../components/states.tsx';
import { TagsField } from '../../components/TagsField.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import { Labels } from '../projects/Labels.tsx';

type Project = Data<'getProject'>;

const longest = 50;
const refreshes = ['getProject', 'listProjects', 'listTags'] as const;

/** The tags of a project, and the folder that it is in. */
export function LabelsCard({
  project,
  etag,
  mayEdit,
}: {
  readonly project: Project;
  readonly etag: string | undefined;
  readonly mayEdit: boolean;
}) {
  const { labels } = useMessages();
  const isFixed = !mayEdit || project.status === 'archived';
  if (isFixed && project.folder === null && project.tags.length === 0) return null;
  return (
    <Card title={labels.card}>
      {isFixed ? (
        <Labels of={project} />
      ) : (
        <>
          <p>{labels.about}</p>
          <LabelsForm key={`${project.folder} ${project.tags}`} project={project} etag={etag} />
        </>
      )}
    </Card>
  );
}

function LabelsForm({ project, etag }: { readonly project: Project; readonly etag: string | undefined }) {
  const { labels, projects } = useMessages();
  const [tags, setTags] = useState<readonly string[]>(project.tags);
  const [typed, setTyped] = useState('');
  const [folder, setFolder] = useState(project.folder ?? '');
  const known = useLabels() ?? [];
  const { write, isPending, fault } = useWrite('updateProject', {
    refreshes,
    onDone: () => tell(projects.settings.saved),
  });
  const faults = fieldFaults(fault);
  const save = () => {
    const body = { tags: [...tags, ...[typed.trim()].filter(Boolean)], folder: folder.trim() || null };
    write({ project_id: project.id, body }, etag);
  };
  return (
    <Form validationErrors={faults} onSubmit={save}>
      <TagsField
        label={labels.tags}
        advice={labels.tagsAdvice}
        fault={faults.tags}
        shownLabel={labels.tags}
        tags={tags}
        typed={typed}
        onChange={(next, text) => {
          setTags(next);
          setTyped(text);
        }}
        isWhole
        suggestions={known.flatMap(({ kind, name }) => (kind === 'tag' ? [name] : []))}
        isTag={(text) => [...text].length <= longest}
        wrong={() => labels.wrong}
      />
      <TextField
        label={labels.kinds.folder}
        name="folder"
        advice={labels.folderAdvice}
        suggestions={known.flatMap(({ kind, name }) => (kind === 'folder' ? [name] : []))}
        maxLength={longest}
        value={folder}
        onChange={setFolder}
      />
      {fault && Object.keys(faults).length === 0 && <Fault error={fault} />}
      <div>
        <Button type="submit" look="primary" isPending={isPending}>
          {labels.apply}
        </Button>
      </div>
    </Form>
  );
}
