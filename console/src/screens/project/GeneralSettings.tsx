import { useEffect } from 'react';
import { ApiError, type Data } from '../../api/client.ts';
import { useKept } from '../../api/kept.ts';
import { useRead } from '../../api/reads.ts';
import { useMay } from '../../api/session.ts';
import { useWrite } from '../../api/writes.ts';
import { Button } from '../../components/Button.tsx';
import { fieldFaults } from '../../components/faults.ts';
import { Actions, Card, Form } from '../../components/Page.tsx';
import { Fault, Note } from '../../components/states.tsx';
import { tell } from '../../components/toasts.tsx';
import { useMessages } from '../../messages/messages.tsx';
import type { ProjectDetails } from '../projects/choices.ts';
import { DetailFields } from '../projects/DetailFields.tsx';

type Project = Data<'getProject'>;

/** Only what somebody has changed, and what was there before: what others change beside it is no conflict. */
interface Draft {
  readonly changes: Partial<ProjectDetails>;
  readonly before: Partial<ProjectDetails>;
}

const names = ['name', 'client_name', 'locale', 'time_zone', 'currency'] as const;

/** What a project is called, who it is for, and how its reports read. */
export function GeneralSettings({ project, etag }: { readonly project: Project; readonly etag: string | undefined }) {
  const { settings: words } = useMessages().projects;
  const isReadOnly = !useMay('editor') || project.status === 'archived';
  const [draft, setDraft] = useKept<Draft | null>(`project-settings.${project.id}`, null);
  const { refetch } = useRead('getProject', { project_id: project.id });
  const { write, isPending, fault, reset } = useWrite('updateProject', {
    refreshes: ['getProject', 'listProjects', 'getOverview'],
    onDone() {
      setDraft(null);
      tell(words.saved);
    },
  });
  const isOvertaken = fault instanceof ApiError && fault.code === 'edit_conflict';
  useEffect(() => {
    if (isOvertaken) void refetch();
  }, [isOvertaken, refetch]);

  const changes = draft?.changes ?? {};
  const changed = names.filter((name) => name in changes);
  const disputed = changed.filter((name) => draft?.before[name] !== project[name] && changes[name] !== project[name]);
  const change = (next: Partial<ProjectDetails>) => setDraft(changedDraft(project, draft, next));
  const leave = () => {
    setDraft(null);
    reset();
  };
  const save = () => write({ project_id: project.id, body: changes }, etag);
  const faults = fieldFaults(isOvertaken ? null : fault);
  return (
    <Card title={words.general}>
      <Form validationErrors={faults} onSubmit={() => disputed.length === 0 && changed.length > 0 && save()}>
        <DetailFields value={{ ...detailsOf(project), ...changes }} isReadOnly={isReadOnly} onChange={change} />
        {fault && Object.keys(faults).length === 0 && disputed.length === 0 && <Fault error={fault} />}
        {disputed.length > 0 && (
          <Conflict project={project} changes={changes} disputed={disputed} onTake={leave} onKeep={save} />
        )}
        {!isReadOnly && disputed.length === 0 && (
          <Actions>
            <Button type="submit" look="primary" isPending={isPending} isDisabled={changed.length === 0}>
              {words.save}
            </Button>
            {changed.length > 0 && <Button onPress={leave}>{words.discard}</Button>}
          </Actions>
        )}
      </Form>
    </Card>
  );
}

function Conflict({
  project,
  changes,
  disputed,
  onTake,
  onKeep,
}: {
  readonly project: Project;
  readonly changes: Partial<ProjectDetails>;
  readonly disputed: ReadonlyArray<keyof ProjectDetails>;
  readonly onTake: () => void;
  readonly onKeep: () => void;
}) {
  const { settings, fields } = useMessages().projects;
  const { conflict } = settings;
  const labels = {
    name: fields.name,
    client_name: fields.client,
    locale: fields.locale,
    time_zone: fields.timeZone,
    currency: fields.currency,
  };
  const lines = disputed.map((name) => (
    <p key={name}>{conflict.field(labels[name], project[name] ?? conflict.empty, changes[name] ?? conflict.empty)}</p>
  ));
  return (
    <Note tone="bad" title={conflict.title} text={lines}>
      <Actions>
        <Button onPress={onTake}>{conflict.take}</Button>
        <Button look="primary" onPress={onKeep}>
          {conflict.keep}
        </Button>
      </Actions>
    </Note>
  );
}

/** The draft with further changes; what is as it was before is no change. */
function changedDraft(project: Project, draft: Draft | null, next: Partial<ProjectDetails>): Draft | null {
  const changes: Record<string, unknown> = { ...draft?.changes, ...next };
  const before: Record<string, unknown> = { ...draft?.before };
  for (const name of names) {
    if (name in next && !(name in before)) before[name] = project[name];
    if (name in changes && changes[name] === project[name]) {
      delete changes[name];
      delete before[name];
    }
  }
  return Object.keys(changes).length === 0 ? null : { changes, before };
}

function detailsOf({ name, client_name, locale, time_zone, currency }: Project): ProjectDetails {
  return { name, client_name, locale, time_zone, currency };
}
